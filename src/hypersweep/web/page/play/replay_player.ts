// Plays a record: a clock of adjustable speed that plays the events it passes. Like ui_model/replay_player.py.

import { SPEEDS } from "../data/reviews.ts";
import { Replay } from "./replay.ts";
import type { Engine } from "../engine/client.ts";
import type { Event, Record } from "./record_writer.ts";

/**
 * Plays a record as time passes. Event "change": the position has changed; `event.detail.cells` are the cells that look
 * different, or null if any may. Requests are handled one at a time; of several positions requested meanwhile, only the
 * latest counts.
 */
export class ReplayPlayer extends EventTarget {
  record;
  isPlaying = false;
  /** The time on the player's clock. */
  milliseconds = 0;
  #pace = SPEEDS.indexOf(1);
  #latest: Promise<unknown> = Promise.resolve();
  #asked = 0;
  /** The position requested, if it isn't reached yet. */
  #goal: number | null = null;
  #isBusy = false;

  constructor(public replay: Replay) {
    super();
    this.record = replay.record;
  }

  static async begin(engine: Engine, record: Record) {
    return new ReplayPlayer(await Replay.begin(engine, record));
  }

  get speed() {
    return SPEEDS[this.#pace];
  }

  get isAtEnd() {
    return this.replay.position === this.replay.events.length;
  }

  get latest(): Event | null {
    return this.replay.events[this.replay.position - 1] ?? null;
  }

  /** Length of the line in milliseconds. */
  get length() {
    const { line, events } = this.replay;
    return line ? (events.at(-1)?.milliseconds ?? 0) : this.record.milliseconds;
  }

  /** The line of the latest event, and how many of the line's own events have been played. */
  get place() {
    const { position } = this.replay;
    let { line } = this.replay;
    while (line && position < this.beginOf(line)) line = this.record.variations[line - 1].parent;
    return { line, position: position - this.beginOf(line) };
  }

  /** Position where a variation branches off. */
  beginOf(line: number) {
    let begin = 0;
    while (line) {
      const { position, parent } = this.record.variations[line - 1];
      begin += position;
      line = parent;
    }
    return begin;
  }

  /** The record's comment on the latest event or, before the first event, on the line; "" if there is none. */
  get comment() {
    const { line, position } = this.place;
    const { comments } = line ? this.record.variations[line - 1] : this.record;
    return comments.get(position) ?? "";
  }

  /** The numbers of the variations that branch off here. */
  get sideLines(): number[] {
    const { line, position } = this.place;
    return this.record.variations.flatMap((own, place) => (own.parent === line && own.position === position ? [place + 1] : []));
  }

  #inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#latest.then(async () => {
      this.#isBusy = true;
      try {
        return await act();
      } finally {
        this.#isBusy = false;
      }
    });
    this.#latest = turn.catch(() => {});
    return turn;
  }

  #tell(cells: Uint32Array | null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { cells } }));
  }

  /** Change the position; if an event on the way is impossible, the replay stops before it. */
  async #move(act: () => Promise<Uint32Array | null>) {
    let cells = null;
    try {
      cells = await act();
    } catch (error) {
      this.isPlaying = false;
      this.milliseconds = this.replay.milliseconds;
      throw error;
    } finally {
      this.#tell(cells);
    }
  }

  /** Switch to another line; if the replay is past where it branches off, it goes back there. */
  follow(line: number) {
    return this.#inTurn(async () => {
      this.isPlaying = false;
      await this.#move(async () => {
        const cells = await this.replay.follow(line);
        this.milliseconds = this.replay.milliseconds;
        return cells;
      });
    });
  }

  /** Go back to where this variation branches off, and follow its parent; false on the main line. */
  async leaveLine(): Promise<boolean> {
    const { line, position } = this.replay;
    if (!line) return false;
    const begin = this.beginOf(line);
    if (position > begin) await this.#inTurn(() => this.#move(() => this.replay.seek(begin)));
    await this.follow(this.record.variations[line - 1].parent);
    return true;
  }

  /** Change the speed by a number of steps in SPEEDS; negative is slower. */
  faster(steps: number) {
    this.#pace = Math.min(Math.max(this.#pace + steps, 0), SPEEDS.length - 1);
  }

  /** Play or pause; at the end, play from the start. */
  async toggle() {
    if (this.isAtEnd && !this.isPlaying) await this.seek(0);
    this.isPlaying = !this.isPlaying;
  }

  /** Advance the clock, and play the events it passes. Resolves to whether any event was played. */
  async passTime(seconds: number): Promise<boolean> {
    if (!this.isPlaying) return false;
    this.milliseconds += seconds * 1000 * this.speed;
    // The replay hasn't caught up: the next tick will.
    if (this.#isBusy) return false;
    return this.#inTurn(async () => {
      const { replay } = this;
      const before = replay.position;
      const target = Math.max(before, replay.positionAt(this.milliseconds));
      if (target > before) {
        await this.#move(async () => {
          const cells = await replay.seek(target);
          this.#mindEnd();
          return cells;
        });
      } else {
        this.#mindEnd();
      }
      return replay.position !== before;
    });
  }

  #mindEnd() {
    if (!this.isAtEnd) return;
    this.isPlaying = false;
    this.milliseconds = this.length;
  }

  /**
   * Go to the position after a number of events.
   * @param milliseconds - time to set the clock to; by default that of the latest event
   */
  async seek(position: number, milliseconds?: number) {
    const number = ++this.#asked;
    const goal = (this.#goal = Math.min(Math.max(position, 0), this.replay.events.length));
    if (milliseconds !== undefined) this.milliseconds = milliseconds;
    await this.#inTurn(async () => {
      // Another position was requested meanwhile.
      if (number !== this.#asked) return;
      try {
        await this.#move(async () => {
          const cells = await this.replay.seek(goal);
          this.milliseconds = milliseconds ?? this.replay.milliseconds;
          return cells;
        });
      } finally {
        if (number === this.#asked) this.#goal = null;
      }
    });
  }

  /** Step forwards or back by some events and to the edge of an action, from the current target, and pause. */
  async step(count: number) {
    this.isPlaying = false;
    const { events } = this.replay;
    let position = Math.min(Math.max((this.#goal ?? this.replay.position) + count, 0), events.length);
    while (events[position - 1]?.kind === "and" || events[position]?.kind === "and") position += Math.sign(count);
    await this.seek(position);
  }

  /** Go to a share of the game's time, 0 to 1. */
  async seekShare(share: number) {
    const when = rounded(share * this.length);
    // Moves before the clock starts also have time 0, so go to the start of the record explicitly.
    await this.seek(share <= 0 ? 0 : this.replay.positionAt(when), when);
  }

  close() {
    this.isPlaying = false;
    return this.#inTurn(() => this.replay.close());
  }
}

/** The nearest integer; ties round to even, as in Python. */
function rounded(value: number) {
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2) : Math.round(value);
}
