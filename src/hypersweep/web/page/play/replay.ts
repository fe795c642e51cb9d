// Replays a record event by event and checks each. The same as Python's Replay, on a game of the engine.
//
// The game only plays forwards, and each event's effect is kept, so going back and forth takes no further request.

import { HypersweepError, ownFault, wholeNumber } from "../engine/errors.ts";
import { Marks, type MarkKind } from "./marks.ts";
import { emptyCodes } from "./played_game.ts";
import { lineEvents } from "./record.ts";
import { Checks } from "./replay_checks.ts";
import type { Engine, Game } from "../engine/client.ts";
import type { RecordedEffect } from "../engine/terms.ts";
import type { RequestOptions } from "../engine/worker_queue.ts";
import type { Event, Record as GameRecord } from "./record_writer.ts";

const NO_EFFECT: RecordedEffect = { cells: new Uint32Array(0), codes: new Int32Array(0), outcome: "ongoing", flags: 0 };

/** A record being replayed; its position is always between two events. Only one call at a time is allowed. */
export class Replay {
  line = 0;
  /** Events from the start of the game to the end of the current line. */
  events: readonly Event[];
  position = 0;
  /** The visible code of every cell; the array is updated in place. */
  codes;
  #checks;
  /** The effects of the events played so far. Going past one swaps its codes with the visible ones. */
  #effects: RecordedEffect[] = [];
  /** The game after all of these events; null if it must be made again. */
  #game: Game | null = null;
  /** The layout, if finding it again would take a search. */
  #layout: string | null = null;
  /** Cache of the marks at the position last asked about. */
  #marks: { checks: Checks; position: number; marks: Marks } | null = null;

  constructor(public engine: Engine, public record: GameRecord) {
    this.events = record.events;
    this.#checks = new Checks(record, this.events);
    this.codes = emptyCodes(record.board);
  }

  /** Create a replay at the start of a record. */
  static async begin(engine: Engine, record: GameRecord) {
    const replay = new Replay(engine, record);
    await replay.#makeGame();
    return replay;
  }

  /** The game's clock at the latest event; 0 before the first. */
  get milliseconds() {
    return this.position ? this.events[this.position - 1].milliseconds : 0;
  }

  get #state() {
    return this.#effects[this.position - 1] ?? NO_EFFECT;
  }

  get outcome() {
    return this.#state.outcome;
  }

  get flags() {
    return this.#state.flags;
  }

  /** Whether the game is paused at this position. */
  get isPaused() {
    return this.#checks.isPausedAt(this.position);
  }

  /** The question marks and draft flags at this position; null if the line has none. */
  get marks(): Marks | null {
    const { position, record: { board } } = this;
    const checks = this.#checks;
    if (!checks.marks.size) return null;
    let known = this.#marks;
    if (known?.checks !== checks) known = { checks, position: 0, marks: new Marks() };
    // Setting and removing a mark are the same toggle, so going either way toggles the marks in between.
    for (let place = Math.min(known.position, position); place < Math.max(known.position, position); ++place) {
      const mark = checks.marks.get(place);
      if (mark) known.marks.toggle(mark.kind as MarkKind, board.index(mark.cell as readonly number[]));
    }
    this.#marks = { ...known, position };
    return known.marks;
  }

  /** Number of events up to and including a time on the clock. */
  positionAt(milliseconds: number) {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle].milliseconds <= milliseconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Go to the position after a number of events. Each event is checked the first time it is played; the replay stops
   * before an impossible one.
   * @returns cells that look different; null if any may
   */
  async seek(position: number, options?: RequestOptions): Promise<Uint32Array | null> {
    wholeNumber(position, 0, this.events.length + 1);
    const passed: Uint32Array[] = [];
    let refused: HypersweepError | null = null;
    while (this.position !== position) {
      if (this.position > position) passed.push(this.#swap(--this.position));
      else if (this.position < this.#effects.length) passed.push(this.#swap(this.position++));
      else if (refused) throw refused;
      else refused = await this.#play(position, options);
    }
    const count = passed.reduce((sum, cells) => sum + cells.length, 0);
    if (count > this.codes.length) return null;
    return passed.length === 1 ? passed[0] : Uint32Array.from(passed.flatMap((cells) => [...cells]));
  }

  /** Play the next event, as `seek` does. */
  async step(options?: RequestOptions) {
    return this.seek(Math.min(this.position + 1, this.events.length), options);
  }

  /** Go past an event, forwards or back. Returns: the cells that look different. */
  #swap(position: number) {
    const effect = this.#effects[position];
    // The first time is forwards, from the codes before the event.
    const { codes } = effect.cells ? effect : Object.assign(effect, differing(this.codes, effect.codes));
    const cells = effect.cells as Uint32Array;
    for (const [place, cell] of cells.entries()) [this.codes[cell], codes[place]] = [codes[place], this.codes[cell]];
    return cells;
  }

  /**
   * Play new events and check them, as many as fit into one request.
   * @returns the error of the first impossible one; null if there is none
   */
  async #play(target: number, options?: RequestOptions): Promise<HypersweepError | null> {
    const checks = this.#checks;
    const begin = this.#effects.length;
    const isFirst = begin === checks.first;
    // The first open is sent alone: it may need a search, and it reveals the layout.
    let end = isFirst ? begin + 1 : begin < checks.first ? Math.min(target, checks.first) : target;
    const moves: number[] = [];
    let refused: HypersweepError | null = null;
    for (let position = begin; position < end; ++position) {
      refused = checks.whyNot(position);
      if (refused) end = position;
      else if (checks.isMove(position)) moves.push(position);
    }
    let effects: RecordedEffect[] = [];
    if (moves.length) {
      const result = await this.#makeMoves(moves, options);
      if (result instanceof HypersweepError) return result;
      ({ effects } = result);
      let wrong = null;
      if (result.made < moves.length) wrong = checks.wrongEffect(result, (end = moves[result.made]));
      else if (isFirst && (wrong = await this.#checkFirst(begin))) end = begin;
      if (wrong) {
        refused = wrong;
        // The game has made a move that doesn't count.
        await this.close();
      }
    }
    const made = effects.values();
    for (let position = begin; position < end; ++position) {
      const { outcome, flags } = this.#effects.at(-1) ?? NO_EFFECT;
      this.#effects.push(checks.isMove(position) ? (made.next().value as RecordedEffect) : { ...NO_EFFECT, outcome, flags });
    }
    return refused;
  }

  /** Make the moves of events in the game. Returns: their effects, or the error if the first open finds no board. */
  async #makeMoves(moves: readonly number[], options?: RequestOptions) {
    try {
      const game = this.#game ?? (await this.#makeGame());
      return await game.playRecorded(this.#checks.rows(moves), { ...options, hasEffects: true });
    } catch (error) {
      // It isn't known which moves were made.
      await this.close().catch(() => {});
      if (!(error instanceof HypersweepError) || error.kind !== "GenerationError") throw error;
      return this.#checks.refusal({ what: "record_board" }, moves[0]);
    }
  }

  /** Make the game again, with all known events. */
  async #makeGame() {
    const { board, mines, rules, seed, layout } = this.record;
    const given = this.#layout ?? (seed === null ? layout : null);
    // Without seed and layout the record has only flags, for which any seed will do.
    const game = await (given === null
      ? this.engine.newGame({ board, mines, rules, seed: seed ?? 0n })
      : this.engine.newGame({ layout: given, rules }));
    this.#game = game;
    const moves = [...this.#effects.keys()].filter((position) => this.#checks.isMove(position));
    if (moves.length) await game.playRecorded(this.#checks.rows(moves));
    return game;
  }

  /** Check the layout that the first open has revealed. Returns: what is wrong with it; null for nothing. */
  async #checkFirst(position: number) {
    const boardId = async () => this.#game?.boardId() ?? null;
    const wrong = await this.#checks.whyNotFirst(position, boardId, (...own) => this.engine.grade(...own));
    if (!wrong && this.record.rules.guess === "never") this.#layout = await boardId();
    return wrong;
  }

  /** Check the record's end; the replay must be at its last event. */
  checkEnd() {
    const { events, position } = this;
    if (position !== events.length) throw ownFault("the end of the record", position);
    this.#checks.checkEnd(this.outcome);
  }

  /**
   * Switch to another line, going back to where the two branch if necessary. Plays no event forwards.
   * @param line - 0 for the main line, n for the n-th side line
   * @returns as for `seek`
   */
  follow(line: number): Promise<Uint32Array | null> {
    return this.#goAlong(this.record, line, Object.is);
  }

  /**
   * Continue with an edited record of the same board, on one of its lines; events that are unchanged stay played.
   * @returns as for `seek`
   */
  change(record: GameRecord, line: number): Promise<Uint32Array | null> {
    return this.#goAlong(record, line, isSame);
  }

  async #goAlong(record: GameRecord, line: number, isSameEvent: (one: Event, other: Event) => boolean) {
    const events = lineEvents(record, line);
    let common = 0;
    while (common < events.length && common < this.events.length && isSameEvent(events[common], this.events[common])) ++common;
    const cells = await this.seek(Math.min(this.position, common));
    if (common < this.#effects.length) {
      this.#effects.length = common;
      await this.close();
    }
    if (common <= this.#checks.first) this.#layout = null;
    [this.record, this.line, this.events] = [record, line, events];
    this.#checks = new Checks(record, events, line);
    return cells;
  }

  async close() {
    const game = this.#game;
    this.#game = null;
    await game?.close();
  }
}

/** The cells whose codes differ, and their codes in the second board. */
function differing(before: ArrayLike<number>, after: Int32Array) {
  const cells = Uint32Array.from([...after.keys()].filter((cell) => before[cell] !== after[cell]));
  return { cells, codes: Int32Array.from(cells, (cell) => after[cell]) };
}

function isSame(one: Event, other: Event) {
  if (one === other) return true;
  const isAlike = one.milliseconds === other.milliseconds && one.kind === other.kind && one.changed === other.changed && one.ended === other.ended;
  return isAlike && one.level === other.level && String(one.cell) === String(other.cell);
}
