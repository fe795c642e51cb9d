// Checks a record for impossible events, with the same errors as Python's Replay.

import { cellsAround } from "../engine/around.ts";
import { parseBoardId } from "../engine/board_id.ts";
import { HypersweepError, type Detail } from "../engine/errors.ts";
import { GRADES } from "../engine/rules.ts";
import type { Engine } from "../engine/client.ts";
import type { Event, Record as GameRecord } from "./record_writer.ts";

/** The events of one line of a record, and their errors. */
export class Checks {
  line;
  first;

  /**
   * @param events - from the start of the game
   * @param place - number of the line, and position of its first open
   */
  constructor(public record: GameRecord, public events: readonly Event[], { line, first }: {line: number, first: number}) {
    this.line = line;
    this.first = first;
  }

  /** Whether the game is paused after a number of events. */
  isPausedAt(position: number) {
    // Only the end of the pause may follow.
    return position > 0 && this.events[position - 1].kind === "pause";
  }

  /** Why an event is impossible at its position, whatever its effect; null if it is possible. */
  whyNot(position: number) {
    const { events } = this;
    const { milliseconds, kind } = events[position];
    const before = position ? events[position - 1] : null;
    const now = before?.milliseconds ?? 0;
    const over = before?.ended ?? null;
    const isPaused = this.isPausedAt(position);
    if (milliseconds < now) return this.refusal({ what: "event_early", now, milliseconds }, position);
    const still = this.#isStill(position);
    if (milliseconds !== now && still) {
      return this.refusal({ what: "event_still", now, milliseconds }, position);
    }
    if (isPaused && kind !== "resume") return this.refusal({ what: "event_paused" }, position);
    if (over !== null && kind !== "undo") {
      return this.refusal({ what: "event_over" }, position);
    }
    if (kind === "resume" && !isPaused) return this.refusal({ what: "event_resume" }, position);
    return null;
  }

  /** Whether the clock stands after some events: before the first open, in a pause or after the end. */
  #isStill(position: number) {
    return position <= this.first || this.isPausedAt(position) || (position > 0 && this.events[position - 1].ended !== null);
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
  async whyNotFirst(position: number, boardId: () => Promise<string | null>, engine: Engine) {
    const { board, rules, seed, layout } = this.record;
    const cell = this.events[position].cell as readonly number[];
    if (seed !== null) {
      if (layout === null || layout === (await boardId())) return null;
      return this.refusal({ what: "record_layout" }, position);
    }
    const { bits } = parseBoardId(layout as string);
    const excluded = rules.firstOpen === "any" ? [] : [board.index(cell)];
    if (rules.firstOpen === "opening") excluded.push(...cellsAround(board, excluded[0]));
    excluded.sort((one, other) => one - other);
    for (const index of excluded) {
      if (isSet(bits, index)) {
        return this.refusal({ what: "record_promise", promise: rules.firstOpen, cell: board.cell(index) }, position);
      }
    }
    return rules.guess === "never" ? this.#whyNotSolved(position, engine) : null;
  }

  async #whyNotSolved(position: number, engine: Engine) {
    const { rules, layout } = this.record;
    const cell = this.events[position].cell as readonly number[];
    let found;
    try {
      found = await engine.grade(layout as string, cell);
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

function isSet(bits: Uint8Array, index: number) {
  return (bits[index >> 3] >> (index & 7)) & 1;
}
