import { capital, percentText, threeDigits } from "../../play/phrases.ts";
import type { Texts } from "../../messages.ts";

type Clue = [number, number];
type Name = (cells: readonly number[]) => string;

const be = (count: number) => (count === 1 ? "ist" : "sind");
const countOf = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;
const percent = (chance: number) => percentText(chance).replace(".", ",");
const clueName = ([number, cell]: Clue, name: Name, article = "die") => `${article} ${number} bei ${name([cell])}`;
const marked = (count: number, one: string, many: string) => (count === 1 ? `die markierte ${one}` : `die ${count} markierten ${many}`);
const markedDative = (count: number, one: string, many: string) => (count === 1 ? `der markierten ${one}` : `den ${count} markierten ${many}`);
const cellsOrMarked = (cells: number[], name: Name) =>
  cells.length <= MOST_NAMED ? name(cells) : marked(cells.length, "Zelle", "Zellen");
const safeWords = (cells: number[], name: Name) => `${cellsOrMarked(cells, name)} ${be(cells.length)} sicher`;

const MOST_NAMED = 2;
const MOST_CLUES = 12;
const STARTS: Record<string, string> = {
  none: "",
  flag: "Eine Fahne ist falsch",
  flags: "Einige Fahnen sind falsch",
  together: "Die Fahnen können nicht alle stimmen",
};

function why({ rule, cells, grounds }: any, clues: number[], name: Name, isLeast: boolean) {
  if (grounds.kind === "guess") {
    const about = grounds.error === null ? "" : "etwa ";
    const lowest = grounds.chance === grounds.least && !isLeast ? ", das kleinste Risiko auf dem Brett" : "";
    return `auf ${name(cells)} liegt mit ${about}${percent(grounds.chance)} Wahrscheinlichkeit eine Mine${lowest}`;
  }
  if (grounds.kind === "clue") {
    const [number] = grounds.clue;
    const clue = clueName(grounds.clue, name);
    if (number === 0) return `${clue} berührt keine Mine`;
    if (number === 1) return `${clue} hat ihre Mine schon, ${name([...grounds.used, ...grounds.shown])}`;
    return `${clue} hat ihre ${number} Minen schon`;
  }
  if (grounds.kind === "sum" && grounds.more.length === 1 && grounds.less.length === 1) {
    const [[more], [less]] = [grounds.more, grounds.less];
    const [first, second] = [clueName(more.clue, name), clueName(less.clue, name, "der")];
    if (isLeast) return `vergleiche ${first} mit ${second}`;
    const own = more.rest === 1 ? "ihre Mine" : `ihre ${more.rest} Minen`;
    const shared = more.own.length ? `mindestens ${countOf(more.rest - more.own.length, "Mine", "Minen")}` : own;
    return `${first} teilt ${shared} mit ${second}`;
  }
  const which = isLeast && clues.length > 1 ? "die markierten Zahlen" : marked(clues.length, "Zahl", "Zahlen");
  const isOne = clues.length === 1;
  if (grounds.kind === "line" || grounds.kind === "tried") {
    return `wäre ${name(cells.slice(0, 1))} eine Mine, ${isOne ? "könnte" : "könnten"} ${which} nicht ${isOne ? "" : "alle "}stimmen`;
  }
  if (rule === "count") {
    return clues.length ? `die Zahl der übrigen Minen und ${which} lassen dort keine zu` : "die Zahl der übrigen Minen lässt dort keine zu";
  }
  return clues.length > 1 ? `${which} lassen dort zusammen keine Mine zu` : `${which} lässt dort keine Mine zu`;
}

function brief({ steps, clues, name, isLeast }: any) {
  const sentence = why(steps[steps.length - 1], clues, name, isLeast);
  return steps.length > 1 ? `In ${steps.length} Schritten: ${capital(sentence)}` : capital(sentence);
}

function wrongFlags({ cells, name, isMarked }: any) {
  if (isMarked && cells.length > 2) return `${capital(marked(cells.length, "Fahne", "Fahnen"))} sind falsch.`;
  return `Die ${cells.length === 1 ? "Fahne" : "Fahnen"} auf ${name(cells)} ${be(cells.length)} falsch.`;
}

export default {
  where({ what, clues, name, isMarked }) {
    const start = STARTS[what];
    if (clues.length > MOST_CLUES) return start ? `${start}.` : "Etwas steht fest, ist aber nicht leicht zu sehen.";
    const names = isMarked && clues.length > MOST_NAMED ? marked(clues.length, "Zahl", "Zahlen") : clues.length ? name(clues) : "";
    const act = names ? `Sieh dir ${names} an` : "Zähle die übrigen Minen";
    return start ? `${start}: ${act}.` : `${act}.`;
  },
  wrong_flags: wrongFlags,
  wrong_chain: (values) => `${wrongFlags(values)} ${values.chain}`,
  crowded: ({ clues, name }) => `Um die Zahl bei ${name(clues)} stehen zu viele Fahnen.`,
  crowded_why({ clue, cells, name, isMarked }) {
    const start = `Um ${clueName(clue, name)} ${cells.length === 1 ? "steht" : "stehen"} ${countOf(cells.length, "Fahne", "Fahnen")}`;
    return isMarked ? `${start}.` : `${start}, ${name(cells)}: Sie können nicht alle stimmen.`;
  },
  many: ({ flags, mines }) =>
    `Es stehen ${countOf(flags, "Fahne", "Fahnen")} für ${countOf(mines, "Mine", "Minen")}: Einige sind falsch.`,
  together: ({ cells, name, isMarked }) =>
    isMarked
      ? `${capital(marked(cells.length, "Fahne", "Fahnen"))} ${cells.length === 1 ? "kann nicht" : "können nicht alle"} stimmen.`
      : `Die Fahnen auf ${name(cells)} können nicht alle stimmen.`,
  together_why({ clues, cells, minesAtFault, name, isMarked }) {
    const count = minesAtFault ? " und zur Zahl der Minen" : "";
    if (isMarked) {
      const flags = markedDative(cells.length, "Fahne", "Fahnen");
      return `Keine Verteilung mit ${flags} passt zu ${markedDative(clues.length, "Zahl", "Zahlen")}${count}.`;
    }
    const which = clues.length === 1 ? `zur Zahl bei ${name(clues)}` : `zu den Zahlen bei ${name(clues)}`;
    return `Keine Verteilung mit allen Fahnen auf ${name(cells)} passt ${which}${count}.`;
  },
  unproved: ({ kind }) => (kind === "flags" ? "Eine Fahne ist falsch." : "Etwas steht fest, ist aber nicht leicht zu sehen."),
  unproved_why({ kind, cells, name, isMarked }) {
    const claim = kind === "flags" ? `Die Fahne auf ${name(cells)} ist falsch` : `${name(cells)} ist sicher`;
    if (isMarked) return `${claim}: Alle passenden Verteilungen stimmen überein.`;
    return `${claim}: Darin stimmen alle Verteilungen überein, die zu den Zahlen passen, aber ein kurzer Grund fand sich nicht.`;
  },
  safe: ({ cells, name, isMarked }) =>
    `${capital(isMarked ? safeWords(cells, name) : `${name(cells)} ${be(cells.length)} sicher`)}.`,
  safe_brief: (values) => `${brief(values)}: ${capital(safeWords(values.cells, values.name))}.`,
  brief: (values) => `${brief(values)}.`,
  chain: ({ left, sentences }) => (left ? `Nach ${left === 1 ? "1 leichteren Schritt" : `${left} leichteren Schritten`}: ${sentences}` : sentences),
  guess: () => "Nichts ist sicher.",
  guess_where: ({ cells, name }) => `Nichts ist sicher; am besten rätst du ${name(cells)}.`,
  guess_flagged: ({ text, cells, name }) => `${text} Auf ${name(cells)} steht deine Fahne; vielleicht ist sie falsch.`,
  estimate: ({ isMarked }) =>
    isMarked
      ? "Diese Stellung ist in der Zeit nicht auszurechnen, und keine einfache Regel hilft."
      : "Diese Stellung ist in der verfügbaren Zeit nicht auszurechnen, und keine einfache Regel klärt etwas.",
  start({ promise, mines, cells, isSolvable, isMarked }) {
    const after = isSolvable ? ", und danach musst du nie raten" : "";
    const chance = `${threeDigits((100 * mines) / cells).replace(".", ",")} %`;
    if (isMarked && promise === "any") return `Decke irgendeine Zelle auf: Jede ist mit ${chance} Wahrscheinlichkeit eine Mine.`;
    const next = promise === "opening" ? " und liegt auch nie neben einer" : "";
    if (isMarked) return `Decke irgendeine Zelle auf: Die erste ist nie eine Mine${next}${after}.`;
    if (promise === "any") {
      return `Noch ist nichts bekannt. Jede Zelle ist mit derselben Wahrscheinlichkeit eine Mine, ${chance}: Decke irgendeine auf.`;
    }
    return `Noch ist nichts bekannt. Deine erste Zelle ist nie eine Mine${next}${after}: Decke irgendeine auf.`;
  },
  all_mines: "Hier gibt es keinen Tipp: Jede verdeckte Zelle ist eine Mine.",
  large: "Hier gibt es keinen Tipp: Die Stellung ist zu groß, um sie auszurechnen.",
  large_board: "Hier gibt es keinen Tipp: Das Brett ist zu groß, um es auszurechnen.",
  over: "Das Spiel ist vorbei.",
  busy: "Ein Zug wird noch gemacht.",
  paused: "Das Spiel ist angehalten.",
  was_safe: ({ cells, name }) => `${name(cells.slice(0, 1))} war sicher`,
  best: ({ cells, name }) => `Bester Zug: ${name(cells)} aufdecken`,
  best_none: "Bester Zug: keiner, keine verdeckte Zelle kann sicher sein",
  engine_where: ({ engine, clues, name }) => (clues.length ? `Sieh dir ${name(clues)} an.` : `Die Engine ${engine} hat einen Zug.`),
  engine_safe: ({ engine, cells, name }) => `Die Engine ${engine} würde ${name(cells)} aufdecken, was sie für sicher hält.`,
  engine_move: ({ engine, cells, name }) => `Die Engine ${engine} würde ${name(cells)} aufdecken.`,
  engine_guess: ({ engine, cells, name, chance, isExact }) =>
    `Die Engine ${engine} würde ${name(cells)} aufdecken, mit ${isExact === false ? "etwa " : ""}${percent(chance)} eine Mine.`,
  engine_none: ({ engine }) => `Die Engine ${engine} findet nichts zum Aufdecken.`,
  engine_gone: ({ engine, text }) => `Die Engine ${engine} hat der Server nicht mehr, deshalb antwortet diese Seite selbst. ${text}`,
  engine_away: ({ engine, text }) => `Die Engine ${engine} ist nicht zu erreichen, deshalb antwortet diese Seite selbst. ${text}`,
  engine_without: ({ text }) => `Ohne die Engine: ${text}`,
  engine_fault: ({ text }) => `Es gibt keinen Hinweis: ${text}`,
  easier: ({ cells, name }) => `Leichter zu sehen: ${name(cells)} aufdecken`,
  conflict({ clues, minesAtFault, codes, mines, name }) {
    const all = clues.slice(0, MOST_CLUES).map((cell: number) => clueName([codes[cell], cell], name));
    const more = clues.length > MOST_CLUES ? " und andere" : "";
    const count = countOf(mines, "Mine", "Minen");
    if (!clues.length) return `Keine Verteilung passt: ${count} ${mines === 1 ? "kann" : "können"} hier nicht liegen.`;
    if (minesAtFault) return `Keine Verteilung passt: Mit ${count} können diese Zahlen nicht alle stimmen: ${all.join(", ")}${more}.`;
    if (clues.length === 1) return `Keine Verteilung passt: ${capital(all[0])} kann nicht stimmen.`;
    return `Keine Verteilung passt: Diese Zahlen widersprechen einander: ${all.join(", ")}${more}.`;
  },
} satisfies Texts;
