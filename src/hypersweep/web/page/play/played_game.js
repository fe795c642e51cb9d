// @ts-check
// The game that a session plays, wherever that is: in the page's own kernels, or in anything else with the same methods.

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/** The interface of a game that a session needs, wherever the game is played.
 * @typedef {Pick<import("../engine/client.js").Game, "board" | "mines" | "seed" | "rules" | "standing" | "open" | "flag" | "chord" | "undo"
 *   | "redo" | "playAll" | "playRecorded" | "mostCells" | "codes" | "boardId" | "value" | "close">} PlayedGame */
/** @typedef {{board?: Shape | string, mines?: number, seed?: bigint | number, rules?: Rules | string, layout?: string}} GameWish */
/** @typedef {(wish: GameWish) => Promise<PlayedGame>} GameMaker */

/** Above this number of differences all cells are drawn. */
const MOST_DIFFERENCES = 1 << 16;
/** Number of codes in one request. */
const RUN = 1 << 18;

/** Games of the kernels in the page. @param {Pick<App, "engine">} app @returns {GameMaker} */
export const engineGames = (app) => async ({ layout, ...wish }) => {
  const engine = await app.engine();
  return engine.newGame(layout === undefined ? /** @type {any} */ (wish) : { layout, rules: wish.rules });
};

/**
 * Codes of all cells; clues beyond 16 bits are on boards of ten dimensions and more.
 * @param {Shape} shape
 * @returns {Int16Array}
 */
export function emptyCodes({ maxNeighbours, cells }) {
  return /** @type {Int16Array} */ (maxNeighbours > 0x7fff ? /** @type {unknown} */ (new Int32Array(cells)) : new Int16Array(cells)).fill(-1);
}

/**
 * Update all codes.
 * @param {PlayedGame} game
 * @param {Int16Array} codes - as they were, which are changed
 * @returns {Promise<Uint32Array | null>} the cells that looked different before; null where they are many
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
