// One board of a room, as far as the server reveals it.

import { parseBoardId } from "../engine/board_id.ts";
import { Shape } from "../engine/shape.ts";
import { CODES, type Outcome } from "../engine/terms.ts";
import { GameClock } from "../play/clock.ts";
import { emptyCodes } from "../play/played_game.ts";
import type { Board as BoardState, Moved, Progress } from "../data/protocol.ts";

/** With more neighbours per cell than this, the server uses two bytes per code. */
const ONE_BYTE = 100;

/**
 * Decode the codes of a whole board.
 * @param text - base64 of one or two bytes per cell
 * @param codes - filled in place
 */
export function readCodes(text: string, shape: Shape, codes: Int16Array) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const isWide = shape.maxNeighbours > ONE_BYTE;
  if (bytes.length !== shape.cells * (isWide ? 2 : 1)) throw new RangeError(`expected codes of ${shape.cells} cells, got ${bytes.length} bytes`);
  for (let index = 0; index < shape.cells; ++index) codes[index] = isWide ? view.getInt16(2 * index, true) : view.getInt8(index);
}

export class RemoteBoard {
  codes;
  clock = new GameClock();
  opened = 0;
  flags = 0;
  outcome: Outcome = "ongoing";
  isStarted = false;
  /** Whether the server reveals its cells. */
  isSeen = false;

  /** @param number - 0 for the shared board, otherwise the member's */
  constructor(public number: number, public shape: Shape) {
    this.codes = emptyCodes(shape);
  }

  /**
   * Apply the state of the board.
   * @param isRunning - whether the game is being played
   */
  take({ codes, opened = 0, flags = 0, outcome = "ongoing", is_started = false, milliseconds = 0 }: BoardState, isRunning: boolean) {
    this.isSeen = codes !== null;
    if (codes === null) this.codes.fill(-1);
    else readCodes(codes, this.shape, this.codes);
    Object.assign(this, { opened, flags, outcome, isStarted: is_started });
    this.#set(milliseconds, isRunning && is_started);
  }

  /**
   * Apply a move; applying it twice is harmless.
   * @returns cells that look different; null for all
   */
  move({ cells = [], codes = [], all = null, opened = 0, flags = 0, outcome = "ongoing", milliseconds, kind }: Moved): Uint32Array | null {
    Object.assign(this, { opened, flags, outcome });
    this.isSeen = true;
    if (all !== null) readCodes(all, this.shape, this.codes);
    else for (let place = 0; place < cells.length; ++place) this.codes[cells[place]] = codes[place];
    if (kind === "open" && (cells.length || all !== null)) this.isStarted = true;
    this.#set(milliseconds, this.isStarted);
    return all === null ? Uint32Array.from(cells) : null;
  }

  progress({ opened, flags, outcome, milliseconds }: Progress) {
    Object.assign(this, { opened, flags, outcome });
    this.isStarted ||= opened > 0;
    this.#set(milliseconds, this.isStarted);
  }

  /**
   * Show the mines and the wrong flags of a resigned game, as the server does after an explosion.
   * @param layout - board ID
   */
  reveal(layout: string) {
    const { codes } = this;
    if (!layout || this.outcome !== "lost" || codes.includes(CODES.exploded)) return;
    const { bits } = parseBoardId(layout);
    for (let index = 0; index < codes.length; ++index) {
      const isMine = ((bits[index >> 3] ?? 0) >> (index & 7)) & 1;
      if (isMine && codes[index] === CODES.covered) codes[index] = CODES.mine;
      else if (!isMine && codes[index] === CODES.flagged) codes[index] = CODES.wrongFlag;
    }
  }

  /** The share of safe cells that are open, 0 to 1. */
  share(mines: number) {
    const safe = this.shape.cells - mines;
    return safe > 0 ? Math.min(1, this.opened / safe) : 1;
  }

  #set(milliseconds: number, isRunning: boolean) {
    this.clock = new GameClock(milliseconds);
    if (isRunning && this.outcome === "ongoing") this.clock.run();
  }
}
