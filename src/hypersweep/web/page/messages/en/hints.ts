// The sentences of hints, as Python tells them (hypersweep.session.hint), and of the best move.

import { capital, percentText } from "../../play/phrases.ts";
import type { Texts } from "../../messages.ts";

type Clue = [number, number];
type Name = (cells: readonly number[]) => string;

const are = (count: number) => (count === 1 ? "is" : "are");
const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const marked = (count: number, noun: string) =>
  count === 1 ? `the marked ${noun}` : `the ${count} marked ${noun}s`;
const clueName = ([number, cell]: Clue, name: Name) => `the ${number} at ${name([cell])}`;
const fewOrMarked = (cells: number[], noun: string, name: Name) =>
  cells.length <= MOST_NAMED ? name(cells) : marked(cells.length, noun);
const safeWords = (cells: number[], name: Name) =>
  `${fewOrMarked(cells, "cell", name)} ${are(cells.length)} safe`;

/** More cells than these aren't named where they are marked. */
const MOST_NAMED = 2;
/** A player can look at so many clues; of more only the number is told. */
const MOST_CLUES = 12;
const STARTS: Record<string, string> = { none: "", flag: "A flag is wrong", flags: "Some flags are wrong", together: "The flags can't all be right" };

function why({ rule, cells, grounds }: any, clues: number[], name: Name, isLeast: boolean) {
  if (grounds.kind === "guess") {
    const about = grounds.error === null ? "" : "about ";
    const lowest = grounds.chance === grounds.least && !isLeast ? ", the lowest there is" : "";
    return `${name(cells)} is a mine with a chance of ${about}${percentText(grounds.chance)}${lowest}`;
  }
  if (grounds.kind === "clue") {
    const [number] = grounds.clue;
    const clue = clueName(grounds.clue, name);
    if (number === 0) return `${clue} touches no mine`;
    if (number === 1) return `${clue} already has its mine, ${name([...grounds.used, ...grounds.shown])}`;
    return `${clue} already has its ${number} mines`;
  }
  if (grounds.kind === "sum" && grounds.more.length === 1 && grounds.less.length === 1) {
    const [[more], [less]] = [grounds.more, grounds.less];
    const [first, second] = [clueName(more.clue, name), clueName(less.clue, name)];
    if (isLeast) return `compare ${first} with ${second}`;
    const own = more.rest === 1 ? "its mine" : `its ${more.rest} mines`;
    const shared = more.own.length ? `at least ${countOf(more.rest - more.own.length, "mine")}` : own;
    return `${first} shares ${shared} with ${second}`;
  }
  const which = isLeast && clues.length > 1 ? "the marked clues" : marked(clues.length, "clue");
  if (grounds.kind === "line" || grounds.kind === "tried") {
    return `if ${name(cells.slice(0, 1))} were a mine, ${which} couldn't be ${clues.length === 1 ? "right" : "all right"}`;
  }
  if (rule === "count") return `the number of mines left${clues.length ? ` and ${which} leave` : " leaves"} none there`;
  return clues.length > 1 ? `${which} together leave no mine there` : `${which} leaves no mine there`;
}

function brief({ steps, clues, name, isLeast }: any) {
  const sentence = why(steps[steps.length - 1], clues, name, isLeast);
  return steps.length > 1 ? `In ${countOf(steps.length, "step")}: ${sentence}` : capital(sentence);
}

function wrongFlags({ cells, name, isMarked }: any) {
  if (isMarked && cells.length > 2) return `${capital(marked(cells.length, "flag"))} are wrong.`;
  return `The ${cells.length === 1 ? "flag" : "flags"} at ${name(cells)} ${are(cells.length)} wrong.`;
}

export default {
  where({ what, clues, name, isMarked }) {
    const start = STARTS[what];
    if (clues.length > MOST_CLUES) return start ? `${start}.` : "Something is certain, but not easy to see.";
    const act = clues.length ? `look at ${isMarked ? fewOrMarked(clues, "clue", name) : name(clues)}` : "count the mines that are left";
    return start ? `${start}: ${act}.` : `${capital(act)}.`;
  },
  wrong_flags: wrongFlags,
  wrong_chain: (values) => `${wrongFlags(values)} ${values.chain}`,
  crowded: ({ clues, name }) => `The clue at ${name(clues)} has too many flags around it.`,
  crowded_why({ clue, cells, name, isMarked }) {
    const start = `${capital(clueName(clue, name))} has ${countOf(cells.length, "flag")} around it`;
    return isMarked ? `${start}.` : `${start}, ${name(cells)}: they can't all be right.`;
  },
  many: ({ flags, mines }) => `There are ${countOf(flags, "flag")} for ${countOf(mines, "mine")}: some are wrong.`,
  together: ({ cells, name, isMarked }) =>
    isMarked ? `${capital(marked(cells.length, "flag"))} can't all be right.` : `The flags at ${name(cells)} can't all be right.`,
  together_why({ clues, cells, minesAtFault, name, isMarked }) {
    const count = minesAtFault ? " and the number of mines" : "";
    if (isMarked) return `No layout with ${marked(cells.length, "flag")} fits ${marked(clues.length, "clue")}${count}.`;
    const which = clues.length === 1 ? `the clue at ${name(clues)}` : `the clues at ${name(clues)}`;
    return `No layout with all of the flags at ${name(cells)} fits ${which}${count}.`;
  },
  unproved: ({ kind }) => (kind === "flags" ? "A flag is wrong." : "Something is certain, but not easy to see."),
  unproved_why({ kind, cells, name, isMarked }) {
    const claim = kind === "flags" ? `The flag at ${name(cells)} is wrong` : `${name(cells)} is safe`;
    return `${claim}: all layouts that fit ${isMarked ? "agree." : "the clues agree on it, but no short reason was found."}`;
  },
  safe: ({ cells, name, isMarked }) =>
    `${capital(isMarked ? safeWords(cells, name) : `${name(cells)} ${are(cells.length)} safe`)}.`,
  safe_brief: (values) => `${brief(values)}: ${safeWords(values.cells, values.name)}.`,
  brief: (values) => `${brief(values)}.`,
  chain: ({ left, sentences }) => (left ? `After ${countOf(left, "easier step")}: ${sentences}` : sentences),
  guess: () => "Nothing is certain.",
  guess_where: ({ cells, name }) => `Nothing is certain; the best guess is ${name(cells)}.`,
  guess_flagged: ({ text, cells, name }) => `${text} You have a flag at ${name(cells)}; it may be wrong.`,
  estimate: ({ isMarked }) =>
    isMarked
      ? "This position is too hard to work out in time, and no easy rule helps."
      : "This position is too hard to work out in the time allowed, and no easy rule settles anything.",
  start({ promise, mines, cells, isSolvable, isMarked }) {
    const after = isSolvable ? ", and no guess is needed after it" : "";
    const chance = percentText(mines / cells);
    if (isMarked && promise === "any") return `Open any cell: each is a mine with a chance of ${chance}.`;
    const next = promise === "opening" ? ", nor next to one" : "";
    if (isMarked) return `Open any cell: the first one is never a mine${next}${after}.`;
    if (promise === "any") return `Nothing is known yet. Every cell has the same chance of a mine, ${chance}: open any.`;
    return `Nothing is known yet. Your first open is never a mine${next}${after}: open any cell.`;
  },
  all_mines: "There is no hint here: every covered cell is a mine.",
  large: "There is no hint here: the position is too large to work out.",
  large_board: "There is no hint here: the board is too large to work out.",
  over: "The game is over.",
  busy: "A move is still being made.",
  paused: "The game is paused.",
  was_safe: ({ cells, name }) => `${name(cells.slice(0, 1))} was safe`,
  best: ({ cells, name }) => `best move: open ${name(cells)}`,
  best_none: "best move: none, no covered cell can be safe",
  engine_where: ({ engine, clues, name }) => (clues.length ? `Look at ${name(clues)}.` : `The engine ${engine} has a move.`),
  engine_safe: ({ engine, cells, name }) => `The engine ${engine} would open ${name(cells)}, which it takes to be safe.`,
  engine_move: ({ engine, cells, name }) => `The engine ${engine} would open ${name(cells)}.`,
  engine_guess: ({ engine, cells, name, chance, isExact }) =>
    `The engine ${engine} would open ${name(cells)}, a mine with a chance of ${isExact === false ? "about " : ""}${percentText(chance)}.`,
  engine_none: ({ engine }) => `The engine ${engine} finds nothing to open.`,
  engine_gone: ({ engine, text }) => `The server has no engine ${engine} any more, so this page answers itself. ${text}`,
  engine_away: ({ engine, text }) => `The engine ${engine} can't be reached, so this page answers itself. ${text}`,
  engine_without: ({ text }) => `Without the engine: ${text}`,
  engine_fault: ({ text }) => `There is no hint: ${text}`,
  easier: ({ cells, name }) => `easier to see: open ${name(cells)}`,
  conflict({ clues, minesAtFault, codes, mines, name }) {
    const all = clues.slice(0, MOST_CLUES).map((cell: number) => clueName([codes[cell], cell], name));
    const more = clues.length > MOST_CLUES ? " and others" : "";
    if (!clues.length) return `No layout fits: there can't be ${countOf(mines, "mine")} here.`;
    if (minesAtFault) return `No layout fits: with ${countOf(mines, "mine")} these clues can't all be right: ${all.join(", ")}${more}.`;
    if (clues.length === 1) return `No layout fits: ${all[0]} can't be right.`;
    return `No layout fits: these clues contradict each other: ${all.join(", ")}${more}.`;
  },
} satisfies Texts;
