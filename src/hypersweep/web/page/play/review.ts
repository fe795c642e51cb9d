// Reviews a whole game: judges every move by what the player could know, and picks the moves worth learning from. Like
// review/game_review.py.

import { BUDGET, LESSONS, LESSON_SECONDS } from "../data/reviews.ts";
import { cellsAround } from "../engine/around.ts";
import { CODES, type Budget } from "../engine/terms.ts";
import { firstOpenPromise } from "../engine/rules.ts";
import { costOf, findingsOf, type Findings, type ReviewedMove } from "./findings.ts";
import { judge, POLICY, unknown, withinBudget, type Judgement, type View } from "./judge.ts";
import { Replay } from "./replay.ts";
import type { Analysis } from "../engine/analysis.ts";
import type { Engine } from "../engine/client.ts";
import type { Reason } from "../engine/reasons.ts";
import { movesInEffect, type Event, type Record as GameRecord } from "./record_writer.ts";

/** Checks per second in an analysis, for converting time limits to budgets. */
const ASKS = 10_000;

/** What was known before a move. */
export type Insight = { judgement: Judgement; frontier: Set<number>; overlooked: Reason[]; warnings: Reason[] };

/** Divides the time limit of a review among its analyses. */
class Clock {
  end;
  wasLate = false;

  constructor(seconds: number | null) {
    this.end = seconds === null ? Infinity : performance.now() + 1000 * seconds;
  }

  /**
   * Budget for the next analysis, or null if no time is left.
   * @param most - seconds
   */
  allowance(most: number = Infinity): Budget | null {
    const left = (this.end - performance.now()) / 1000;
    if (left <= 0) {
      this.wasLate = true;
      return null;
    }
    return budgetOf(this.end === Infinity ? Infinity : Math.min(left, most));
  }
}

function budgetOf(seconds: number): Budget {
  return seconds === Infinity ? BUDGET : { ...BUDGET, asks: Math.max(1, Math.round(seconds * ASKS)) };
}

/** Whether an event is judged: an open or a chord with an effect. */
function isMove({ kind, changed }: Event) {
  return (kind === "open" || kind === "chord") && changed > 0;
}

export function movePositions({ events }: GameRecord) {
  return events.flatMap((event, position) => (isMove(event) ? [position] : []));
}

function viewOf({ board, mines }: GameRecord, codes: Int16Array): View {
  return { board, mines, codes: Int32Array.from(codes) };
}

/**
 * Judge every move of a game by what the player could know.
 * @param record - finished or not
 * @param options - time limit of the whole review, or null for none; `onMove` is called after each judged move
 */
export async function review(engine: Engine, record: GameRecord, { seconds = 60, signal, onMove }: {seconds?: number | null, signal?: AbortSignal, onMove?: (moves: readonly ReviewedMove[]) => void} = {}): Promise<Findings> {
  const clock = new Clock(seconds);
  const replay = await Replay.begin(engine, record);
  const moves: ReviewedMove[] = [];
  const standing = new Set(movesInEffect(record.events));
  let costly: {cost: number, move: ReviewedMove, view: View, analysis: Analysis | null}[] = [];
  try {
    while (replay.position < record.events.length) {
      signal?.throwIfAborted();
      const { position } = replay;
      const event = record.events[position];
      if (!isMove(event)) {
        await replay.step({ signal });
        continue;
      }
      const view = viewOf(record, replay.codes);
      // The replay throws an error for impossible events.
      await replay.step({ signal });
      const budget = clock.allowance();
      const { analysis, ...judgement } = await judgeEvent(engine, record, view, event, !moves.length, budget, signal);
      const cell = record.board.index(event.cell as readonly number[]);
      const move: ReviewedMove = {
        ...judgement,
        number: moves.length + 1,
        position,
        milliseconds: event.milliseconds,
        kind: event.kind as "open" | "chord",
        cell,
        cells: event.kind === "open" ? [cell] : cellsAround(record.board, cell).filter((other) => view.codes[other] === CODES.covered),
        survived: replay.outcome !== "lost",
        isTakenBack: !standing.has(event),
      };
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
    return findingsOf(record, moves, lessons, { isComplete: !clock.wasLate, codes: replay.codes.slice() });
  } finally {
    await replay.close().catch(() => {});
  }
}

/** The latest review, so that a replay and the review screen after it compute it only once. */
let latest: {record: string, findings: Findings} | null = null;

/** Everything that identifies a record, as text. */
function nameOf({ board, mines, rules, seed, layout, events, milliseconds }: GameRecord) {
  const plain = events.map(({ milliseconds: when, kind, cell, changed }) => [when, kind, cell, changed]);
  return JSON.stringify([board.format(), mines, rules, String(seed), layout, milliseconds, plain], (_, value) => (typeof value === "bigint" ? String(value) : value));
}

/** The cached review of a record, or a new one; see `review`. */
export async function reviewOf(engine: Engine, record: GameRecord, options?: Parameters<typeof review>[2]): Promise<Findings> {
  const own = nameOf(record);
  if (latest?.record === own) return latest.findings;
  const findings = await review(engine, record, options);
  if (findings.isComplete) latest = { record: own, findings };
  return findings;
}

/**
 * Judge one move of a record.
 * @param isFirst - whether it is the game's first open
 * @param budget - null if no time is left
 */
async function judgeEvent(engine: Engine, { board, rules }: GameRecord, view: View, { kind, cell }: Event, isFirst: boolean, budget: Budget | null, signal?: AbortSignal): Promise<Judgement> {
  const index = board.index(cell as readonly number[]);
  if (isFirst && kind === "open" && firstOpenPromise(rules) !== "any") {
    return { ...unknown(), verdict: "first click", risk: 0, bestCell: index, bestRisk: 0 };
  }
  return budget ? judge(engine, view, kind as "open" | "chord", index, { budget, signal }) : unknown();
}

/** The reasons why one cell was the best, and why another was a mine; empty if that exceeds the budget. */
async function reasonsFor(engine: Engine, view: View, { bestCell, verdict, kind, cell }: {bestCell: number | null, verdict: string, kind: string, cell: number}, analysis: Analysis | null, budget: Budget, signal?: AbortSignal): Promise<{overlooked: Reason[], warnings: Reason[]}> {
  const isMine = verdict === "blunder" && kind === "open";
  const known = analysis ?? (await withinBudget(engine.analyse(view, { budget, estimate: true, signal })));
  const cells = isMine ? [bestCell, cell] : [bestCell];
  const found = known && (await withinBudget(known.explain(cells, { policy: POLICY, signal })));
  return { overlooked: found?.[0] ?? [], warnings: found?.[1] ?? [] };
}

/**
 * What was known before a move.
 * @param codes - codes before the move
 */
export async function insight(engine: Engine, record: GameRecord, codes: Int16Array, event: Event, { isFirst, seconds = Infinity, signal }: {isFirst: boolean, seconds?: number, signal?: AbortSignal}): Promise<Insight> {
  const view = viewOf(record, codes);
  const budget = budgetOf(seconds);
  const judgement = await judgeEvent(engine, record, view, event, isFirst, budget, signal);
  let reasons: {overlooked: Reason[], warnings: Reason[]} = { overlooked: [], warnings: [] };
  const { analysis, bestCell, verdict } = judgement;
  if (analysis && bestCell !== null && codes[bestCell] < 0) {
    const cell = record.board.index(event.cell as readonly number[]);
    reasons = await reasonsFor(engine, view, { bestCell, verdict, kind: event.kind, cell }, analysis, budget, signal);
  }
  const frontier = new Set<number>();
  codes.forEach((code, index) => {
    if (code <= 0) return;
    for (const other of cellsAround(record.board, index)) if (codes[other] < 0) frontier.add(other);
  });
  return { judgement, frontier, ...reasons };
}
