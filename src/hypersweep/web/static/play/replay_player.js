// @ts-check
// What plays a record: a clock that runs as fast as one likes, and the events that it has passed. As ui_model/replay_player.py.

import { Replay } from "./replay.js";

/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").Record} Record */

/** How many times as fast as the game was. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 64];

/**
 * Plays a record by the time that passes. Listeners of "change" hear of every move through it; `event.detail.cells` are the cells that
 * look different then, or null where any may. One thing is done at a time; of several moments asked for meanwhile, only the latest is
 * gone to.
 */
export class ReplayPlayer extends EventTarget {
  #pace = SPEEDS.indexOf(1);
  /** @type {Promise<unknown>} */
  #latest = Promise.resolve();
  #asked = 0;
  /** Where it is going. @type {number | null} */
  #goal = null;
  #isBusy = false;

  /** @param {Replay} replay */
  constructor(replay) {
    super();
    this.replay = replay;
    this.record = replay.record;
    this.isPlaying = false;
    /** What its clock shows. */
    this.milliseconds = 0;
  }

  /** @param {import("../engine/client.js").Engine} engine @param {Record} record */
  static async begin(engine, record) {
    return new ReplayPlayer(await Replay.begin(engine, record));
  }

  get speed() {
    return SPEEDS[this.#pace];
  }

  /** Whether nothing is left to play. */
  get isAtEnd() {
    return this.replay.position === this.replay.events.length;
  }

  /** The event that was played last. @returns {Event | null} */
  get latest() {
    return this.replay.events[this.replay.position - 1] ?? null;
  }

  /** How long the line is, in milliseconds. */
  get length() {
    const { line, events } = this.replay;
    return line ? (events.at(-1)?.milliseconds ?? 0) : this.record.milliseconds;
  }

  /** The line that the latest event belongs to, and how many of its own events are done. */
  get place() {
    const { position } = this.replay;
    let { line } = this.replay;
    while (line && position < this.beginOf(line)) line = this.record.variations[line - 1].parent;
    return { line, position: position - this.beginOf(line) };
  }

  /** How many events come before a side line. @param {number} line */
  beginOf(line) {
    let begin = 0;
    while (line) {
      const { position, parent } = this.record.variations[line - 1];
      begin += position;
      line = parent;
    }
    return begin;
  }

  /** What the record says of the latest event or, before the first, of the line; "" where it says nothing. */
  get comment() {
    const { line, position } = this.place;
    const { comments } = line ? this.record.variations[line - 1] : this.record;
    return comments.get(position) ?? "";
  }

  /** The numbers of the side lines that leave from here. @returns {number[]} */
  get sideLines() {
    const { line, position } = this.place;
    return this.record.variations.flatMap((own, place) => (own.parent === line && own.position === position ? [place + 1] : []));
  }

  /**
   * Does one thing after the other.
   * @template Value
   * @param {() => Promise<Value>} act
   * @returns {Promise<Value>}
   */
  #inTurn(act) {
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

  /** @param {Uint32Array | null} cells */
  #tell(cells) {
    this.dispatchEvent(new CustomEvent("change", { detail: { cells } }));
  }

  /**
   * Goes somewhere in the replay; even where an event on the way is impossible, it has gone up to there.
   * @param {() => Promise<Uint32Array | null>} act
   */
  async #move(act) {
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

  /** Goes along another line from now on, back to where it leaves if the replay is past that. @param {number} line */
  follow(line) {
    return this.#inTurn(async () => {
      this.isPlaying = false;
      await this.#move(async () => {
        const cells = await this.replay.follow(line);
        this.milliseconds = this.replay.milliseconds;
        return cells;
      });
    });
  }

  /** Goes back to where this side line leaves another, and along that one; false on the main line. @returns {Promise<boolean>} */
  async leaveLine() {
    const { line, position } = this.replay;
    if (!line) return false;
    const begin = this.beginOf(line);
    if (position > begin) await this.#inTurn(() => this.#move(() => this.replay.seek(begin)));
    await this.follow(this.record.variations[line - 1].parent);
    return true;
  }

  /** Changes the speed by steps of SPEEDS, down below 0. @param {number} steps */
  faster(steps) {
    this.#pace = Math.min(Math.max(this.#pace + steps, 0), SPEEDS.length - 1);
  }

  /** Plays or stands still; at the end, plays from the beginning. */
  async toggle() {
    if (this.isAtEnd && !this.isPlaying) await this.seek(0);
    this.isPlaying = !this.isPlaying;
  }

  /** Lets time pass; whether any event was played. @param {number} seconds @returns {Promise<boolean>} */
  async passTime(seconds) {
    if (!this.isPlaying) return false;
    this.milliseconds += seconds * 1000 * this.speed;
    // What it is doing takes longer than this moment: the next one will catch up.
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
   * Goes to a number of events, as far as there are so many.
   * @param {number} position
   * @param {number} [milliseconds] - what the clock shows then; the time of the latest event where nothing is said
   */
  async seek(position, milliseconds) {
    const number = ++this.#asked;
    const goal = (this.#goal = Math.min(Math.max(position, 0), this.replay.events.length));
    if (milliseconds !== undefined) this.milliseconds = milliseconds;
    await this.#inTurn(async () => {
      // Somewhere else was asked for meanwhile.
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

  /** Goes on or back by events, from where it is going, and stands still. @param {number} events */
  async step(events) {
    this.isPlaying = false;
    await this.seek((this.#goal ?? this.replay.position) + events);
  }

  /** Goes to a part of the game's time, of 0 to 1. @param {number} share */
  async seekShare(share) {
    const when = rounded(share * this.length);
    // The moves before the clock starts stand at 0 as well; the very beginning is before them.
    await this.seek(share <= 0 ? 0 : this.replay.positionAt(when), when);
  }

  close() {
    this.isPlaying = false;
    return this.#inTurn(() => this.replay.close());
  }
}

/** The nearest whole number, of two as near the even one, as Python rounds. @param {number} value */
function rounded(value) {
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2) : Math.round(value);
}
