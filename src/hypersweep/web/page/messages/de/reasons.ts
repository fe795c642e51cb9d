import { capital, difference, isAlmostOne, percentText, sorted, sum, total } from "../../play/phrases.ts";
import type { Texts } from "../../messages.ts";

type Clue = [number, number];
type Name = (cells: readonly number[]) => string;

const be = (count: number) => (count === 1 ? "ist" : "sind");
const countOf = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;
const minesOf = (count: number) => countOf(count, "Mine", "Minen");
const cellsOf = (count: number) => countOf(count, "verdeckte Zelle", "verdeckte Zellen");
const list = (words: string[]) =>
  words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} und ${words[words.length - 1]}`;
/** "Die 3 bei (2, 5)": the article is that of "Zahl". */
const clueName = ([number, cell]: Clue, name: Name, article = "die") => `${article} ${number} bei ${name([cell])}`;
const clueNames = (clues: Clue[], name: Name, article = "die") =>
  list(clues.map((clue) => clueName(clue, name, article)));
const otherCells = (count: number) => (count === 1 ? "einzige andere verdeckte Zelle" : `${count} anderen verdeckten Zellen`);
const itsMines = (count: number) => (count === 1 ? "ihre Mine" : `ihre ${count} Minen`);
const LEAST_CHANCE = 1e-5;
const LEAST_OPENING = 0.01;

function ending(cells: readonly number[], conclusion: string, name: Name) {
  if (conclusion === "safe") return `${name(cells)} ${be(cells.length)} sicher`;
  return `${name(cells)} ${cells.length === 1 ? "ist eine Mine" : "sind Minen"}`;
}

function shownMines({ clue, shown }: {clue: Clue, shown: number[]}, rest: number, name: Name) {
  if (!shown.length) return "";
  const mines = shown.length === 1 ? "ist eine Mine" : "sind Minen";
  return `Auf ${name(shown)} ${mines} zu sehen, also braucht ${clueName(clue, name)} noch ${rest}. `;
}

function allMines(count: number, cells: readonly number[], name: Name) {
  if (cells.length === count) return `: ${ending(cells, "mine", name)}`;
  return `, also sind alle davon Minen, auch ${name(cells)}`;
}

function leftOut(cells: readonly number[], name: Name) {
  return cells.length ? ` (ohne ${name(cells)}, die sicher ${be(cells.length)})` : "";
}

function clueSafe({ clue, used, shown, covered, cells, name }: any) {
  const start = capital(clueName(clue, name));
  if (clue[0] === 0) return `${start} berührt keine Mine: ${ending(cells, "safe", name)}.`;
  const found = `${start} hat ${itsMines(clue[0])} schon, ${name(sorted([...new Set([...used, ...shown])]))}`;
  if (used.length + cells.length < covered) return `${found}: ${ending(cells, "safe", name)}.`;
  return `${found}; ihre ${otherCells(cells.length)}, ${name(cells)}, ${be(cells.length)} also sicher.`;
}

function clueMine({ clue, used, shown, covered, cells, name }: any) {
  const left = covered - used.length;
  let start = capital(clueName(clue, name));
  if (shown.length) start = `${shownMines({ clue, shown }, clue[0] - shown.length, name)}Sie`;
  if (used.length) {
    start += ` berührt ${cellsOf(covered)}, aber ${ending(used, "safe", name)}. Es ${left === 1 ? "bleibt" : "bleiben"} nur ${left}`;
  } else {
    start += ` berührt nur ${cellsOf(left)}`;
  }
  return `${start}${allMines(left, cells, name)}.`;
}

function knownOfSecond(less: any, name: Name) {
  if (!less.known.length) return "";
  const what = less.known.length === 1 ? "ist eine Mine" : "sind Minen";
  return `${name(less.known)}, nur von ${clueName(less.clue, name, "der")} berührt, ${what}. `;
}

function pairMine({ more: [more], less: [less], cells, name }: any) {
  const [own, sure] = [more.own.length, less.known.length];
  const room = less.rest - sure;
  return (
    `${knownOfSecond(less, name)}${capital(clueName(more.clue, name))} kann in den Zellen, die sie mit ` +
    `${clueName(less.clue, name, "der")} teilt, höchstens ${difference(less.rest, sure)} ${room === 1 ? "Mine" : "Minen"} haben. ` +
    `Für ihre ${otherCells(own)}${leftOut(more.safe, name)} ${own === 1 ? "bleibt" : "bleiben"} ` +
    `${more.rest} - ${room} = ${own}${allMines(own, cells, name)}.`
  );
}

function pairSafe({ more: [more], less: [less], cells, name }: any) {
  const [own, sure] = [more.own.length, less.known.length];
  const least = more.rest - own;
  const second = clueName(less.clue, name);
  let start;
  if (!own) {
    const count = more.rest === 1 ? "zählt" : "zählen";
    start =
      `Jede verdeckte Zelle ${clueName(more.clue, name, "der")}${leftOut(more.safe, name)} berührt auch ${second}, ` +
      `also ${count} ${itsMines(more.rest)} für beide`;
  } else {
    const touch = own === 1 ? "die" : "die alle";
    start =
      `${capital(clueName(more.clue, name))} hat nur ${cellsOf(own)}${leftOut(more.safe, name)}, ${touch} ${second} nicht berührt, also ` +
      `${least === 1 ? "liegt" : "liegen"} mindestens ${difference(more.rest, own)} ihrer Minen in den gemeinsamen Zellen`;
  }
  const taken = sure ? `${less.rest} - ${sure} - ${least}` : `${less.rest} - ${least}`;
  return (
    `${knownOfSecond(less, name)}${start}. Für die anderen Zellen ${clueName(less.clue, name, "der")} bleiben ` +
    `${taken} = 0 Minen: ${ending(cells, "safe", name)}.`
  );
}

function filled({ more, less: [whole], conclusion, cells, name }: any) {
  const least: number[] = [];
  const parts = more.map((part: any) => {
    const few = part.rest - part.own.length;
    least.push(few);
    const needs = part.own.length ? `mindestens ${difference(part.rest, part.own.length)}` : few;
    return `${clueName(part.clue, name)}${leftOut(part.safe, name)} braucht ${needs} ${few === 1 ? "Mine" : "Minen"} in ${name(part.shared)}`;
  });
  let start = `${capital(parts.join("; "))}. `;
  if (whole.known.length) {
    start += `${name(whole.known)} ${whole.known.length === 1 ? "ist ebenfalls eine Mine" : "sind ebenfalls Minen"}. `;
    least.push(whole.known.length);
  }
  start += `Zusammen sind das ${total(least)}, und mehr kann ${clueName(whole.clue, name)} nicht haben`;
  if (conclusion === "safe") return `${start}; anderswo hat sie also keine: ${ending(cells, "safe", name)}.`;
  const others = more.filter((part: any) => part.own.length).map((part: any) => part.clue);
  return `${start}; die anderen Minen ${clueNames(others, name, "der")} liegen also anderswo: ${ending(cells, "mine", name)}.`;
}

function spared({ more: [whole], less, conclusion, cells, name }: any) {
  const own = whole.own.length;
  const most: number[] = [];
  const parts = less.map((part: any) => {
    const room = part.rest - part.known.length;
    most.push(room);
    const allowed = `in ${name(part.shared)} höchstens ${difference(part.rest, part.known.length)} ${room === 1 ? "Mine" : "Minen"} zu`;
    if (!part.known.length) return `${clueName(part.clue, name)} lässt ${allowed}`;
    const what = part.known.length === 1 ? "eine Mine ist" : "Minen sind";
    return `da ${name(part.known)} ${what}, lässt ${clueName(part.clue, name)} ${allowed}`;
  });
  let start = `${capital(parts.join("; "))}: insgesamt ${total(most)}. `;
  if (conclusion === "mine") {
    return (
      `${start}Von den Minen ${clueName(whole.clue, name, "der")}${leftOut(whole.safe, name)} ${own === 1 ? "bleibt" : "bleiben"} damit ` +
      `${whole.rest} - ${sum(most)} = ${own} für ihre ${otherCells(own)}${allMines(own, cells, name)}.`
    );
  }
  start += capital(`${clueName(whole.clue, name)}${leftOut(whole.safe, name)}`);
  if (own) {
    start += ` hat nur ${countOf(own, "andere verdeckte Zelle", "andere verdeckte Zellen")}, `;
    start += `braucht also ${whole.rest} - ${own} = ${sum(most)} in diesen`;
  } else {
    start += ` hat keine andere verdeckte Zelle, braucht also ${whole.rest} in diesen`;
  }
  const others = less
    .filter((part: any) => part.own.length > part.known.length)
    .map((part: any) => part.clue);
  return `${start}, und ${clueNames(others, name)} ${others.length === 1 ? "hat" : "haben"} anderswo keine: ${ending(cells, "safe", name)}.`;
}

function compared({ more, less, able, ableWeights, known, knownWeights, safe, conclusion, cells, name }: any) {
  const cluesOf = (sides: any[]) => sides.map(({ clue }) => clue);
  const [ours, theirs] = [more, less].map((sides) => sides.map((side: any) => side.rest));
  const taken = -sum(knownWeights);
  const left = sum(theirs) - taken;
  let text = `Vergleiche ${clueNames(cluesOf(more), name)} mit ${clueNames(cluesOf(less), name, "der")}: ${total(ours)} gegen ${total(theirs)}. `;
  if (known.length) {
    text +=
      `${ending(known, "mine", name)} und ${known.length === 1 ? "zählt" : "zählen"} auf der zweiten Seite ${taken} mehr; ` +
      `dort ${left === 1 ? "bleibt" : "bleiben"} ${sum(theirs)} - ${taken} = ${left}. `;
  }
  text += `Der Unterschied ist ${sum(ours)} - ${left} = ${sum(ours) - left}. `;
  if (safe.length) text += `${ending(safe, "safe", name)}. `;
  if (!able.length) {
    text += "Keine andere verdeckte Zelle zählt auf der ersten Seite öfter";
  } else {
    const most = ableWeights.every((weight: number) => weight === 1) ? able.length : total(ableWeights);
    text += `Nur ${name(able)} ${able.length === 1 ? "zählt" : "zählen"} auf der ersten Seite öfter, zusammen ${most}`;
    if (conclusion === "mine") text += ", und das ist nicht mehr als der Unterschied";
  }
  if (conclusion === "safe") return `${text}; was auf der zweiten Seite öfter zählt, ist also sicher: ${name(cells)}.`;
  return `${text}: ${ending(cells, conclusion, name)}.`;
}

function lineStep({ clue, isMine, shown, supposed, follows }: any, name: Name) {
  if (isMine) {
    const beside = shown.length ? ` neben ${name(shown)}` : "";
    const remain = supposed.length > 1 ? "blieben" : "bliebe";
    const start = `Für ${clueName(clue, name)} ${remain}${beside} ${supposed.length ? `nur ${name(supposed)}` : "keine verdeckte Zelle"}`;
    if (!follows.length) return `${start}, und das reicht nicht.`;
    const which = supposed.length === 1 ? "wäre das" : `${follows.length === 1 ? "wäre" : "wären"} ${name(follows)}`;
    return `${start}, also ${which} ${follows.length === 1 ? "eine Mine" : "Minen"}.`;
  }
  const mines = sorted([...shown, ...supposed]);
  if (!follows.length) {
    return `${capital(clueName(clue, name))} würde ${minesOf(mines.length)} berühren, ${name(mines)}, und das sind zu viele.`;
  }
  const then = `also ${follows.length === 1 ? "wäre" : "wären"} ${name(follows)} sicher`;
  return `${capital(clueName(clue, name))} hätte ${itsMines(clue[0])}, ${name(mines)}, ${then}.`;
}

function lineSteps({ steps, cases }: any, name: Name, label = ""): string[] {
  return [
    ...steps.map((step: any) => lineStep(step, name)),
    ...cases.flatMap((own: any, place: number) => [
      `Fall ${label}${place + 1}, ${name([own.cell])} ist ${own.isMine ? "eine Mine" : "sicher"}:`,
      ...lineSteps(own, name, `${label}${place + 1}.`),
    ]),
  ];
}

function shareSafe({ clues, needs, mines, found, cells, name }: any) {
  const left = mines - found;
  let start = `Es gibt nur ${minesOf(mines)}`;
  if (!mines) start = "Es gibt keine Minen";
  else if (!left) start = mines === 1 ? "Die einzige Mine ist gefunden" : `Alle ${mines} Minen sind gefunden`;
  else if (found) {
    const remain = left === 1 ? "bleibt" : "bleiben";
    start = `${found} der ${mines} Minen ${be(found)} anderswo gefunden, es ${remain} ${difference(mines, found)}`;
  }
  if (!clues.length) return `${start}, also ${be(cells.length)} ${name(cells)} sicher.`;
  const names = capital(clueNames(clues, name));
  const needed =
    clues.length === 1
      ? `${names} braucht ${left === 1 ? "sie" : left === 2 ? "beide" : `alle ${left}`}`
      : `${names} haben keine verdeckte Zelle gemeinsam und brauchen ${total(needs)}`;
  return `${start}. ${needed}, also ${be(cells.length)} die ${otherCells(cells.length)} sicher: ${name(cells)}.`;
}

function shareMine({ clues, needs, mines, found, safe, cells, name }: any) {
  const left = mines - found;
  let start = `Es gibt ${minesOf(mines)}`;
  if (found) {
    start = `${found} der ${mines} Minen ${be(found)} zu sehen, es ${left === 1 ? "bleibt" : "bleiben"} ${difference(mines, found)}`;
  }
  if (!clues.length) {
    const unknown = safe ? "noch unbekannte " : "";
    const only = cells.length === 1 ? `und nur 1 ${unknown}verdeckte Zelle` : `so viele wie ${unknown}verdeckte Zellen`;
    return `${start}, ${only}: ${ending(cells, "mine", name)}.`;
  }
  if (safe) start += `, und ${cellsOf(safe)} ${be(safe)} bekanntlich sicher`;
  const take = clues.length === 1 ? "nimmt" : "haben keine verdeckte Zelle gemeinsam und nehmen";
  const which = clues.length === 1 ? "die sie nicht berührt" : "die keine von ihnen berührt";
  const room = left - sum(needs);
  return (
    `${start}. ${capital(clueNames(clues, name))} ${take} ${total(needs)}. Es ${room === 1 ? "bleibt" : "bleiben"} ` +
    `${left} - ${sum(needs)} = ${room} für die ${otherCells(room)}, ${which}: ${ending(cells, "mine", name)}.`
  );
}

const percent = (chance: number) => (isAlmostOne(chance) ? "fast 100 %" : percentText(chance).replace(".", ","));
const risk = (chance: number, about: string) =>
  chance > 0 && chance < LEAST_CHANCE ? "weniger als 0,001 %" : about + percent(chance);

function guess({ chance, choice, safest, least, equals, opening, isSeen, beside, elsewhere, error, cells: [cell], name }: any) {
  const about = error === null ? "" : "etwa ";
  let text =
    error === null
      ? "Keine Zelle ist mit Gewissheit sicher"
      : "Es gibt zu viele Verteilungen, um sie zu zählen, und keine einfache Regel findet eine sichere Zelle";
  const where = beside ? [`${cellsOf(beside)} neben Zahlen`] : [];
  if (elsewhere) where.push(beside ? `${elsewhere} anderswo` : cellsOf(elsewhere));
  text += where.length ? `: ${list(where)} ${be(beside + elsewhere)} ungewiss. ` : ". ";
  const apart = isSeen ? "" : ", neben keiner Zahl,";
  text += `Auf ${name([cell])}${apart} liegt mit einer Wahrscheinlichkeit von ${risk(chance, about)} eine Mine`;
  if (cell === safest) {
    const also = equals === 1 ? "1 andere Zelle ist" : `${equals} andere Zellen sind`;
    text += `, das kleinste Risiko auf dem Brett${equals ? ` (${also} genauso sicher)` : ""}`;
  } else {
    text += `; das kleinste Risiko auf dem Brett, ${risk(least, about)}, hat ${name([safest])}`;
  }
  if (error) text += `. Die Wahrscheinlichkeiten sind geschätzt, hier mit einem Standardfehler von ${percent(error)}`;
  if (choice && choice.cell !== cell) text += `. Besser rätst du ${name([choice.cell])}`;
  else if (choice) {
    if (choice.wins) {
      const share = percent(choice.wins[0] / choice.wins[1]);
      text += `. Bei bestem Spiel gewinnst du so in ${share} der Fälle; mit keiner anderen Zelle gewinnst du öfter`;
    } else if (opening >= LEAST_OPENING) {
      text += `. Mit einer Wahrscheinlichkeit von ${percent(opening)} berührt sie keine Mine und öffnet weitere Zellen`;
    }
    if (choice.kind === "guess" && choice.policy === "look-ahead") {
      text += ". Unter den etwa gleich sicheren Zellen verspricht sie am meisten für die nächsten Züge";
    } else if (choice.kind === "guess" && choice.policy !== "safest") {
      text += ". Unter den sichersten Zellen klärt sie am ehesten weitere";
    }
  }
  return `${text}.`;
}

const EVERYTHING = "zu den Zahlen und zur Zahl der Minen passt";

export default {
  list: ({ words }) => list(words),
  run: ({ first, last }) => `${first} bis ${last}`,
  clue: (values) => (values.conclusion === "safe" ? clueSafe(values) : clueMine(values)),
  sum(values) {
    const { more, less, isNested, conclusion, name } = values;
    let tell = compared;
    if (more.length === 1 && less.length === 1) tell = conclusion === "mine" ? pairMine : pairSafe;
    else if (isNested && less.length === 1) tell = filled;
    else if (isNested && more.length === 1) tell = spared;
    return [...more, ...less].map((side) => shownMines(side, side.rest, name)).join("") + tell(values);
  },
  line({ supposed, alike, conclusion, name }) {
    const what = conclusion === "safe" ? "sicher" : "eine Mine";
    let final = `Also ist ${name([supposed.cell])} ${what}`;
    if (alike.length) {
      final += `, und damit auch ${name(alike)}, die dieselben dieser Zahlen ${alike.length === 1 ? "berührt" : "berühren"}`;
    }
    const start = `Angenommen, ${name([supposed.cell])} wäre ${supposed.isMine ? "eine Mine" : "sicher"}.`;
    return [start, ...lineSteps(supposed, name), `${final}.`].join(" ");
  },
  tried: ({ clues, conclusion, cells, name }) =>
    `${cells.length === 1 ? "Wäre" : "Wären"} ${name(cells)} ${conclusion === "safe" ? "eine Mine" : "sicher"}, würde keine Verteilung der ` +
    `Minen zu ${clueNames(clues, name, "der")} passen. Es sind zu viele Fälle, um sie aufzuzählen, aber alle wurden durchprobiert: ` +
    `${ending(cells, conclusion, name)}.`,
  share: (values) => (values.conclusion === "safe" ? shareSafe(values) : shareMine(values)),
  bound({ clues, mines, bound, isLeast, conclusion, cells, name }) {
    const start = `Wäre ${cells.length > 1 ? "eine von " : ""}${name(cells)} ${conclusion === "safe" ? "eine Mine" : "sicher"}`;
    const which = clues.length ? `die ${clues.length === 1 ? "Zahl" : "Zahlen"} bei ${name(clues)}` : "";
    let what;
    if (isLeast) {
      const need = clues.length === 1 ? "bräuchte" : "bräuchten";
      what = which ? `${need} ${which} mindestens ${minesOf(bound)} auf dem Brett` : `gäbe es mindestens ${minesOf(bound)}`;
      what += `, es gibt aber nur ${mines}`;
    } else {
      const allow = clues.length === 1 ? "ließe" : "ließen";
      what = which ? `${allow} ${which} höchstens ${minesOf(bound)} auf dem Brett zu` : `könnte es höchstens ${minesOf(bound)} geben`;
      what += `, es gibt aber ${mines}`;
    }
    return `${start}, ${what}: ${ending(cells, conclusion, name)}.`;
  },
  all({ conclusion, cells, name }) {
    const isOne = cells.length === 1;
    const which =
      conclusion === "safe"
        ? `Keine Verteilung, die ${EVERYTHING}, hat ${isOne ? "dort" : "auf einer davon"} eine Mine`
        : `Jede Verteilung, die ${EVERYTHING}, hat ${isOne ? "dort eine Mine" : "auf allen davon Minen"}`;
    return `${ending(cells, conclusion, name)}: ${which}. Ein kürzerer Grund fand sich nicht.`;
  },
  guess,
} satisfies Texts;
