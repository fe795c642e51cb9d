// @ts-check
// One board of a room, as far as the server reveals it.

import { parseBoardId } from "../engine/board_id.js";
import { Shape } from "../engine/shape.js";
import { CODES } from "../engine/terms.js";
import { GameClock } from "../play/clock.js";
import { emptyCodes } from "../play/played_game.js";

/** @typedef {import("../data/protocol.js").Board} BoardState */
/** @typedef {import("../data/protocol.js").Moved} Moved */
/** @typedef {import("../data/protocol.js").Progress} Progress */
/** @typedef {import("../engine/terms.js").Outcome} Outcome */

/** With more neighbours per cell than this, the server uses two bytes per code. */
const ONE_BYTE = 100;

/**
 * Decode the codes of a whole board.
 * @param {string} text - base64 of one or two bytes per cell
 * @param {Shape} shape
 * @param {Int16Array} codes - filled in place
 */
export function readCodes(text, shape, codes) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const isWide = shape.maxNeighbours > ONE_BYTE;
  if (bytes.length !== shape.cells * (isWide ? 2 : 1)) throw new RangeError(`expected codes of ${shape.cells} cells, got ${bytes.length} bytes`);
  for (let index = 0; index < shape.cells; ++index) codes[index] = isWide ? view.getInt16(2 * index, true) : view.getInt8(index);
}

export class RemoteBoard {
  opened = 0;
  flags = 0;
  /** @type {Outcome} */
  outcome = "ongoing";
  isStarted = false;
  /** Whether the server reveals its cells. */
  isSeen = false;

  /** @param {number} number - 0 for the shared board, otherwise the member's @param {Shape} shape */
  constructor(number, shape) {
    this.number = number;
    this.shape = shape;
    this.codes = emptyCodes(shape);
    this.clock = new GameClock();
  }

  /** Apply the state of the board. @param {BoardState} state @param {boolean} isRunning - whether the game is being played */
  take({ codes, opened = 0, flags = 0, outcome = "ongoing", is_started = false, milliseconds = 0 }, isRunning) {
    this.isSeen = codes !== null;
    if (codes === null) this.codes.fill(-1);
    else readCodes(codes, this.shape, this.codes);
    Object.assign(this, { opened, flags, outcome, isStarted: is_started });
    this.#set(milliseconds, isRunning && is_started);
  }

  /**
   * Apply a move; applying it twice is harmless.
   * @param {Moved} moved
   * @returns {Uint32Array | null} cells that look different; null for all
   */
  move({ cells = [], codes = [], all = null, opened = 0, flags = 0, outcome = "ongoing", milliseconds, kind }) {
    Object.assign(this, { opened, flags, outcome });
    this.isSeen = true;
    if (all !== null) readCodes(all, this.shape, this.codes);
    else for (let place = 0; place < cells.length; ++place) this.codes[cells[place]] = codes[place];
    if (kind === "open" && (cells.length || all !== null)) this.isStarted = true;
    this.#set(milliseconds, this.isStarted);
    return all === null ? Uint32Array.from(cells) : null;
  }

  /** @param {Progress} progress */
  progress({ opened, flags, outcome, milliseconds }) {
    Object.assign(this, { opened, flags, outcome });
    this.isStarted ||= opened > 0;
    this.#set(milliseconds, this.isStarted);
  }

  /** Show the mines and the wrong flags of a resigned game, as the server does after an explosion. @param {string} layout - board ID */
  reveal(layout) {
    const { codes } = this;
    if (!layout || this.outcome !== "lost" || codes.includes(CODES.exploded)) return;
    const { bits } = parseBoardId(layout);
    for (let index = 0; index < codes.length; ++index) {
      const isMine = ((bits[index >> 3] ?? 0) >> (index & 7)) & 1;
      if (isMine && codes[index] === CODES.covered) codes[index] = CODES.mine;
      else if (!isMine && codes[index] === CODES.flagged) codes[index] = CODES.wrongFlag;
    }
  }

  /** The share of safe cells that are open, 0 to 1. @param {number} mines */
  share(mines) {
    const safe = this.shape.cells - mines;
    return safe > 0 ? Math.min(1, this.opened / safe) : 1;
  }

  /** @param {number} milliseconds @param {boolean} isRunning */
  #set(milliseconds, isRunning) {
    this.clock = new GameClock(milliseconds);
    if (isRunning && this.outcome === "ongoing") this.clock.run();
  }
}
