// A review as text: figures in words, and the lines of the report. Like review/findings.py, in the player's language.

import { gradeName } from "../engine/rules.ts";
import { givenAway, type Findings, type Lesson, type ReviewedMove } from "./findings.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Judgement } from "./judge.ts";

type Speaker = { text: (name: string, values?: any) => string };
/** Formats a reason. */
export type Say = (reason: Reason) => string;
/** Functions that return the name of a cell, and format a time. */
export type Names = { place: (index: number) => string; length: (milliseconds: number) => string };

const WIDTH = 78;
/** Maximum number of reasons shown from a long chain: the last ones. */
const MOST_REASONS = 6;
const SAME = 1e-9;

/** Format a number with a fixed number of decimals; ties round to even, as in Python. */
export function fixed(value: number, digits: number) {
  const exact = Math.abs(value).toFixed(60);
  const end = exact.indexOf(".") + 1 + digits;
  let text = value.toFixed(digits);
  if (/^50*$/.test(exact.slice(end))) {
    const cut = exact.slice(0, end).replace(/\.$/, "");
    if (Number(cut.at(-1)) % 2 === 0) text = (value < 0 ? "-" : "") + cut;
  }
  return text;
}

/** A chance in per cent; "0" and "100" only if it is exactly 0 or 1. */
export function chanceText(app: Speaker, chance: number | null, isEstimate = false) {
  if (chance === null) return "?";
  if (chance > 0 && chance < 0.001) return app.text("review.least");
  if (chance < 1 && chance > 0.999) return app.text("review.most");
  const text = chance === 0 || chance === 1 ? String(100 * chance) : fixed(100 * chance, 1);
  return app.text("review.percent", { text, isEstimate });
}

export function luckText(app: Speaker, { isPunished, luck }: Findings) {
  if (isPunished) return app.text("review.no_luck");
  const sign = luck < 0 || Object.is(luck, -0) ? "minus" : "plus";
  return app.text("review.signed", { sign, text: fixed(luck, 2).replace("-", "") });
}

function verdictsText(app: Speaker, number: number, verdict: string) {
  return app.text("review.verdicts", { number, verdict: verdict.replace(" ", "_") });
}

/** The best alternative to a guess, in brief; "" if unknown. */
export function bestText(app: Speaker, move: Pick<Judgement, "verdict" | "risk" | "bestCell" | "bestRisk" | "safestCell" | "safestRisk" | "isEstimate">, { place }: Names) {
  const { bestCell, bestRisk, safestCell, verdict } = move;
  if (bestCell === null || bestRisk === null) return "";
  if (verdict === "forced guess") {
    if (safestCell === null || (move.risk ?? 0) < (move.safestRisk ?? 0) + 5e-4) return app.text("review.as_good");
    return app.text("review.tells_less", { place: place(safestCell) });
  }
  if (safestCell === null) return app.text("review.for_certain", { place: place(bestCell) });
  return app.text("review.best_at", { place: place(bestCell), chance: chanceText(app, bestRisk, move.isEstimate) });
}

/** The line that identifies the game. */
export function summary(app: Speaker, { record }: Findings, { player, length }: {player: string} & Names) {
  const { board, mines, rules, outcome, milliseconds } = record;
  const values = { board: board.format(), mines, guess: rules.guess, grade: gradeName(rules), outcome, length: length(milliseconds), player };
  return app.text("review.summary", values);
}

export function figuresText(app: Speaker, findings: Findings) {
  const { guesses, isEstimate } = findings;
  const chance = (value: number) => chanceText(app, value, isEstimate);
  return app.text("review.figures", {
    guesses: guesses.length,
    survival: chance(findings.survival),
    luck: luckText(app, findings),
    skill: chance(findings.skill),
    accuracy: chance(findings.accuracy),
  });
}

/**
 * Wrap a text at word boundaries.
 * @param first - prefix of the first line
 */
function wrap(text: string, width: number, first = "", next: string = first) {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      [line, isEmpty] = [next, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return isEmpty ? lines : [...lines, line];
}

export function report(app: Speaker, findings: Findings, names: {player: string, say: Say} & Names): string[] {
  const text = (name: string, values: any = {}) => app.text(`review.${name}`, values);
  const lines = [text("report_of", { summary: summary(app, findings, names) }), ""];
  if (!findings.moves.length) return [...lines, `  ${text("no_moves")}`];
  const { moves, isEstimate, guesses, lessons } = findings;
  const chance = (value: number) => chanceText(app, value, isEstimate);
  const fact = (name: string, value: string, words: string) => {
    const [head = "", ...rest] = wrap(words, WIDTH - 23);
    lines.push(`  ${name.padEnd(10)} ${value.padStart(8)}  ${head}`.trimEnd(), ...rest.map((line) => " ".repeat(23) + line));
  };
  fact(text("moves"), String(moves.length), findings.verdicts.map(([verdict, count]) => verdictsText(app, count, verdict)).join(", "));
  const best = findings.bestSurvival > findings.survival ? chance(findings.bestSurvival) : "";
  fact(text("survival"), chance(findings.survival), text("survival_words", { isNothing: findings.survival === 0, best }));
  const { deaths, isPunished } = findings;
  fact(text("luck"), luckText(app, findings), text("luck_words", { isPunished, deaths, expected: fixed(findings.expectedDeaths, 2) }));
  const points = findings.givenAway === 0 ? "" : fixed(100 * findings.givenAway, 1);
  fact(text("skill"), chance(findings.skill), text("skill_words", { points, guesses: guesses.length }));
  fact(text("accuracy"), chance(findings.accuracy), text("accuracy_words", { sound: findings.sound, moves: moves.length }));
  lines.push("", ...guessTable(app, guesses, names));
  if (lessons.length) {
    lines.push("", `  ${text("lessons", { lessons: lessons.length })}`);
    for (const lesson of lessons) lines.push("", ...lessonLines(app, lesson, names));
  }
  for (const note of notes(app, findings)) lines.push("", ...wrap(note, WIDTH - 2, "  "));
  return lines;
}

function guessTable(app: Speaker, guesses: readonly ReviewedMove[], names: Names) {
  if (!guesses.length) return [`  ${app.text("review.no_guess")}`];
  const head = ["head_move", "head_time", "", "head_verdict", "head_risk", "head_best", ""];
  const rows = [head.map((name) => name && app.text(`review.${name}`)), ...guesses.map((move) => guessRow(app, move, names))];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isRight = [true, true, false, false, true, false, false];
  return rows.map((row) => {
    const parts = row.map((cell, column) => (isRight[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])));
    return `  ${parts.join("  ")}`.trimEnd();
  });
}

/** A guess as a table row: its number, time, move, verdict, risk, the best alternative, and the result. */
export function guessRow(app: Speaker, move: ReviewedMove, names: Names): string[] {
  const ends = [];
  if (!move.survived) ends.push(app.text("review.mine"));
  if (move.isTakenBack) ends.push(app.text("review.taken_back"));
  const { winChance, keptWinChance } = move;
  if (winChance !== null && keptWinChance !== null) {
    const chance = chanceText(app, winChance);
    const kept = keptWinChance < winChance - SAME ? chanceText(app, keptWinChance) : "";
    ends.push(app.text("review.wins", { chance, kept }));
  }
  return [
    String(move.number),
    names.length(move.milliseconds),
    app.text("review.move", { kind: move.kind, place: names.place(move.cell) }),
    verdictText(app, move.verdict),
    chanceText(app, move.risk, move.isEstimate),
    bestText(app, move, names),
    ends.join(", "),
  ];
}

export function verdictText(app: Speaker, verdict: string) {
  return app.text(`review.verdict_${verdict.replace(" ", "_")}`);
}

function lessonLines(app: Speaker, { move, cost, overlooked, warnings }: Lesson, { say, place, length }: {say: Say} & Names) {
  const head = app.text("review.lesson", {
    number: move.number,
    time: length(move.milliseconds),
    move: app.text("review.move", { kind: move.kind, place: place(move.cell) }),
    verdict: verdictText(app, move.verdict),
    risk: chanceText(app, move.risk, move.isEstimate),
    points: fixed(100 * cost, 1),
    isOfWinning: move.winChance !== null && move.verdict === "risky guess",
  });
  const lines = wrap(head, WIDTH - 2, "  ", "    ");
  const last = overlooked.at(-1);
  const isGuess = !last || last.conclusion === "guess";
  const parts = [
    ["why_mine", warnings],
    [isGuess ? "better_guess" : "was_certain", overlooked],
  ] as const;
  for (const [title, reasons] of parts) {
    if (!reasons.length) continue;
    lines.push(`    ${app.text(`review.${title}`)}:`);
    const shown = reasons.length <= MOST_REASONS ? reasons : reasons.slice(1 - MOST_REASONS);
    if (shown.length < reasons.length) lines.push(`    - ${app.text("review.easier", { steps: reasons.length - shown.length })}`);
    for (const reason of shown) lines.push(...wrap(say(reason), WIDTH - 2, "    - ", "      "));
  }
  return lines;
}

function notes(app: Speaker, { moves, isComplete, isEstimate }: Findings) {
  const found = [];
  const undone = moves.filter(({ isTakenBack }) => isTakenBack).length;
  const unknown = moves.filter(({ verdict }) => verdict === "unknown").length;
  if (undone) found.push(app.text("review.note_undone", { moves: undone }));
  if (!isComplete) found.push(app.text("review.note_late", { moves: unknown }));
  else if (unknown) found.push(app.text("review.note_unknown"));
  if (isEstimate) found.push(app.text("review.note_estimate"));
  return found;
}

/** A guess as a sentence, for its tooltip and for screen readers. */
export function tipText(app: Speaker, move: ReviewedMove, { place, length }: Names) {
  const isBetter = givenAway(move) > 0 && move.bestCell !== null;
  return app.text("review.tip", {
    number: move.number,
    time: length(move.milliseconds),
    move: app.text("review.move", { kind: move.kind, place: place(move.cell) }),
    verdict: verdictText(app, move.verdict),
    risk: chanceText(app, move.risk, move.isEstimate),
    best: isBetter ? app.text("review.had", { place: place(move.bestCell ?? 0), chance: chanceText(app, move.bestRisk, move.isEstimate) }) : "",
    survived: move.survived,
  });
}
