// Checks a record for impossible events, with the same errors as Python's Replay.

import { cellsAround } from "../engine/around.ts";
import { parseBoardId } from "../engine/board_id.ts";
import { HypersweepError, shorten } from "../engine/errors.ts";
import { GRADES, gradeName } from "../engine/rules.ts";
import { KINDS } from "./move_tree.ts";
import { cellText } from "./phrases.ts";
import type { Engine } from "../engine/client.ts";
import type { Event, Record as GameRecord } from "./record_writer.ts";

/** Python's words for grades. */
const GRADE_WORDS: Record<string, string> = {
  clue: "single clues", pair: "at most pairs", set: "at most sets",
  needs_pair: "needs pairs", needs_set: "needs sets", needs_count: "needs the number of mines",
};

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
    if (milliseconds < now) return this.refusal(`expected a time of ${now} ms or later`, { what: "event_early", now, milliseconds }, position);
    const still = this.#whyStill(position);
    if (milliseconds !== now && still) {
      const message = `expected a time of ${now} ms, as the clock stands ${still}`;
      return this.refusal(message, { what: "event_still", now, milliseconds }, position);
    }
    if (isPaused && kind !== "resume") return this.refusal("expected a paused game to be resumed", { what: "event_paused" }, position);
    if (over !== null && kind !== "undo") {
      return this.refusal(`expected nothing but an undo after the game was ${over}`, { what: "event_over" }, position);
    }
    if (kind === "resume" && !isPaused) return this.refusal("expected a pause before it", { what: "event_resume" }, position);
    return null;
  }

  /** Why the clock isn't running after some events; null if it is running. */
  #whyStill(position: number) {
    if (position <= this.first) return "before the first open";
    if (this.isPausedAt(position)) return "in a pause";
    return position && this.events[position - 1].ended ? "after the end" : "";
  }

  /** The error for a move whose effect differs from the record. */
  wrongEffect({ changed, outcome }: {changed: number, outcome: string}, position: number) {
    const { kind, cell } = this.events[position];
    if (cell === null && !changed) return this.refusal(`expected something to ${kind}`, { what: `nothing_to_${kind}` }, position);
    const effect = outcome === "ongoing" ? changed : `${changed} ${outcome}`;
    return this.refusal(`expected the effect ${effect}`, { what: "event_effect", changed, outcome }, position);
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
      return this.refusal("expected the layout that seed and first open give", { what: "record_layout" }, position);
    }
    const { bits } = parseBoardId(layout as string);
    const excluded = rules.firstOpen === "any" ? [] : [board.index(cell)];
    if (rules.firstOpen === "opening") excluded.push(...cellsAround(board, excluded[0]));
    excluded.sort((one, other) => one - other);
    for (const index of excluded) {
      if (isSet(bits, index)) {
        const mine = cellText(board.cell(index));
        const message = `expected a first open as the rules promise (${rules.firstOpen}), with no mine at ${mine}`;
        return this.refusal(message, { what: "record_promise", promise: rules.firstOpen, cell: board.cell(index) }, position);
      }
    }
    return rules.guess === "never" ? this.#whyNotSolved(position, engine) : null;
  }

  async #whyNotSolved(position: number, engine: Engine) {
    const { rules, layout, board, mines } = this.record;
    const cell = this.events[position].cell as readonly number[];
    const promise = ["no guess", GRADE_WORDS[gradeName(rules) ?? ""]].filter(Boolean).join(", ");
    const expected = `expected a board as the rules promise (${promise})`;
    let found;
    try {
      found = await engine.grade(layout as string, cell);
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      return this.refusal(`${expected}, which can't be checked: ${error.message}`, { what: "record_unchecked" }, position);
    }
    if (found.grade === null) {
      const safe = board.cells - mines;
      const message = `${expected}, not one on which deduction opens ${found.opened} of ${safe} safe cells,`;
      return this.refusal(message, { what: "record_guess" }, position);
    }
    const excess = rules.grade === null ? 0 : GRADES.indexOf(found.grade) - GRADES.indexOf(rules.grade);
    if (excess > 0 || (excess < 0 && rules.exactly)) {
      return this.refusal(`${expected}, not one of grade '${found.grade}',`, { what: excess > 0 ? "record_grade" : "record_easy" }, position);
    }
    return null;
  }

  /**
   * @param detail - for the text shown to the player
   * @param position - position of the event; null for the end
   */
  refusal(message: string, detail: Record<string, unknown>, position: number | null = null) {
    const count = this.events.length;
    let place = `at the end, after ${count} event${count === 1 ? "" : "s"}`;
    if (position !== null) place = `at event ${position + 1}, got ${shorten(plainEvent(this.events[position])).slice(1, -1)}`;
    if (this.line) place = `in side line ${this.line}, ${place}`;
    const where = { position: position ?? count, line: this.line, event: (position ?? count - 1) + 1 };
    return new HypersweepError("RecordError", `${message} ${place}`, { ...detail, ...where });
  }

  /**
   * Throw an error if the record's end doesn't match.
   * @param outcome - after its last event
   */
  checkEnd(outcome: string) {
    const { record, events } = this;
    if (this.line) return;
    if (record.outcome !== outcome) {
      throw this.refusal(`expected the outcome ${outcome}, got ${record.outcome}`, { what: "record_outcome", outcome, got: record.outcome });
    }
    const still = this.#whyStill(events.length);
    const last = events.at(-1)?.milliseconds ?? 0;
    if (record.milliseconds < last || (record.milliseconds > last && still)) {
      const why = still ? `, as the clock stands ${still}` : " or more";
      const detail = { what: "record_length", wanted: last, got: record.milliseconds };
      throw this.refusal(`expected a length of ${last} ms${why}, got ${record.milliseconds}`, detail);
    }
  }
}

function plainEvent({ milliseconds, kind, cell, changed, ended, level }: Event) {
  if (cell) return `${milliseconds} ${kind} ${cell.join(" ")}: ${changed}${ended ? ` ${ended}` : ""}`;
  if (KINDS.includes(kind)) return `${milliseconds} ${kind}: ${changed}${ended ? ` ${ended}` : ""}`;
  return `${milliseconds} ${kind}${level === null ? "" : ` ${level}`}`;
}

function isSet(bits: Uint8Array, index: number) {
  return (bits[index >> 3] >> (index & 7)) & 1;
}
