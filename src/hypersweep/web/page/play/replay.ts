// Replays a record event by event and checks each. The same as Python's Replay, on a game of the engine.
//
// Every event leads to a node in the tree of moves: a move goes down, an undo up, a redo down again. To get from one
// position to another, moves are undone back to the common node, and then the others are made, all in one request.

import { HypersweepError, ownFault, wholeNumber } from "../engine/errors.ts";
import { ANY_CHANGE, OUTCOMES, type Outcome } from "../engine/terms.ts";
import { Marks, type MarkKind } from "./marks.ts";
import { KINDS, MoveTree } from "./move_tree.ts";
import { lineEvents } from "./record.ts";
import { Checks } from "./replay_checks.ts";
import type { Engine, Game } from "../engine/client.ts";
import type { RequestOptions } from "../engine/worker_queue.ts";
import type { Event, Record as GameRecord } from "./record_writer.ts";

const [UNDO, REDO] = [3, 4];

/** A record being replayed; its position is always between two events. Only one call at a time is allowed. */
export class Replay {
  line = 0;
  /** Events from the start of the game to the end of the current line. */
  events: readonly Event[];
  tree;
  checks;
  position = 0;
  /** The visible code of every cell; the array is updated in place. */
  codes;
  #game: Game | null = null;
  /** The current node in the tree, and the nodes that a redo could reach. */
  #node = 0;
  #undone: number[] = [];
  /** Number of events already checked. */
  #checked = 0;
  /** Cache of the marks at the position last asked about. */
  #marks: { tree: MoveTree; position: number; marks: Marks } | null = null;
  /** The position of the first open, once it was played. */
  #started: number | null = null;
  /** The lines that lead to the current one, main line first, and the event where each begins. */
  #begins = new Map([[0, 0]]);

  constructor(public engine: Engine, public record: GameRecord) {
    this.events = record.events;
    this.tree = new MoveTree(this.events);
    this.checks = new Checks(record, this.events, this.tree);
    this.codes = new Int16Array(record.board.cells).fill(-1);
  }

  /** Create a replay at the start of a record. */
  static async begin(engine: Engine, record: GameRecord) {
    const replay = new Replay(engine, record);
    await replay.#begin();
    return replay;
  }

  async #begin() {
    const { board, mines, rules, seed, layout } = this.record;
    await this.close();
    // Without seed and layout the record has only flags, for which any seed will do.
    this.#game = await (seed === null && layout !== null
      ? this.engine.newGame({ layout, rules })
      : this.engine.newGame({ board, mines, rules, seed: seed ?? 0n }));
    this.#node = 0;
    this.#undone = [];
    this.position = 0;
    this.codes.fill(-1);
  }

  /** The game's clock at the latest event; 0 before the first. */
  get milliseconds() {
    return this.position ? this.events[this.position - 1].milliseconds : 0;
  }

  get outcome(): Outcome {
    return this.#game?.standing.outcome ?? "ongoing";
  }

  get flags() {
    return this.#game?.standing.flags ?? 0;
  }

  /** Whether the game is paused at this position. */
  get isPaused() {
    return this.checks.isPausedAt(this.position);
  }

  /** The question marks and draft flags at this position; null if the line has none. */
  get marks(): Marks | null {
    const { tree, position, record: { board } } = this;
    if (!tree.marks.size) return null;
    let known = this.#marks;
    if (known?.tree !== tree) known = { tree, position: 0, marks: new Marks() };
    // Setting and removing a mark are the same toggle, so going either way toggles the marks in between.
    for (let place = Math.min(known.position, position); place < Math.max(known.position, position); ++place) {
      const mark = tree.marks.get(place);
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
    if (!this.#game) await this.#begin();
    // Jump over checked events in one request; play the rest one by one.
    const cells = [await this.#leap(Math.min(position, this.#checked), options)];
    while (this.position < position) cells.push(await this.#check(position, options));
    const known = cells.filter((part) => part !== null);
    return known.length < cells.length ? null : known.length === 1 ? known[0] : Uint32Array.from(known.flatMap((part) => [...part]));
  }

  /** Play the next event, as `seek` does. */
  async step(options?: RequestOptions) {
    return this.seek(Math.min(this.position + 1, this.events.length), options);
  }

  /** The moves of a path through the tree, as rows. */
  #rows(up: number, down: number[]) {
    const rows = [];
    // These moves were checked before, so any effect is accepted.
    for (let step = 0; step < up; ++step) {
      rows.push([UNDO, 0]);
      this.#undone.push(this.#node);
      this.#node = this.tree.parents[this.#node];
    }
    for (const node of down) rows.push(this.#row(node));
    return rows;
  }

  #row(node: number) {
    const { kind, cell } = this.events[node - 1];
    const canRedo = this.#undone.at(-1) === node;
    if (canRedo) this.#undone.pop();
    else this.#undone.length = 0;
    this.#node = node;
    return canRedo ? [REDO, 0] : [KINDS.indexOf(kind), this.record.board.index(cell as readonly number[])];
  }

  /** Send moves to the game, and apply their effects. */
  async #play(rows: number[][], options?: RequestOptions) {
    const game = this.#game as Game;
    const packed = new Uint32Array(4 * rows.length);
    rows.forEach((row, place) => packed.set(row, 4 * place));
    try {
      const result = await game.playRecorded(packed, options);
      if (result.cells && result.codes) for (const [place, cell] of result.cells.entries()) this.codes[cell] = result.codes[place];
      else this.codes.set(await game.codes());
      return result;
    } catch (error) {
      // It isn't known which moves were made, so restart the game.
      if (rows.length > 1) await this.#lose();
      throw error;
    }
  }

  async #lose() {
    await this.close().catch(() => {});
    this.#checked = 0;
    this.#started = null;
    this.position = 0;
    this.codes.fill(-1);
  }

  /** Go to a position that was checked before. */
  async #leap(position: number, options?: RequestOptions): Promise<Uint32Array | null> {
    const { up, down } = this.tree.way(this.#node, this.tree.places[position]);
    if (!up && !down.length) {
      this.position = position;
      return new Uint32Array(0);
    }
    const rows = this.#rows(up, down).map(([kind, index]) => [kind, index, ANY_CHANGE, 0]);
    const { made, cells } = await this.#play(rows, options);
    if (made < rows.length) {
      await this.#lose();
      throw new Error(`a replay of ${rows.length} known moves ended after ${made}`);
    }
    this.position = position;
    return cells;
  }

  /** Play and check new events, as many as fit into one request. */
  async #check(target: number, options?: RequestOptions): Promise<Uint32Array | null> {
    const { events } = this;
    const begin = this.position;
    const rows: number[][] = [];
    /** Number of rows after each event. */
    const counts: number[] = [];
    let refused = null;
    let isFirst = false;
    // The node and redo stack after each event, in case a later event is impossible.
    const [node, undone] = [this.#node, [...this.#undone]];
    for (let position = begin; position < target && !isFirst && !refused; ++position) {
      refused = this.checks.whyNot(position) ?? this.#add(rows, position);
      if (refused) break;
      counts.push(rows.length);
      const { kind, changed } = events[position];
      isFirst = this.#started === null && kind === "open" && changed > 0;
      // The first open is sent alone: it may need a search, and it reveals the layout.
      if (isFirst && counts.length > 1) {
        counts.pop();
        rows.pop();
        [this.#node, isFirst] = [this.tree.places[begin + counts.length], false];
        break;
      }
    }
    let cells: Uint32Array | null = new Uint32Array(0);
    if (rows.length) {
      let result;
      try {
        result = await this.#play(rows, isFirst ? options : undefined);
      } catch (error) {
        [this.#node, this.#undone] = [node, undone];
        if (error instanceof HypersweepError && error.kind === "GenerationError") {
          throw this.checks.refusal({ what: "record_board" }, begin);
        }
        throw error;
      }
      cells = result.cells;
      if (result.made < rows.length) {
        const place = counts.findIndex((count) => count > result.made);
        this.#stand(begin + place);
        throw this.checks.wrongEffect(result, begin + place);
      }
    }
    if (isFirst) {
      const wrong = await this.checks.whyNotFirst(begin, async () => this.#game?.boardId() ?? null, (...own) => this.engine.grade(...own));
      if (wrong) {
        await this.#play([[UNDO, 0, ANY_CHANGE, 0]]);
        this.#stand(begin);
        throw wrong;
      }
      this.#started = begin;
    }
    this.#stand(begin + counts.length);
    this.#checked = Math.max(this.#checked, this.position);
    if (refused) throw refused;
    return cells;
  }

  /** Set the position after a jump, which empties the redo stack. */
  #stand(position: number) {
    this.position = position;
    this.#node = this.tree.places[position];
    this.#undone = [];
    this.#checked = Math.max(this.#checked, position);
  }

  /** Add the move of an event, if it has one. Returns: an error if the move is impossible. */
  #add(rows: number[][], position: number) {
    const { kind, cell, changed, ended } = this.events[position];
    if (!KINDS.includes(kind) || this.tree.marks.has(position)) return null;
    let row;
    if (cell === null) {
      const place = this.tree.places[position + 1];
      if (place === this.tree.places[position]) return this.checks.refusal({ what: `nothing_to_${kind}` }, position);
      if (kind === "redo") {
        row = this.#row(place);
      } else {
        [row] = this.#rows(1, []);
      }
    } else {
      const index = this.checks.indexAt(position);
      row = changed ? this.#row(position + 1) : [KINDS.indexOf(kind), index];
    }
    const { layout, seed } = this.record;
    if (this.#started === null && kind === "open" && changed && layout === null && seed === null) {
      return this.checks.refusal({ what: "event_no_board" }, position);
    }
    const wanted = typeof changed === "number" ? Math.min(changed, ANY_CHANGE - 1) : ANY_CHANGE - 1;
    rows.push([...row, wanted, OUTCOMES.indexOf(ended ?? "ongoing")]);
    return null;
  }

  /** Check the record's end; the replay must be at its last event. */
  checkEnd() {
    const { events, position } = this;
    if (position !== events.length) throw ownFault("the end of the record", position);
    this.checks.checkEnd(this.outcome);
  }

  /**
   * Switch to another line, going back to where the two branch if necessary. Plays no event forwards.
   * @param line - 0 for the main line, n for the n-th side line
   * @returns as for `seek`
   */
  async follow(line: number): Promise<Uint32Array | null> {
    const { variations, events: main } = this.record;
    const target = wholeNumber(line, 0, variations.length + 1);
    if (target === this.line) return new Uint32Array(0);
    // Go up from the new line to one that also leads to the old one.
    const down = [];
    let number = target;
    while (!this.#begins.has(number)) {
      down.push(number);
      number = variations[number - 1].parent;
    }
    const own = number ? variations[number - 1].events : main;
    const begin = this.#begins.get(number) as number;
    // Compare the branch positions of the old path with those of the new one.
    const lines = [...this.#begins];
    const after = lines[lines.findIndex(([each]) => each === number) + 1];
    const leave = begin + (down.length ? variations[(down.at(-1) as number) - 1].position : own.length);
    const common = Math.min(after ? after[1] : this.events.length, leave);
    const cells = await this.#returnTo(common);
    this.#begins = new Map(lines.slice(0, lines.findIndex(([each]) => each === number) + 1));
    const parts = [this.events.slice(0, common), own.slice(common - begin, leave - begin)];
    let count = leave;
    while (down.length) {
      number = down.pop() as number;
      this.#begins.set(number, count);
      const next = down.length ? variations[down[down.length - 1] - 1].position : undefined;
      const part = variations[number - 1].events.slice(0, next);
      parts.push(part);
      count += part.length;
    }
    this.#goAlong(parts.flat(), target, common);
    return cells;
  }

  /**
   * Continue with an edited record of the same board, on one of its lines; events that are unchanged stay played.
   * @returns as for `seek`
   */
  async change(record: GameRecord, line: number): Promise<Uint32Array | null> {
    const ways = [];
    for (let number = line; number; number = record.variations[number - 1].parent) ways.unshift(number);
    const events = lineEvents(record, line);
    let common = 0;
    while (common < events.length && common < this.events.length && isSame(events[common], this.events[common])) ++common;
    const cells = await this.#returnTo(common);
    this.record = record;
    this.#begins = new Map([[0, 0]]);
    let begin = 0;
    for (const number of ways) this.#begins.set(number, (begin += record.variations[number - 1].position));
    this.#goAlong(events, line, common);
    return cells;
  }

  /** @param common - number of unchanged events */
  #goAlong(events: readonly Event[], line: number, common: number) {
    this.events = events;
    this.tree = new MoveTree(events);
    this.line = line;
    this.checks = new Checks(this.record, events, this.tree, line);
    this.#checked = Math.min(this.#checked, common);
    this.#node = this.tree.places[this.position];
    this.#undone = [];
  }

  /** Go back to a position, if the replay is past it. If that undoes the first open, drop the layout too. */
  async #returnTo(position: number) {
    const target = Math.min(this.position, position);
    if (this.#started === null || this.#started < position) return target < this.position ? this.seek(target) : new Uint32Array(0);
    await this.#begin();
    this.#started = null;
    this.#checked = Math.min(this.#checked, position);
    await this.seek(target);
    return null;
  }

  async close() {
    const game = this.#game;
    this.#game = null;
    await game?.close();
  }
}

function isSame(one: Event, other: Event) {
  if (one === other) return true;
  const isAlike = one.milliseconds === other.milliseconds && one.kind === other.kind && one.changed === other.changed && one.ended === other.ended;
  return isAlike && one.level === other.level && String(one.cell) === String(other.cell);
}
