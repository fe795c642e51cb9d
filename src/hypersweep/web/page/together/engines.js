// @ts-check
// Engines run by the server, which can be asked about positions instead of the page's own solver.

import { pause } from "../patience.js";
import { formatPosition } from "../play/position.js";
import { enter } from "./guest.js";
import { ask, hasServer, refusal } from "./http.js";

/** @typedef {import("../data/protocol.js").EngineAnswer} EngineAnswer */
/** @typedef {import("../engine/client.js").Position} Position */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** The position that a question is about. @typedef {Pick<Position, "mines" | "codes"> & {board: Shape}} Asked */

/** @typedef {{isWhole?: boolean, signal?: AbortSignal | null}} Options */
/** @typedef {{name: string, ask: (position: Asked, options?: Options) => Promise<EngineAnswer>}} Named */

/** @type {Promise<string[]> | null} */
let names = null;
/** Signing this browser in, done at most once. @type {Promise<unknown> | null} */
let entered = null;
/** Errors which mean that an earlier question is still running. */
const BUSY = ["together_busy"];
/** The previous question. @type {Promise<unknown>} */
let before = Promise.resolve();
/** Engines that may still be working on an abandoned question. @type {Set<string>} */
const left = new Set();
/** Milliseconds before each retry of a question that was refused for that reason. */
const AGAIN = [250, 500, 1000, 2000, 4000];

/** The names of the available engines. @returns {Promise<string[]>} */
export function engineNames() {
  if (!hasServer()) return Promise.resolve([]);
  names ??= ask("/api/engines").then(({ engines }) => engines);
  names.catch(() => (names = null));
  return names;
}

/**
 * An engine of the server.
 * @param {string} name
 * @returns {Promise<Named>} rejects if the server has no engine with that name, or is unreachable
 */
export async function engineNamed(name) {
  if (!(await engineNames()).includes(name)) {
    // The engine may have come back, so fetch the list again.
    names = null;
    if (!(await engineNames()).includes(name)) throw refusal({ what: "engine" });
  }
  return { name, ask: (position, options) => askEngine(name, position, options) };
}

/** Sign this browser in again. */
function enterAnew() {
  const entering = (entered = enter());
  entering.catch(() => {
    if (entered === entering) entered = null;
  });
  return entering;
}

/** Handle an error: the list of engines may have changed too. @param {unknown} error */
function gone(error) {
  if (/** @type {any} */ (error)?.detail?.what === "together_engine") names = null;
  return error;
}

/**
 * Wait for a promise, or until the signal aborts.
 * @template T
 * @param {Promise<T>} coming
 * @param {AbortSignal | null} signal
 * @returns {Promise<T>}
 */
function orAborted(coming, signal) {
  if (!signal) return coming;
  return new Promise((resolve, reject) => {
    const drop = () => reject(signal.reason);
    signal.addEventListener("abort", drop, { once: true });
    void coming.then(resolve, reject).finally(() => signal.removeEventListener("abort", drop));
  });
}

/**
 * Ask an engine about a position. The server accepts one question per person at a time, so the next one waits here.
 * @param {string} engine
 * @param {Asked} position
 * @param {Options} [options] - `isWhole`: include chances and other moves
 * @returns {Promise<EngineAnswer>}
 */
async function askEngine(engine, { board, mines, codes }, { isWhole = false, signal = null } = {}) {
  const body = { engine, view: formatPosition(/** @type {any} */ ({ shape: board, mines, codes })), is_whole: isWhole };
  const mine = before.then(() => {
    signal?.throwIfAborted();
    return insist(engine, body, signal);
  });
  before = mine.catch(() => {});
  return orAborted(mine, signal);
}

/**
 * Send a question until it is accepted: an abandoned one may still occupy the engine.
 * @param {string} engine
 * @param {object} body
 * @param {AbortSignal | null} signal
 * @returns {Promise<EngineAnswer>}
 */
async function insist(engine, body, signal) {
  for (let time = 0; ; ++time) {
    try {
      const answer = await send({ body, signal: signal ?? undefined });
      left.delete(engine);
      return answer;
    } catch (error) {
      if (signal?.aborted) left.add(engine);
      if (signal?.aborted || !left.size || !BUSY.includes(/** @type {any} */ (error).detail?.what)) throw gone(error);
      if (time === AGAIN.length) {
        left.clear();
        throw error;
      }
    }
    await orAborted(pause(AGAIN[time]), signal);
  }
}

/** @param {{body: object, signal?: AbortSignal}} request @returns {Promise<EngineAnswer>} */
async function send(request) {
  const { signal = null } = request;
  try {
    await orAborted(entered ?? enterAnew(), signal);
    return await ask("/api/engines/ask", request);
  } catch (error) {
    // The person has signed out meanwhile, perhaps in another tab.
    if (signal?.aborted || /** @type {any} */ (error).detail?.what !== "together_nobody") throw error;
  }
  await orAborted(enterAnew(), signal);
  return ask("/api/engines/ask", request);
}
