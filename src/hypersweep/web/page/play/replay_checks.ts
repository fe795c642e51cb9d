// Checks a record for impossible events, as Python's Replay does: for replays, and for games that continue from one.

import { cellsAround } from "../engine/around.ts";
import { parseBoardId } from "../engine/board_id.ts";
import { HypersweepError, type Detail } from "../engine/errors.ts";
import { GRADES, type Grade } from "../engine/rules.ts";
import { ANY_CHANGE, MOVES, OUTCOMES, type AnyMove } from "../engine/terms.ts";
import { MarkOrder, isNewKind } from "./marks.ts";
import type { Event, Record as GameRecord } from "./record_writer.ts";

/** Returns the grade of a board with its first open; null if it needs a guess. */
export type Grader = (layout: string, first: number) => Promise<{grade: Grade | null}>;

/** The events of one line of a record, and their errors. */
export class Checks {
  /** Position of the first open that has an effect; the number of events if there is none. */
  first;
  /** The events of marks that are set or removed, by the position of the event that does it. */
  marks: Map<number, Event> = new Map();
  /** Undos and redos that the order of marks and moves forbids: the position, and the name of the error. */
  #wrong: Map<number, string> = new Map();

  /**
   * @param events - from the start of the game
   * @param line - number of the line
   */
  constructor(public record: GameRecord, public events: readonly Event[], public line = 0) {
    const first = events.findIndex(({ kind, changed }) => kind === "open" && changed > 0);
    this.first = first < 0 ? events.length : first;
    // Most records have no marks, and then the game alone knows what can be undone.
    if (events.some(({ kind }) => isNewKind(kind))) this.#orderMarks();
  }

  #orderMarks() {
    const order = new MarkOrder();
    for (const [position, event] of this.events.entries()) {
      const { kind, changed } = event;
      if ((kind === "undo" || kind === "redo") && changed) {
        if (order.next(kind)) this.#wrong.set(position, "event_effect");
        else if (kind === "redo" && !order.canRedoMove) this.#wrong.set(position, "nothing_to_redo");
      }
      const mark = order.act(event);
      if (mark) this.marks.set(position, mark);
    }
  }

  /** Whether the game makes a move for an event, even one without effect. */
  isMove(position: number) {
    return MOVES.includes(this.events[position].kind as AnyMove) && !this.marks.has(position);
  }

  /**
   * The moves of some events as rows for `Game.playRecorded`.
   * @param isTrusted - whether to accept any effect
   */
  rows(positions: readonly number[], isTrusted = false) {
    const rows = new Uint32Array(4 * positions.length);
    for (const [place, position] of positions.entries()) {
      const { kind, changed, ended } = this.events[position];
      const wanted = isTrusted ? ANY_CHANGE : Math.min(Number(changed), ANY_CHANGE - 1);
      rows.set([MOVES.indexOf(kind as AnyMove), this.indexAt(position), wanted, OUTCOMES.indexOf(ended ?? "ongoing")], 4 * place);
    }
    return rows;
  }

  isPausedAt(position: number) {
    // Only the end of the pause may follow.
    return position > 0 && this.events[position - 1].kind === "pause";
  }

  get state() {
    const { length } = this.events;
    return { isPaused: this.isPausedAt(length), isStarted: this.first < length };
  }

  /** Why an event is impossible at its position, whatever its effect; null if it is possible. */
  whyNot(position: number) {
    const { events } = this;
    const { milliseconds, kind, changed } = events[position];
    const before = position ? events[position - 1] : null;
    const now = before?.milliseconds ?? 0;
    const over = before?.ended ?? null;
    const isPaused = this.isPausedAt(position);
    if (milliseconds < now) return this.refusal({ what: "event_early", now, milliseconds }, position);
    if (milliseconds !== now && this.#isStill(position)) return this.refusal({ what: "event_still", now, milliseconds }, position);
    if (isPaused && kind !== "resume") return this.refusal({ what: "event_paused" }, position);
    if (over !== null && kind !== "undo") return this.refusal({ what: "event_over" }, position);
    if (kind === "resume" && !isPaused) return this.refusal({ what: "event_resume" }, position);
    const wrong = this.#wrong.get(position);
    if (wrong) return this.refusal({ what: wrong, changed: 0, outcome: "ongoing" }, position);
    if ((kind === "undo" || kind === "redo") && !changed && !this.marks.has(position)) return this.refusal({ what: `nothing_to_${kind}` }, position);
    if (position === this.first && this.record.seed === null && this.record.layout === null) {
      return this.refusal({ what: "event_no_board" }, position);
    }
    try {
      this.indexAt(position);
    } catch (error) {
      return this.refusal((error as HypersweepError).detail, position);
    }
    return null;
  }

  /** Whether the clock is stopped after some events: before the first open, in a pause or after the end. */
  #isStill(position: number) {
    return position <= this.first || this.isPausedAt(position) || Boolean(position && this.events[position - 1].ended);
  }

  /** The index of an event's cell; 0 for an event without one. */
  indexAt(position: number): number {
    const { cell } = this.events[position];
    return cell ? this.record.board.index(cell) : 0;
  }

  /** The error for a move whose effect differs from the record. */
  wrongEffect({ changed, outcome }: {changed: number, outcome: string}, position: number) {
    const { kind, cell } = this.events[position];
    if (cell === null && !changed) return this.refusal({ what: `nothing_to_${kind}` }, position);
    return this.refusal({ what: "event_effect", changed, outcome }, position);
  }

  /**
   * The error if the layout revealed by the first open contradicts the record or the promise of the rules; otherwise
   * null.
   * @param boardId - returns that of the current game
   */
  async whyNotFirst(position: number, boardId: () => Promise<string | null>, grade?: Grader) {
    const { board, rules, seed, layout } = this.record;
    const first = this.indexAt(position);
    if (seed !== null) {
      if (layout === null || layout === (await boardId())) return null;
      return this.refusal({ what: "record_layout" }, position);
    }
    const { bits } = parseBoardId(layout as string);
    const excluded = { any: [], safe: [first], opening: [first, ...cellsAround(board, first)] }[rules.firstOpen];
    const mine = excluded.sort((one, other) => one - other).find((index) => bits[index >> 3] & (1 << (index & 7)));
    if (mine !== undefined) return this.refusal({ what: "record_promise", promise: rules.firstOpen, cell: board.cell(mine) }, position);
    return rules.guess === "never" && grade ? this.#whyNotSolved(position, first, grade) : null;
  }

  async #whyNotSolved(position: number, first: number, grade: Grader) {
    const { rules, layout } = this.record;
    let found;
    try {
      found = await grade(layout as string, first);
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      return this.refusal({ what: "record_unchecked" }, position);
    }
    if (found.grade === null) return this.refusal({ what: "record_guess" }, position);
    const excess = rules.grade === null ? 0 : GRADES.indexOf(found.grade) - GRADES.indexOf(rules.grade);
    if (excess > 0 || (excess < 0 && rules.exactly)) {
      return this.refusal({ what: excess > 0 ? "record_grade" : "record_easy" }, position);
    }
    return null;
  }

  /**
   * @param detail - for the text shown to the player
   * @param position - position of the event; null for the end
   */
  refusal(detail: Detail, position: number | null = null) {
    const count = this.events.length;
    const where = { position: position ?? count, line: this.line, event: (position ?? count - 1) + 1 };
    return new HypersweepError("RecordError", { ...detail, ...where });
  }

  /**
   * Throw an error if the record's end doesn't match.
   * @param outcome - after its last event
   */
  checkEnd(outcome: string) {
    const { record, events } = this;
    if (this.line) return;
    if (record.outcome !== outcome) throw this.refusal({ what: "record_outcome", outcome, got: record.outcome });
    const still = this.#isStill(events.length);
    const last = events.at(-1)?.milliseconds ?? 0;
    if (record.milliseconds < last || (record.milliseconds > last && still)) {
      throw this.refusal({ what: "record_length", wanted: last, got: record.milliseconds });
    }
  }
}
