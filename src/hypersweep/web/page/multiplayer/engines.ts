// Engines run by the server. The page can ask one of them about a position, instead of its own solver.

import { pause } from "../patience.ts";
import { formatPosition } from "../play/position.ts";
import { enter } from "./me.ts";
import { ask, hasServer, refusal } from "./http.ts";
import type { EngineAnswer } from "../data/protocol.ts";
import type { Position } from "../engine/client.ts";
import type { Shape } from "../engine/shape.ts";

/** The position that a question is about. */
export type Asked = Pick<Position, "mines" | "codes"> & {board: Shape};

type Options = { isWhole?: boolean; signal?: AbortSignal | null };
type Named = { name: string; ask: (position: Asked, options?: Options) => Promise<EngineAnswer> };

let names: Promise<string[]> | null = null;
/** The sign-in of this browser, shared by all questions. */
let entered: Promise<unknown> | null = null;
/** Errors which mean that an earlier question is still running. */
const BUSY = ["together_busy"];
let before: Promise<unknown> = Promise.resolve();
/** Engines that may still be working on an abandoned question. */
const left: Set<string> = new Set();
/** Milliseconds before each retry of a question that was refused because an earlier one is still running. */
const AGAIN = [250, 500, 1000, 2000, 4000];

export function engineNames(): Promise<string[]> {
  if (!hasServer()) return Promise.resolve([]);
  names ??= ask("/api/engines").then(({ engines }) => engines);
  names.catch(() => (names = null));
  return names;
}

/**
 * An engine of the server.
 * @returns rejects if the server has no engine with that name, or can't be asked
 */
export async function engineNamed(name: string): Promise<Named> {
  if (!(await engineNames()).includes(name)) {
    // The engine may have come back, so fetch the list again.
    names = null;
    if (!(await engineNames()).includes(name)) throw refusal({ what: "engine" });
  }
  return { name, ask: (position, options) => askEngine(name, position, options) };
}

function enterAnew() {
  const entering = (entered = enter());
  entering.catch(() => {
    if (entered === entering) entered = null;
  });
  return entering;
}

/** Return the error unchanged. If it says that the engine is gone, the list of engines will be fetched again. */
function gone(error: unknown) {
  if ((error as any)?.detail?.what === "together_engine") names = null;
  return error;
}

/** Wait for a promise, or until the signal aborts. */
function orAborted<T>(coming: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return coming;
  return new Promise((resolve, reject) => {
    const drop = () => reject(signal.reason);
    signal.addEventListener("abort", drop, { once: true });
    void coming.then(resolve, reject).finally(() => signal.removeEventListener("abort", drop));
  });
}

/**
 * Ask an engine about a position. The server accepts one question per person at a time, so the next one waits here.
 * @param options - `isWhole`: include chances and other moves
 */
async function askEngine(engine: string, { board, mines, codes }: Asked, { isWhole = false, signal = null }: Options = {}): Promise<EngineAnswer> {
  const body = { engine, view: formatPosition({ shape: board, mines, codes } as any), is_whole: isWhole };
  const mine = before.then(() => {
    signal?.throwIfAborted();
    return insist(engine, body, signal);
  });
  before = mine.catch(() => {});
  return orAborted(mine, signal);
}

/** Send a question until it is accepted: an abandoned one may still occupy the engine. */
async function insist(engine: string, body: object, signal: AbortSignal | null): Promise<EngineAnswer> {
  for (let time = 0; ; ++time) {
    try {
      const answer = await send({ body, signal: signal ?? undefined });
      left.delete(engine);
      return answer;
    } catch (error) {
      if (signal?.aborted) left.add(engine);
      if (signal?.aborted || !left.size || !BUSY.includes((error as any).detail?.what)) throw gone(error);
      if (time === AGAIN.length) {
        left.clear();
        throw error;
      }
    }
    await orAborted(pause(AGAIN[time]), signal);
  }
}

async function send(request: {body: object, signal?: AbortSignal}): Promise<EngineAnswer> {
  const { signal = null } = request;
  try {
    await orAborted(entered ?? enterAnew(), signal);
    return await ask("/api/engines/ask", request);
  } catch (error) {
    // The person has signed out meanwhile, perhaps in another tab.
    if (signal?.aborted || (error as any).detail?.what !== "together_nobody") throw error;
  }
  await orAborted(enterAnew(), signal);
  return ask("/api/engines/ask", request);
}
