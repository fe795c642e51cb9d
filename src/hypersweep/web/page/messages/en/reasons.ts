// The sentences of reasons, as Python tells them (hypersweep.solve.evidence).

import { capital, difference, isAlmostOne, percentText, sorted, sum, total } from "../../play/phrases.ts";
import type { Texts } from "../../messages.ts";

type Clue = [number, number];
type Name = (cells: readonly number[]) => string;

const are = (count: number) => (count === 1 ? "is" : "are");
const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const list = (words: string[]) =>
  words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
const clueName = ([number, cell]: Clue, name: Name) => `the ${number} at ${name([cell])}`;
const otherCells = (count: number) => (count === 1 ? "only other covered cell" : `${count} other covered cells`);
const LEAST_CHANCE = 1e-5;
const LEAST_OPENING = 0.01;

function ending(cells: readonly number[], conclusion: string, name: Name) {
  if (conclusion === "safe") return `${name(cells)} ${are(cells.length)} safe`;
  return `${name(cells)} ${cells.length === 1 ? "is a mine" : "are mines"}`;
}

function shownMines({ clue, shown }: {clue: Clue, shown: number[]}, rest: number, name: Name) {
  if (!shown.length) return "";
  return `The board shows ${shown.length === 1 ? "a mine" : "mines"} at ${name(shown)}, so ${clueName(clue, name)} needs ${rest} more. `;
}

function allMines(count: number, cells: readonly number[], name: Name) {
  if (cells.length === count) return `: ${ending(cells, "mine", name)}`;
  return `, so all of them are mines, including ${name(cells)}`;
}

function leftOut(cells: readonly number[], name: Name) {
  return cells.length ? `, not counting ${name(cells)}, which ${are(cells.length)} safe,` : "";
}

function clueSafe({ clue, used, shown, covered, cells, name }: any) {
  const start = capital(clueName(clue, name));
  if (clue[0] === 0) return `${start} touches no mine: ${ending(cells, "safe", name)}.`;
  const which = clue[0] === 1 ? "its mine" : `its ${clue[0]} mines`;
  const found = `${start} already has ${which}, ${name(sorted([...new Set([...used, ...shown])]))}`;
  // Further cells are known by other steps, so these aren't all the others.
  if (used.length + cells.length < covered) return `${found}: ${ending(cells, "safe", name)}.`;
  return `${found}, so its ${otherCells(cells.length)}, ${name(cells)}, ${are(cells.length)} safe.`;
}

function clueMine({ clue, used, shown, covered, cells, name }: any) {
  const left = covered - used.length;
  let start = capital(clueName(clue, name));
  if (shown.length) start = `${shownMines({ clue, shown }, clue[0] - shown.length, name)}It`;
  if (used.length) {
    start += ` touches ${countOf(covered, "covered cell")}, but ${ending(used, "safe", name)}. Only ${left} ${are(left)} left`;
  } else {
    start += ` touches only ${countOf(left, "covered cell")}`;
  }
  return `${start}${allMines(left, cells, name)}.`;
}

function knownOfSecond(less: any, name: Name) {
  if (!less.known.length) return "";
  const be = less.known.length === 1 ? "is a mine" : "are mines";
  return `${name(less.known)}, which only ${clueName(less.clue, name)} touches, ${be}. `;
}

function pairMine({ more: [more], less: [less], cells, name }: any) {
  const [own, sure] = [more.own.length, less.known.length];
  const room = less.rest - sure;
  return (
    `${knownOfSecond(less, name)}${capital(clueName(more.clue, name))} can have at most ${difference(less.rest, sure)} ` +
    `${room === 1 ? "mine" : "mines"} in the cells it shares with ${clueName(less.clue, name)}. That leaves ` +
    `${more.rest} - ${room} = ${own} for its ${otherCells(own)}${leftOut(more.safe, name).replace(/,$/, "")}${allMines(own, cells, name)}.`
  );
}

function pairSafe({ more: [more], less: [less], cells, name }: any) {
  const [own, sure] = [more.own.length, less.known.length];
  const [first, second] = [clueName(more.clue, name), clueName(less.clue, name)];
  const least = more.rest - own;
  let start;
  if (!own) {
    const what = more.rest === 1 ? "its mine counts" : `its ${more.rest} mines count`;
    start = `Every covered cell of ${first}${leftOut(more.safe, name)} also touches ${second}, so ${what} for both`;
  } else {
    start =
      `${capital(first)} has only ${countOf(own, "covered cell")}${leftOut(more.safe, name)} that ${second} doesn't touch, ` +
      `so at least ${difference(more.rest, own)} of its mines ${least === 1 ? "is" : "are"} among those that both touch`;
  }
  const taken = sure ? `${less.rest} - ${sure} - ${least}` : `${less.rest} - ${least}`;
  return (
    `${knownOfSecond(less, name)}${start}. That leaves ${taken} = 0 mines for the other cells of ${second}: ` +
    `${ending(cells, "safe", name)}.`
  );
}

/** Of clues that together need all the mines of another one in the cells that they share with it. */
function filled({ more, less: [whole], conclusion, cells, name }: any) {
  const least: number[] = [];
  const parts = more.map((part: any) => {
    const few = part.rest - part.own.length;
    least.push(few);
    const needs = part.own.length ? `at least ${difference(part.rest, part.own.length)}` : few;
    return `${clueName(part.clue, name)}${leftOut(part.safe, name)} needs ${needs} ${few === 1 ? "mine" : "mines"} in ${name(part.shared)}`;
  });
  let start = `${capital(parts.join("; "))}. `;
  if (whole.known.length) {
    start += `${capital(ending(whole.known, "mine", name))} as well. `;
    least.push(whole.known.length);
  }
  start += `Together that is ${total(least)}, all that ${clueName(whole.clue, name)} can have`;
  if (conclusion === "safe") return `${start}, so it has none elsewhere: ${ending(cells, "safe", name)}.`;
  const others = more.filter((part: any) => part.own.length).map((part: any) => clueName(part.clue, name));
  const has = others.length === 1 ? "has its other mines" : "have their other mines";
  return `${start}, so ${list(others)} ${has} elsewhere: ${ending(cells, "mine", name)}.`;
}

/** Of a clue that has more mines than other clues allow in the cells that they share with it. */
function spared({ more: [whole], less, conclusion, cells, name }: any) {
  const own = whole.own.length;
  const most: number[] = [];
  const parts = less.map((part: any) => {
    const known = part.known.length ? `since ${ending(part.known, "mine", name)}, ` : "";
    const room = part.rest - part.known.length;
    most.push(room);
    const allowed = `${difference(part.rest, part.known.length)} ${room === 1 ? "mine" : "mines"}`;
    return `${known}${clueName(part.clue, name)} allows at most ${allowed} in ${name(part.shared)}`;
  });
  let start = `${capital(parts.join("; "))}: ${total(most)} in all. `;
  const wholeName = `${clueName(whole.clue, name)}${leftOut(whole.safe, name)}`;
  if (conclusion === "mine") {
    return (
      `${start}That leaves ${whole.rest} - ${sum(most)} = ${own} of the mines of ${wholeName} for its ` +
      `${otherCells(own)}${allMines(own, cells, name)}.`
    );
  }
  if (own) {
    start += `${capital(wholeName)} has only ${countOf(own, "other covered cell")}, so it needs ${whole.rest} - ${own} = ${sum(most)} there`;
  } else {
    start += `${capital(wholeName)} has no other covered cell, so it needs ${whole.rest} there`;
  }
  const others = less
    .filter((part: any) => part.own.length > part.known.length)
    .map((part: any) => clueName(part.clue, name));
  return `${start}, and ${list(others)} ${others.length === 1 ? "has" : "have"} none elsewhere: ${ending(cells, "safe", name)}.`;
}

function compared({ more, less, able, ableWeights, known, knownWeights, safe, conclusion, cells, name }: any) {
  const [first, second] = [more, less].map((sides) => list(sides.map((side: any) => clueName(side.clue, name))));
  const [ours, theirs] = [more, less].map((sides) => sides.map((side: any) => side.rest));
  const taken = -sum(knownWeights);
  const left = sum(theirs) - taken;
  let text = `Compare ${first} with ${second}: ${total(ours)} against ${total(theirs)}. `;
  if (known.length) {
    text +=
      `${ending(known, "mine", name)} and ${known.length === 1 ? "counts" : "count"} ${taken} more on the second side, ` +
      `which leaves ${sum(theirs)} - ${taken} = ${left} there. `;
  }
  text += `The difference is ${sum(ours)} - ${left} = ${sum(ours) - left}. `;
  if (safe.length) text += `${ending(safe, "safe", name)}. `;
  if (!able.length) {
    text += "No other covered cell counts more often on the first side";
  } else {
    const most = ableWeights.every((weight: number) => weight === 1) ? able.length : total(ableWeights);
    text += `Only ${name(able)} ${able.length === 1 ? "counts" : "count"} more often on the first side, ${most} in all`;
    if (conclusion === "mine") text += ", which is no more than the difference";
  }
  if (conclusion === "safe") return `${text}, so whatever counts more often on the second side is safe: ${name(cells)}.`;
  return `${text}: ${ending(cells, conclusion, name)}.`;
}

function lineStep({ clue: own, isMine, shown, supposed, follows }: any, name: Name) {
  const clue = clueName(own, name);
  if (isMine) {
    const left = supposed.length ? `Only ${name(supposed)}` : "No covered cell";
    const beside = shown.length ? ` besides ${name(shown)}` : "";
    if (!follows.length) return `${left} would be left for ${clue}${beside}, which is not enough.`;
    const which = supposed.length === 1 ? "it" : name(follows);
    return `${left} would be left for ${clue}${beside}, so ${which} would be ${follows.length === 1 ? "a mine" : "mines"}.`;
  }
  const mines = sorted([...shown, ...supposed]);
  if (!follows.length) return `${capital(clue)} would touch ${countOf(mines.length, "mine")}, ${name(mines)}, which is too many.`;
  const which = own[0] === 1 ? "its mine" : `its ${own[0]} mines`;
  return `${capital(clue)} would have ${which}, ${name(mines)}, so ${name(follows)} would be safe.`;
}

function lineSteps({ steps, cases }: any, name: Name, label = ""): string[] {
  return [
    ...steps.map((step: any) => lineStep(step, name)),
    ...cases.flatMap((own: any, place: number) => [
      `Case ${label}${place + 1}, ${name([own.cell])} is ${own.isMine ? "a mine" : "safe"}:`,
      ...lineSteps(own, name, `${label}${place + 1}.`),
    ]),
  ];
}

function shareSafe({ clues, needs, mines, found, cells, name }: any) {
  const left = mines - found;
  let start = `There ${are(mines)} only ${countOf(mines, "mine")}`;
  if (!mines) start = "There are no mines";
  else if (!left) start = mines === 1 ? "The only mine is found" : `All ${mines} mines are found`;
  else if (found) start = `${found} of the ${mines} mines ${are(found)} found elsewhere, which leaves ${difference(mines, found)}`;
  const be = are(cells.length);
  if (!clues.length) return `${start}, so ${name(cells)} ${be} safe.`;
  const names = capital(list(clues.map((clue: Clue) => clueName(clue, name))));
  const needed =
    clues.length === 1
      ? `${names} needs ${left === 1 ? "it" : left === 2 ? "both" : `all ${left}`}`
      : `${names} share no covered cell and need ${total(needs)}`;
  return `${start}. ${needed}, so the ${otherCells(cells.length)} ${be} safe: ${name(cells)}.`;
}

function shareMine({ clues, needs, mines, found, safe, cells, name }: any) {
  const left = mines - found;
  let start = `There ${are(mines)} ${countOf(mines, "mine")}`;
  if (found) start = `${found} of the ${mines} mines ${are(found)} shown, which leaves ${difference(mines, found)}`;
  if (!clues.length) {
    const known = safe ? " not known to be safe" : "";
    const only = cells.length === 1 ? `, and only 1 covered cell${known}` : `, as many as there are covered cells${known}`;
    return `${start}${only}: ${ending(cells, "mine", name)}.`;
  }
  if (safe) start += `, and ${countOf(safe, "covered cell")} ${are(safe)} known to be safe`;
  const take = clues.length === 1 ? "takes" : "share no covered cell and take";
  const which = clues.length === 1 ? "it doesn't touch" : "none of them touches";
  const room = left - sum(needs);
  const names = capital(list(clues.map((clue: Clue) => clueName(clue, name))));
  return (
    `${start}. ${names} ${take} ${total(needs)}. The other ${left} - ${sum(needs)} = ${room} must be in the ` +
    `${otherCells(room)} that ${which}: ${ending(cells, "mine", name)}.`
  );
}

const percent = (chance: number) => (isAlmostOne(chance) ? "almost 100 %" : percentText(chance));
const risk = (chance: number, about: string) =>
  chance > 0 && chance < LEAST_CHANCE ? "less than 0.001 %" : about + percent(chance);

function guess({ chance, choice, safest, least, equals, opening, isSeen, beside, elsewhere, error, cells: [cell], name }: any) {
  const about = error === null ? "" : "about ";
  let text = error === null ? "No cell is certain to be safe" : "There are too many layouts to count, and no easy rule finds a safe cell";
  const where = beside ? [`${countOf(beside, "covered cell")} next to clues`] : [];
  if (elsewhere) where.push(beside ? `${elsewhere} elsewhere` : countOf(elsewhere, "covered cell"));
  text += where.length ? `: ${list(where)} ${are(beside + elsewhere)} in doubt. ` : ". ";
  text += `The chance of a mine at ${name([cell])}${isSeen ? "" : ", which no clue touches,"} is ${risk(chance, about)}`;
  if (cell === safest) {
    const also = equals === 1 ? "1 other cell is" : `${equals} other cells are`;
    text += `, the lowest on the board${equals ? ` (${also} as safe)` : ""}`;
  } else {
    text += `; the lowest on the board, ${risk(least, about)}, is at ${name([safest])}`;
  }
  if (error) text += `. The chances are estimates, with a standard error of ${percent(error)} here`;
  if (choice && choice.cell !== cell) text += `. ${name([choice.cell])} is the better guess`;
  else if (choice) {
    if (choice.wins) {
      text += `. With perfect play from here it wins ${percent(choice.wins[0] / choice.wins[1])} of the time; no other cell wins more often`;
    } else if (opening >= LEAST_OPENING) {
      text += `. With a chance of ${percent(opening)} it touches no mine, and opens more cells`;
    }
    if (choice.kind === "guess" && choice.policy === "look-ahead") {
      text += ". Among cells about as safe, it promises the most for later moves";
    } else if (choice.kind === "guess" && choice.policy !== "safest") {
      text += ". Among the safest cells, it is the most likely to settle others";
    }
  }
  return `${text}.`;
}

const EVERYTHING = "the clues and the number of mines";

export default {
  list: ({ words }) => list(words),
  run: ({ first, last }) => `${first} to ${last}`,
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
    let final = `So ${ending([supposed.cell], conclusion, name)}`;
    if (alike.length) {
      const [be, touch] = alike.length === 1 ? ["is", "touches"] : ["are", "touch"];
      final += `, and so ${be} ${name(alike)}, which ${touch} the same of these clues`;
    }
    const what = supposed.isMine ? "a mine" : "safe";
    return [`Suppose ${name([supposed.cell])} were ${what}.`, ...lineSteps(supposed, name), `${final}.`].join(" ");
  },
  tried: ({ clues, conclusion, cells, name }) =>
    `If ${name(cells)} were ${conclusion === "safe" ? "a mine" : "safe"}, no arrangement of mines would satisfy ` +
    `${list(clues.map((clue: Clue) => clueName(clue, name)))}. There are too many cases to list, but all of them ` +
    `were tried: ${ending(cells, conclusion, name)}.`,
  share: (values) => (values.conclusion === "safe" ? shareSafe(values) : shareMine(values)),
  bound({ clues, mines, bound, isLeast, conclusion, cells, name }) {
    const start = `If ${cells.length > 1 ? "one of " : ""}${name(cells)} were ${conclusion === "safe" ? "a mine" : "safe"}`;
    const needed = countOf(bound, "mine");
    const which = clues.length ? `the clue${clues.length === 1 ? "" : "s"} at ${name(clues)}` : "";
    const most = which ? `${which} would allow at most ${needed} on the board` : `there could be at most ${needed}`;
    const fewest = which ? `${which} would need at least ${needed} on the board` : `there would be at least ${needed}`;
    const what = isLeast ? `${fewest}, but there ${are(mines)} only ${mines}` : `${most}, but there ${are(mines)} ${mines}`;
    return `${start}, ${what}: ${ending(cells, conclusion, name)}.`;
  },
  all({ conclusion, cells, name }) {
    const isOne = cells.length === 1;
    const which =
      conclusion === "safe"
        ? `no layout that fits ${EVERYTHING} has a mine ${isOne ? "there" : "at any of them"}`
        : `every layout that fits ${EVERYTHING} has ${isOne ? "one there" : "mines at all of them"}`;
    return `${ending(cells, conclusion, name)}: ${which}. No shorter reason was found.`;
  },
  guess,
} satisfies Texts;
