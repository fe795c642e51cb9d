// @ts-check
// Engines that the server runs: they can be asked about positions in place of the page's own solver.

import { formatPosition } from "../play/position.js";
import { enter } from "./guest.js";
import { ask, hasServer } from "./http.js";

/** @typedef {import("../data/protocol.js").EngineAnswer} EngineAnswer */
/** @typedef {import("../engine/client.js").Position} Position */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** What is asked. @typedef {Pick<Position, "mines" | "codes"> & {board: Shape}} Asked */

/** @typedef {{isWhole?: boolean, signal?: AbortSignal | null}} Options */
/** @typedef {{name: string, ask: (position: Asked, options?: Options) => Promise<EngineAnswer>}} Named */

/** @type {Promise<string[]> | null} */
let names = null;
/** Once this browser is somebody to the server. @type {Promise<unknown> | null} */
let entered = null;
/** The question before. @type {Promise<unknown>} */
let before = Promise.resolve();

/** The names of the engines that can be asked here. @returns {Promise<string[]>} */
export function engineNames() {
  if (!hasServer()) return Promise.resolve([]);
  names ??= ask("/api/engines").then(({ engines }) => engines);
  names.catch(() => (names = null));
  return names;
}

/**
 * An engine of the server.
 * @param {string} name
 * @returns {Promise<Named | null>} null where the server has none of that name, or there is none
 */
export async function engineNamed(name) {
  if (!(await engineNames()).includes(name)) return null;
  return { name, ask: (position, options) => askEngine(name, position, options) };
}

/**
 * What an engine makes of a position. The server takes one question of a person at a time: the next one waits here.
 * @param {string} engine
 * @param {Asked} position
 * @param {Options} [options] - `isWhole`: with chances, and with what else could be opened
 * @returns {Promise<EngineAnswer>}
 */
async function askEngine(engine, { board, mines, codes }, { isWhole = false, signal = null } = {}) {
  const body = { engine, view: formatPosition(/** @type {any} */ ({ shape: board, mines, codes })), is_whole: isWhole };
  const mine = before.then(() => {
    signal?.throwIfAborted();
    return send(body);
  });
  // Whoever gives up waiting doesn't end the work of the server.
  before = mine.catch(() => {});
  const answer = await mine;
  signal?.throwIfAborted();
  return answer;
}

/** @param {object} body @returns {Promise<EngineAnswer>} */
async function send(body) {
  const request = { body };
  try {
    await (entered ??= enter());
    return await ask("/api/engines/ask", request);
  } catch (error) {
    entered = null;
    // Somebody has signed out meanwhile, perhaps in another tab.
    if (/** @type {any} */ (error).detail?.what !== "together_nobody") throw error;
  }
  await (entered = enter());
  return ask("/api/engines/ask", request);
}
