// Layouts and games, which live in the module's memory like everything made from a Grid.

import { formatBoardId, parseBoardId } from "./board_id.ts";
import { HypersweepError, oneOf, ownFault, wholeNumber } from "./errors.ts";
import { Grid, Held, STATUS, type Kernel } from "./kernel.ts";
import { checkRoom } from "./mine_counts.ts";
import { FIRST_OPENS, firstOpenPromise, readRules, type FirstOpen, type Rules } from "./rules.ts";
import {
  MOVE_KINDS, OUTCOMES, freshSeed, readSeed, type BoardValue, type Change, type MoveKind, type Standing, type SearchRequest,
} from "./terms.ts";
import type { CellLike } from "./shape.ts";

const RULE_BITS = [
  ["flagProtectsClick", 1],
  ["flagProtectsCascade", 2],
  ["flagsOnOpen", 4],
  ["chord", 8],
  ["flagToggles", 16],
] as const;

/** Where the mines of a board are. */
export class Layout extends Held {
  constructor(public grid: Grid, handle: number) {
    super(grid.kernel, handle);
  }

  /** A layout from a random stream: the same as Python's Layout.random for the same arguments. */
  static random(grid: Grid, mines: number, { seed, index = 0, first = null, firstOpen = "safe" }: {seed: bigint | number, index?: bigint | number, first?: CellLike | null, firstOpen?: FirstOpen}): Layout {
    const promise = first === null ? "any" : firstOpen;
    const count = checkRoom(grid.shape, mines, promise);
    const cell = first === null ? -1 : grid.shape.index(first);
    const handle = grid.kernel.call.layout_random(grid.handle, count, readSeed(seed), readSeed(index), cell, FIRST_OPENS.indexOf(promise));
    return new Layout(grid, grid.kernel.made(handle, `a layout of ${grid.shape}`));
  }

  /** The layout given as bits: bit i % 8 of byte i / 8 is the cell with index i. Trailing zero bytes may be omitted. */
  static fromBits(grid: Grid, bits: Uint8Array): Layout {
    const size = Math.ceil(grid.shape.cells / 8);
    if (!(bits instanceof Uint8Array) || bits.length > size) {
      throw new HypersweepError("LayoutError", { what: "board_id_damaged" });
    }
    grid.kernel.give(bits);
    const handle = grid.kernel.call.layout_from_bits(grid.handle, bits.length);
    if (handle < 0 && -handle !== STATUS.outOfMemory) {
      throw new HypersweepError("LayoutError", { what: "board_id_damaged" });
    }
    return new Layout(grid, grid.kernel.made(handle, `a layout of ${grid.shape}`));
  }

  static parse(kernel: Kernel, text: string): Layout {
    const { shape, bits } = parseBoardId(text);
    const grid = new Grid(kernel, shape);
    try {
      return Layout.fromBits(grid, bits);
    } catch (error) {
      grid.release();
      throw error;
    }
  }

  /** The layout as bits, in the format of `fromBits`. */
  bits(): Uint8Array {
    this.kernel.check(this.kernel.call.layout_bits(this.handle), "the bits of a layout");
    return this.kernel.take(Uint8Array, this.kernel.results(1)[0]);
  }

  /** The board ID. */
  format(): string {
    return formatBoardId(this.grid.shape, this.bits());
  }

  get mines(): number {
    this.kernel.check(this.kernel.call.layout_bits(this.handle), "the mines of a layout");
    return this.kernel.results(2)[1];
  }

  isMine(cell: CellLike): boolean {
    this.kernel.check(this.kernel.call.layout_is_mine(this.handle, this.grid.shape.index(cell)), "a layout");
    return this.kernel.results(1)[0] === 1;
  }

  /** The 3BV figures of the board. */
  value(): BoardValue {
    this.kernel.check(this.kernel.call.layout_value(this.handle), "the value of a board");
    const [openings, single, islands] = this.kernel.results(3);
    return { value: openings + single, openings, single, islands, openingsOpen: 0, singleOpen: 0 };
  }

}

/**
 * A game: the board, its rules, and the moves made on it.
 *
 * The first open decides the layout. With guess "never" the caller must search for one: `play` then returns null, and
 * `openFirst` makes the move with the layout found. With guess "punished" later opens and chords may change it; undoing
 * such a move restores the earlier layout.
 */
export class Game extends Held {
  rules;
  mines;
  /** The seed from which the first open draws the layout; null for a given layout. */
  seed: bigint | null;

  /** @param options - a layout replaces mines and seed; the first open then has no promise */
  constructor(public grid: Grid, { mines, seed, rules = "classic", layout = null }: {mines?: number, seed?: bigint | number, rules?: Rules | string, layout?: Layout | null}) {
    const own = readRules(rules);
    if (layout && own.guess === "punished") throw new HypersweepError("RulesError", { what: "layout_punished" });
    const kernel = grid.kernel;
    if (layout && layout.grid.handle !== grid.handle) {
      const detail = { what: "layout_shape", board: String(grid.shape), got: String(layout.grid.shape) };
      throw new HypersweepError("LayoutError", detail);
    }
    const count = layout ? layout.mines : checkRoom(grid.shape, mines, firstOpenPromise(own));
    let bits = 0;
    for (const [name, bit] of RULE_BITS) if (own[name]) bits |= bit;
    const handle = layout ? kernel.call.game_of_layout(layout.handle, bits) : kernel.call.game_make(grid.handle, bits);
    super(kernel, kernel.made(handle, `a game on ${grid.shape}`));
    this.rules = own;
    this.mines = count;
    this.seed = layout ? null : readSeed(seed ?? freshSeed());
    if (own.guess === "punished") kernel.check(kernel.call.game_punish(this.handle, this.seed ?? 0n), `a game on ${grid.shape}`);
  }

  #change(status: number): Change {
    this.kernel.check(status, `a move on ${this.grid.shape}`);
    const [changed, opened, flags, outcome] = this.kernel.results(4);
    return { changed, opened, flags, outcome: OUTCOMES[outcome] };
  }

  /**
   * Make a move. If it has no effect, the returned change says so.
   * @returns null if a layout must be searched for first
   */
  play(kind: MoveKind, cell: CellLike): Change | null {
    const number = MOVE_KINDS.indexOf(oneOf(kind, MOVE_KINDS));
    const index = this.grid.shape.index(cell);
    const status = this.kernel.call.game_play(this.handle, number, index);
    if (status !== STATUS.undecided) return this.#change(status);
    if (this.rules.guess === "never") return null;
    const options = { seed: this.seed ?? 0n, first: index, firstOpen: firstOpenPromise(this.rules) };
    const layout = Layout.random(this.grid, this.mines, options);
    try {
      return this.openFirst(index, layout);
    } finally {
      layout.release();
    }
  }

  /** Make the first open with the given layout; if the layout is already decided, an ordinary open. */
  openFirst(cell: CellLike, layout: Layout): Change {
    const index = this.grid.shape.index(cell);
    return this.#change(this.kernel.call.game_open_first(this.handle, index, layout.handle));
  }

  /** The request to search for this game's layout. */
  searchRequest(first: CellLike): SearchRequest {
    const { firstOpen, grade, exactly } = this.rules;
    return { mines: this.mines, seed: this.seed ?? 0n, first, firstOpen, grade, exactly };
  }

  undo(): Change {
    return this.#change(this.kernel.call.game_undo(this.handle));
  }

  redo(): Change {
    return this.#change(this.kernel.call.game_redo(this.handle));
  }

  /** The cells that the latest move changed, ascending. */
  changes(): Uint32Array {
    this.kernel.check(this.kernel.call.game_changes(this.handle), "what a move changed");
    return this.kernel.take(Uint32Array, this.kernel.results(1)[0]);
  }

  /**
   * The codes of cells `begin` up to, but not including, `end`.
   * @param options - `reveal`: show every clue and every mine
   */
  codes(begin = 0, end: number = this.grid.shape.cells, { reveal = false }: {reveal?: boolean} = {}): Int32Array {
    const last = wholeNumber(end, 0, this.grid.shape.cells + 1);
    const first = wholeNumber(begin, 0, last + 1);
    this.kernel.check(this.kernel.call.game_codes(this.handle, first, last, Number(reveal)), `the codes of ${this.grid.shape}`);
    return this.kernel.take(Int32Array, last - first);
  }

  /**
   * The codes of some cells.
   * @param cells - indices; runs of consecutive ones are faster
   */
  codesAt(cells: Uint32Array, { reveal = false }: {reveal?: boolean} = {}): Int32Array {
    this.kernel.give(cells);
    const status = this.kernel.call.game_codes_at(this.handle, cells.length, Number(reveal));
    if (status !== STATUS.done && status !== STATUS.outOfMemory) {
      throw ownFault(`indices below ${this.grid.shape.cells}`, undefined, "CellError");
    }
    this.kernel.check(status, "the codes of cells");
    return this.kernel.take(Int32Array, cells.length);
  }

  standing(): Standing {
    this.kernel.check(this.kernel.call.game_standing(this.handle), "how a game stands");
    const [outcome, opened, flags, decided, undoable, redoable] = this.kernel.results(6);
    return { outcome: OUTCOMES[outcome], opened, flags, isDecided: decided === 1, undoable, redoable };
  }

  /** The layout, which the caller must release; null until it is decided. */
  layout(): Layout | null {
    const handle = this.kernel.call.game_layout(this.handle);
    return handle === -STATUS.undecided ? null : new Layout(this.grid, this.kernel.made(handle, "the layout of a game"));
  }

  /** The 3BV figures of the board, and how much of them is done; null until the layout is decided. */
  value(): BoardValue | null {
    const status = this.kernel.call.game_value(this.handle);
    if (status === STATUS.undecided) return null;
    this.kernel.check(status, "the value of a board");
    const [openings, single, islands, openingsOpen, singleOpen] = this.kernel.results(5);
    return { value: openings + single, openings, single, islands, openingsOpen, singleOpen };
  }
}
