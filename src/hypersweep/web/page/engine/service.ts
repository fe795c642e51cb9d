// Handles a worker's requests about games; solver_requests.ts handles requests without a game.
//
// Requests are handled in order. A search yields now and then so that it can be cancelled; other work runs to its end,
// and a caller that can't wait terminates the worker (see worker_queue.ts).

import { HypersweepError, ownFault, type ErrorKind } from "./errors.ts";
import { Game, Layout } from "./game.ts";
import { Grid, Kernel } from "./kernel.ts";
import { ANY_CHANGE, MOVES, OUTCOMES, type AnyMove, type RecordedEffect, type SearchProgress } from "./terms.ts";
import type { Thoughts } from "./solver_requests.ts";

/**
 * Messages to a worker: `start` with the kernels, for which requests wait; requests; and `cancel` for a request that is
 * no longer needed.
 */
type Incoming = {start: WebAssembly.Module} | {id: number, method: string, values: any[]} | {cancel: number};
/** Messages from a worker: that the kernels are loaded, one answer to each request, and progress of searches. */
export type Outgoing = {id: number, value: any} | {id: number, error: {kind: ErrorKind | null, message: string, detail: Record<string, unknown>, isBroken: boolean}} | {isReady: true} | {id: number, cancelled: true} | {id: number, progress: any};
type Send = (message: Outgoing, transfer: ArrayBuffer[]) => void;

class Cancelled extends Error {}

/**
 * Let the worker handle messages that have arrived meanwhile. A timer would cause a delay of four milliseconds each
 * time.
 */
function breathe() {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve(undefined);
    };
    channel.port2.postMessage(null);
  });
}

/** Make a move. Returns: null if it needs a search first. */
function move(game: Game, kind: AnyMove, cell: number) {
  if (kind === "undo") return game.undo();
  return kind === "redo" ? game.redo() : game.play(kind, cell);
}

/** The games of a worker; each method answers one kind of request. */
class Games {
  games: Map<number, Game> = new Map();
  made = 0;

  /** @param between - awaited between two parts of a search */
  constructor(public kernel: Kernel, public between: (progress: SearchProgress) => Promise<void>) {
  }

  #game(number: number): Game {
    const game = this.games.get(number);
    if (!game) throw ownFault("the number of an open game", number);
    return game;
  }

  /** Make a first open that needs a search. */
  async #openFirst(game: Game, cell: number) {
    const { findLayout } = await import("./search.ts");
    const layout = await findLayout(game.grid, game.searchRequest(cell), this.between).catch((error) => {
      if (error.kind !== "ParameterError") throw error;
      // No board with this number of mines needs exactly that grade.
      throw new HypersweepError("GenerationError", { what: "no_board", mines: game.mines, tried: 0, isExhausted: true });
    });
    try {
      return game.openFirst(cell, layout);
    } finally {
      layout.release();
    }
  }

  newGame({ board, mines, seed, rules, layout }: {board: string, mines?: number, seed?: bigint, rules?: any, layout?: string}) {
    let given = null;
    const grid = layout === undefined ? new Grid(this.kernel, board) : (given = Layout.parse(this.kernel, layout)).grid;
    try {
      const game = new Game(grid, { mines, seed, rules, layout: given });
      this.games.set(++this.made, game);
      return { game: this.made, mines: game.mines, seed: game.seed, rules: game.rules, board: grid.shape.format() };
    } catch (error) {
      grid.release();
      throw error;
    } finally {
      given?.release();
    }
  }

  closeGame(number: number) {
    const game = this.#game(number);
    this.games.delete(number);
    game.grid.release();
    game.release();
  }

  /**
   * Make a move, or "undo" or "redo". If more than `most` cells change, they aren't returned.
   * @param most - maximum number of changed cells to return
   */
  async play(number: number, kind: AnyMove, cell: number, most: number) {
    const game = this.#game(number);
    const change = move(game, kind, cell) ?? (await this.#openFirst(game, cell));
    const cells = change.changed <= most ? game.changes() : null;
    return { ...change, cells, codes: cells && game.codesAt(cells), standing: game.standing() };
  }

  /**
   * Replay the moves of a record, up to and including the first whose effect differs from the recorded one.
   * @param rows - for each move its kind, its cell, the expected number of changed cells (or ANY_CHANGE), and the outcome
   * after it
   * @param hasEffects - whether to return the effect of each move
   */
  async playRecorded(number: number, rows: Uint32Array, hasEffects: boolean) {
    const game = this.#game(number);
    const effects: RecordedEffect[] = [];
    let { outcome } = game.standing();
    let changed = 0;
    let made = 0;
    for (; 4 * made < rows.length; ++made) {
      const [kind, cell, wanted, stands] = rows.subarray(4 * made, 4 * made + 4);
      const before = outcome;
      ({ changed, outcome } = move(game, MOVES[kind], cell) ?? (await this.#openFirst(game, cell)));
      if (wanted === ANY_CHANGE ? !changed : changed !== wanted || OUTCOMES.indexOf(outcome) !== stands) break;
      if (!hasEffects) continue;
      // If a game ends, or continues after its end, other cells look different too.
      const cells = outcome === before ? game.changes() : null;
      effects.push({ cells, codes: cells ? game.codesAt(cells) : game.codes(), outcome, flags: game.standing().flags });
    }
    return { made, changed, outcome, effects, standing: game.standing() };
  }

  codes(number: number, begin: number, end: number, reveal: boolean) {
    return this.#game(number).codes(begin, end, { reveal });
  }

  gameValue(number: number) {
    return this.#game(number).value();
  }

  /** The board ID; null until the layout is decided. */
  boardId(number: number) {
    const layout = this.#game(number).layout();
    const text = layout && layout.format();
    layout?.release();
    return text;
  }
}

/** The buffers of the arrays in a value, to be transferred without a copy. */
function buffers(value: any): ArrayBuffer[] {
  const parts = ArrayBuffer.isView(value) ? [value] : value && typeof value === "object" ? Object.values(value) : [];
  return parts.filter((part) => ArrayBuffer.isView(part)).map((part) => part.buffer as ArrayBuffer);
}

/**
 * Answer requests until the worker is terminated.
 * @returns the handler to call with every message
 */
export function serve(send: Send): (message: Incoming) => void {
  let games: Games | null = null;
  let thoughts: Thoughts | null = null;
  const waiting: {id: number, method: string, values: any[]}[] = [];
  const cancelled = new Set();
  let running = 0;

  const between = async (progress: SearchProgress) => {
    send({ id: running, progress }, []);
    await breathe();
    if (cancelled.has(running)) throw new Cancelled();
  };

  /** The object that handles a method. */
  const whose = async (games: Games, method: string): Promise<any> => {
    const answers = (own: object) => method !== "constructor" && Object.hasOwn(Object.getPrototypeOf(own), method);
    if (answers(games)) return games;
    thoughts ??= new (await import("./solver_requests.ts")).Thoughts(games.kernel, between);
    if (answers(thoughts)) return thoughts;
    throw ownFault("the name of a request", method);
  };

  const answer = async (games: Games) => {
    while (waiting.length) {
      const { id, method, values } = waiting.shift() as {id: number, method: string, values: any[]};
      running = id;
      try {
        if (cancelled.has(id)) throw new Cancelled();
        const value = await (await whose(games, method))[method](...values);
        send({ id, value }, buffers(value));
      } catch (error) {
        if (error instanceof Cancelled) send({ id, cancelled: true }, []);
        else send({ id, error: errorData(error) }, []);
      }
      cancelled.delete(id);
    }
    running = 0;
  };

  return (message) => {
    if ("start" in message) {
      games = new Games(new Kernel(message.start), between);
      send({ isReady: true }, []);
      void answer(games);
    } else if ("cancel" in message) {
      if (message.cancel === running || waiting.some(({ id }) => id === message.cancel)) cancelled.add(message.cancel);
    } else {
      waiting.push(message);
      if (games && !running) void answer(games);
    }
  };
}

/**
 * Convert an error to a form that can be sent. If the module itself has failed, its state is undefined, so the page
 * terminates the worker.
 */
function errorData(error: unknown) {
  if (error instanceof HypersweepError) return { kind: error.kind, message: error.message, detail: error.detail, isBroken: false };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const isBroken = error instanceof WebAssembly.RuntimeError || /call stack|recursion/.test(message);
  return { kind: null, message, detail: {}, isBroken };
}
