// @ts-check
// The game that a session plays, wherever it runs: in the page's own kernels, or in anything else with the same
// methods.

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/** The interface that a session needs from a game.
 * @typedef {Pick<import("../engine/client.js").Game, "board" | "mines" | "seed" | "rules" | "standing" | "open" | "flag" | "chord" | "undo"
 *   | "redo" | "playAll" | "playRecorded" | "mostCells" | "codes" | "boardId" | "value" | "close">} PlayedGame */
/** @typedef {{board?: Shape | string, mines?: number, seed?: bigint | number, rules?: Rules | string, layout?: string}} GameWish */
/** @typedef {(wish: GameWish) => Promise<PlayedGame>} GameMaker */

/** If more cells than this differ, all are redrawn. */
const MOST_DIFFERENCES = 1 << 16;
/** Number of codes in one request. */
const RUN = 1 << 18;

/** Makes games that run in the page's kernels. @param {Pick<App, "engine">} app @returns {GameMaker} */
export const engineGames = (app) => async ({ layout, ...wish }) => {
  const engine = await app.engine();
  return engine.newGame(layout === undefined ? /** @type {any} */ (wish) : { layout, rules: wish.rules });
};

/**
 * An array for the codes of all cells; only boards with ten or more dimensions have clues that exceed 16 bits.
 * @param {Shape} shape
 * @returns {Int16Array}
 */
export function emptyCodes({ maxNeighbours, cells }) {
  return /** @type {Int16Array} */ (maxNeighbours > 0x7fff ? /** @type {unknown} */ (new Int32Array(cells)) : new Int16Array(cells)).fill(-1);
}

/**
 * Update all codes.
 * @param {PlayedGame} game
 * @param {Int16Array} codes - previous codes, updated in place
 * @returns {Promise<Uint32Array | null>} cells that looked different before; null if there are many
 */
export async function refreshCodes(game, codes) {
  const found = [];
  for (let begin = 0; begin < codes.length; begin += RUN) {
    const run = await game.codes(begin, Math.min(begin + RUN, codes.length));
    for (let place = 0; place < run.length; ++place) {
      if (codes[begin + place] === run[place]) continue;
      codes[begin + place] = run[place];
      if (found.length <= MOST_DIFFERENCES) found.push(begin + place);
    }
  }
  return found.length > MOST_DIFFERENCES ? null : Uint32Array.from(found);
}
