// @ts-check
// Reviews a whole game: judges every move by what the player could know, and picks the moves worth learning from. Like
// review/game_review.py.

import { cellsAround } from "../engine/around.js";
import { CODES } from "../engine/terms.js";
import { firstOpenPromise } from "../engine/rules.js";
import { Findings, costOf } from "./findings.js";
import { judge, POLICY, unknown, withinBudget } from "./judge.js";
import { Replay } from "./replay.js";

/** @typedef {import("../engine/analysis.js").Analysis} Analysis */
/** @typedef {import("../engine/client.js").Engine} Engine */
/** @typedef {import("../engine/terms.js").Budget} Budget */
/** @typedef {import("../engine/reasons.js").Reason} Reason */
/** @typedef {import("./findings.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./judge.js").Judgement} Judgement */
/** @typedef {import("./judge.js").View} View */
/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").Record} GameRecord */

/** Budget of one analysis: the same as in Python. */
export const BUDGET = Object.freeze({ states: 1 << 18, bytes: 1 << 28 });
/** Maximum number of explained moves, and seconds for each. */
const LESSONS = 3;
const LESSON_SECONDS = 5;
/** Checks per second in an analysis, for converting time limits to budgets. */
const ASKS = 10_000;

/** What was known before a move. @typedef {{judgement: Judgement, frontier: Set<number>, overlooked: Reason[], warnings: Reason[]}} Insight */

/** Divides the time limit of a review among its analyses. */
class Clock {
  wasLate = false;

  /** @param {number | null} seconds */
  constructor(seconds) {
    this.end = seconds === null ? Infinity : performance.now() + 1000 * seconds;
  }

  /** Budget for the next analysis, or null if no time is left. @param {number} [most] - seconds @returns {Budget | null} */
  allowance(most = Infinity) {
    const left = (this.end - performance.now()) / 1000;
    if (left <= 0) {
      this.wasLate = true;
      return null;
    }
    return budgetOf(this.end === Infinity ? Infinity : Math.min(left, most));
  }
}

/** @param {number} seconds @returns {Budget} */
function budgetOf(seconds) {
  return seconds === Infinity ? BUDGET : { ...BUDGET, asks: Math.max(1, Math.round(seconds * ASKS)) };
}

/** Whether an event is judged: an open or a chord with an effect. @param {Event} event */
function isMove({ kind, changed }) {
  return (kind === "open" || kind === "chord") && changed > 0;
}

/** The positions of judged moves among a game's events. @param {GameRecord} record */
export function movePositions({ events }) {
  return events.flatMap((event, position) => (isMove(event) ? [position] : []));
}

/** @param {GameRecord} record @param {Int16Array} codes @returns {View} */
function viewOf({ board, mines }, codes) {
  return { board, mines, codes: Int32Array.from(codes) };
}

/**
 * Judge every move of a game by what the player could know.
 * @param {Engine} engine
 * @param {GameRecord} record - finished or not
 * @param {{seconds?: number | null, signal?: AbortSignal, onMove?: (moves: readonly ReviewedMove[]) => void}} [options]
 * - time limit of the whole review, or null for none; `onMove` is called after each judged move
 * @returns {Promise<Findings>}
 */
export async function review(engine, record, { seconds = 60, signal, onMove } = {}) {
  const clock = new Clock(seconds);
  const replay = await Replay.begin(engine, record);
  /** @type {ReviewedMove[]} */
  const moves = [];
  // Moves in effect, and moves that could be redone: indices of judged moves, null for flags.
  /** @type {(number | null)[]} */
  const done = [];
  /** @type {(number | null)[]} */
  const undone = [];
  /** @type {{cost: number, move: ReviewedMove, view: View, analysis: Analysis | null}[]} */
  let costly = [];
  try {
    while (replay.position < record.events.length) {
      signal?.throwIfAborted();
      const { position } = replay;
      const event = record.events[position];
      if (!isMove(event)) {
        await replay.step({ signal });
        if (event.kind === "undo" || event.kind === "redo") {
          const [source, target] = event.kind === "undo" ? [done, undone] : [undone, done];
          const place = source.pop() ?? null;
          target.push(place);
          if (place !== null) moves[place].isTakenBack = event.kind === "undo";
        } else if (event.changed) {
          done.push(null);
          undone.length = 0;
        }
        continue;
      }
      const view = viewOf(record, replay.codes);
      // The replay throws an error for impossible events.
      await replay.step({ signal });
      const budget = clock.allowance();
      const { analysis, ...judgement } = await judgeEvent(engine, record, view, event, !moves.length, budget, signal);
      const cell = record.board.index(/** @type {readonly number[]} */ (event.cell));
      /** @type {ReviewedMove} */
      const move = {
        ...judgement,
        number: moves.length + 1,
        position,
        milliseconds: event.milliseconds,
        kind: /** @type {"open" | "chord"} */ (event.kind),
        cell,
        cells: event.kind === "open" ? [cell] : cellsAround(record.board, cell).filter((other) => view.codes[other] === CODES.covered),
        survived: replay.outcome !== "lost",
        isTakenBack: false,
      };
      done.push(moves.length);
      undone.length = 0;
      moves.push(move);
      const cost = costOf(move);
      if (cost > 0) {
        costly.push({ cost, move, view, analysis });
        costly.sort((one, other) => other.cost - one.cost || one.move.number - other.move.number);
        costly = costly.slice(0, LESSONS);
      }
      onMove?.(moves);
    }
    const lessons = [];
    for (const { move, cost, view, analysis } of costly) {
      const allowed = move.bestCell === null ? null : clock.allowance(LESSON_SECONDS);
      const reasons = allowed ? await reasonsFor(engine, view, move, analysis, allowed, signal) : { overlooked: [], warnings: [] };
      lessons.push({ move, cost, ...reasons });
    }
    return new Findings(record, moves, lessons, { isComplete: !clock.wasLate, codes: replay.codes.slice() });
  } finally {
    await replay.close().catch(() => {});
  }
}

/**
 * Judge one move of a record.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {View} view
 * @param {Event} event
 * @param {boolean} isFirst - whether it is the game's first open
 * @param {Budget | null} budget - null if no time is left
 * @param {AbortSignal} [signal]
 * @returns {Promise<Judgement>}
 */
async function judgeEvent(engine, { board, rules }, view, { kind, cell }, isFirst, budget, signal) {
  const index = board.index(/** @type {readonly number[]} */ (cell));
  if (isFirst && kind === "open" && firstOpenPromise(rules) !== "any") {
    return { ...unknown(), verdict: "first open", risk: 0, bestCell: index, bestRisk: 0 };
  }
  return budget ? judge(engine, view, /** @type {"open" | "chord"} */ (kind), index, { budget, signal }) : unknown();
}

/**
 * The reasons why one cell was the best, and why another was a mine; null if that exceeds the budget.
 * @param {Engine} engine
 * @param {View} view
 * @param {{bestCell: number | null, verdict: string, kind: string, cell: number}} move
 * @param {Analysis | null} analysis
 * @param {Budget} budget
 * @param {AbortSignal} [signal]
 * @returns {Promise<{overlooked: Reason[], warnings: Reason[]}>}
 */
async function reasonsFor(engine, view, { bestCell, verdict, kind, cell }, analysis, budget, signal) {
  const isMine = verdict === "blunder" && kind === "open";
  const known = analysis ?? (await withinBudget(engine.analyse(view, { budget, estimate: true, signal })));
  const cells = isMine ? [bestCell, cell] : [bestCell];
  const found = known && (await withinBudget(known.explain(cells, { policy: POLICY, signal })));
  return { overlooked: found?.[0] ?? [], warnings: found?.[1] ?? [] };
}

/**
 * What was known before a move.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {Int16Array} codes - codes before the move
 * @param {Event} event
 * @param {{isFirst: boolean, seconds?: number, signal?: AbortSignal}} options
 * @returns {Promise<Insight>}
 */
export async function insight(engine, record, codes, event, { isFirst, seconds = Infinity, signal }) {
  const view = viewOf(record, codes);
  const budget = budgetOf(seconds);
  const judgement = await judgeEvent(engine, record, view, event, isFirst, budget, signal);
  /** @type {{overlooked: Reason[], warnings: Reason[]}} */
  let reasons = { overlooked: [], warnings: [] };
  const { analysis, bestCell, verdict } = judgement;
  if (analysis && bestCell !== null && codes[bestCell] < 0) {
    const cell = record.board.index(/** @type {readonly number[]} */ (event.cell));
    reasons = await reasonsFor(engine, view, { bestCell, verdict, kind: event.kind, cell }, analysis, budget, signal);
  }
  const frontier = new Set();
  codes.forEach((code, index) => {
    if (code <= 0) return;
    for (const other of cellsAround(record.board, index)) if (codes[other] < 0) frontier.add(other);
  });
  return { judgement, frontier, ...reasons };
}
