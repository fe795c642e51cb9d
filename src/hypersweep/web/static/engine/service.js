// @ts-check
// What a worker does with the requests that it is sent: games that live in it, and questions that need nothing but themselves.
//
// One request after the other, in the order in which they came. A search yields now and then, so that word that it was cancelled gets
// through; other work runs to its end, and whoever can't wait for it ends the worker (client.js does).

import { HypersweepError } from "./errors.js";
import { Game, Generator, Grid, Kernel, Layout, MOVE_KINDS, OUTCOMES, Search, Solver } from "./kernel.js";

/** @typedef {import("./errors.js").ErrorKind} ErrorKind */

/**
 * What a worker is sent: `start` first, then requests, and `cancel` for one that isn't wanted any more.
 * @typedef {{start: WebAssembly.Module} | {id: number, method: string, values: any[]} | {cancel: number}} Incoming
 */
/**
 * What it answers: once for each request, and in between how far a search has come.
 * @typedef {{id: number, value: any} | {id: number, error: {kind: ErrorKind | null, message: string, detail: Record<string, unknown>, isBroken: boolean}}
 *   | {id: number, cancelled: true} | {id: number, progress: any}} Outgoing
 */
/** @typedef {(message: Outgoing, transfer: ArrayBuffer[]) => void} Send */
/** A position that was sent; its number names it. @typedef {{number: number, board: string, mines: number, codes: Int32Array, options: any}} Position */
/** @typedef {{number: number, found: import("./kernel.js").Analysis}} Analysed */

/** Between two reports of a search, in milliseconds. */
const PART = 25;
/** How much work a search does before its first report, and between two of them. */
const FIRST_WORK = 200_000;
const LEAST_WORK = 20_000;
const MOST_WORK = 1 << 30;
/** Solvers and generators that are kept, each of a grid of its own. */
const MOST_KEPT = 4;
/** What stands in a row of `playRecorded` where no move does. */
const UNDO = 3;
const REDO = 4;
const ANY = 2 ** 32 - 1;

class Cancelled extends Error {}

/** Lets messages through that have come meanwhile. Timers would make it wait for four milliseconds. */
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

/** A few things by their texts, the one that wasn't used for the longest time being let go first. @template {Solver | Generator} Own */
class Shelf {
  /** @param {(text: string) => Own} make */
  constructor(make) {
    this.make = make;
    /** @type {Map<string, Own>} */
    this.kept = new Map();
  }

  /**
   * @param {string} text
   * @returns {Own}
   */
  take(text) {
    const own = this.kept.get(text) ?? this.make(text);
    this.kept.delete(text);
    this.kept.set(text, own);
    if (this.kept.size > MOST_KEPT) {
      const [oldest, thing] = /** @type {[string, Own]} */ (this.kept.entries().next().value);
      this.kept.delete(oldest);
      thing.grid.release();
      thing.release();
    }
    return own;
  }
}

/** What a worker holds, and its methods: each request names one. */
export class Service {
  /**
   * @param {Kernel} kernel
   * @param {(progress: any) => void} report - how far the running request has come
   * @param {() => boolean} isCancelled - whether it is still wanted
   */
  constructor(kernel, report, isCancelled) {
    this.kernel = kernel;
    this.report = report;
    this.isCancelled = isCancelled;
    /** @type {Map<number, Game>} */
    this.games = new Map();
    this.solvers = new Shelf((text) => this.#onGrid(text, (grid) => new Solver(grid)));
    this.generators = new Shelf((text) => this.#onGrid(text, (grid) => new Generator(grid)));
    /** The number of the position that each solver has analysed last, and what came of it. @type {WeakMap<Solver, Analysed>} */
    this.analysed = new WeakMap();
    this.made = 0;
  }

  /**
   * A thing on a grid that nothing else keeps.
   * @template Own
   * @param {string} text
   * @param {(grid: Grid) => Own} make
   * @returns {Own}
   */
  #onGrid(text, make) {
    const grid = new Grid(this.kernel, text);
    try {
      return make(grid);
    } catch (error) {
      grid.release();
      throw error;
    }
  }

  /**
   * @param {number} number
   * @returns {Game}
   */
  #game(number) {
    const game = this.games.get(number);
    if (!game) {
      const message = `expected the number of a game, got ${number}, which is closed or never was`;
      throw new HypersweepError("ParameterError", message, { what: "own_fault" });
    }
    return game;
  }

  /**
   * A search to its end, part by part.
   * @param {Search} search
   * @returns {Promise<Layout>}
   */
  async #find(search) {
    let part = FIRST_WORK;
    try {
      for (;;) {
        const begin = performance.now();
        const layout = search.goOn(part);
        if (layout) return layout;
        const spent = Math.max(performance.now() - begin, 0.01);
        part = Math.max(LEAST_WORK, Math.min(2 * part, MOST_WORK, Math.floor((part * PART) / spent)));
        this.report(search.progress);
        await breathe();
        if (this.isCancelled()) throw new Cancelled();
      }
    } finally {
      search.release();
    }
  }

  /**
   * Begins a game.
   * @param {{board: string, mines?: number, seed?: bigint, rules?: any, layout?: string}} options
   */
  newGame({ board, mines, seed, rules, layout }) {
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

  /** @param {number} number */
  closeGame(number) {
    const game = this.#game(number);
    this.games.delete(number);
    game.grid.release();
    game.release();
  }

  /**
   * Makes a move, or "undo" or "redo". Where it changed more cells than wanted, these are left out.
   * @param {number} number
   * @param {string} kind
   * @param {number} cell
   * @param {number} most - changed cells that are wanted
   */
  async play(number, kind, cell, most) {
    const game = this.#game(number);
    let change;
    if (kind === "undo") change = game.undo();
    else if (kind === "redo") change = game.redo();
    else change = game.play(/** @type {any} */ (kind), cell);
    if (!change) {
      const layout = await this.#find(new Search(game.grid, game.wish(cell)));
      change = game.openFirst(cell, layout);
      layout.release();
    }
    const cells = change.changed <= most ? game.changes() : null;
    return { ...change, cells, codes: cells && game.codesAt(cells), standing: game.standing() };
  }

  /**
   * Makes moves up to the first that changes nothing.
   * @param {number} number
   * @param {any[]} moves
   */
  async playAll(number, moves) {
    const game = this.#game(number);
    let made = game.playAll(moves);
    // It stops before a first open that takes a search.
    if (made < moves.length && moves[made][0] === "open" && !game.standing().isDecided) {
      const { changed } = await this.play(number, "open", moves[made][1], 0);
      if (changed) made += 1 + game.playAll(moves.slice(made + 1));
    }
    return { made, standing: game.standing() };
  }

  /**
   * Makes the moves of a record, up to the first whose effect is another one than was written down; that one is taken back.
   * @param {number} number
   * @param {Uint32Array} rows - of each move its kind, its cell, how many cells it is to change (or ANY), and how the game is to stand
   * @param {number} most - changed cells that are wanted, of all together
   */
  async playRecorded(number, rows, most) {
    const game = this.#game(number);
    /** @type {Set<number> | null} */
    let cells = new Set();
    let changed = 0;
    let outcome = game.standing().outcome;
    let made = 0;
    for (; 4 * made < rows.length; ++made) {
      const [kind, cell, wanted, stands] = rows.subarray(4 * made, 4 * made + 4);
      const before = outcome;
      let change;
      if (kind === UNDO) change = game.undo();
      else if (kind === REDO) change = game.redo();
      else change = game.play(MOVE_KINDS[kind], cell);
      if (!change) {
        const layout = await this.#find(new Search(game.grid, game.wish(cell)));
        change = game.openFirst(cell, layout);
        layout.release();
      }
      ({ changed, outcome } = change);
      if (wanted === ANY ? !changed : changed !== wanted || OUTCOMES.indexOf(outcome) !== stands) {
        if (changed) kind === UNDO ? game.redo() : game.undo();
        break;
      }
      // Where a game ends, or goes on after its end, other cells look different, too.
      if (outcome !== before || (cells && cells.size + changed > most)) cells = null;
      if (cells && changed) for (const index of game.changes()) cells.add(index);
    }
    const told = cells && Uint32Array.from(cells).sort();
    return { made, changed, outcome, cells: told, codes: told && game.codesAt(told), standing: game.standing() };
  }

  /** @param {number} number @param {number} begin @param {number} end @param {boolean} reveal */
  codes(number, begin, end, reveal) {
    return this.#game(number).codes(begin, end, { reveal });
  }

  /** @param {number} number @param {Uint32Array} cells @param {boolean} reveal */
  codesAt(number, cells, reveal) {
    return this.#game(number).codesAt(cells, { reveal });
  }

  /** @param {number} number */
  standing(number) {
    return this.#game(number).standing();
  }

  /** @param {number} number */
  moves(number) {
    return this.#game(number).moves();
  }

  /** @param {number} number */
  gameValue(number) {
    return this.#game(number).value();
  }

  /** The board ID; null before the first open. @param {number} number */
  boardId(number) {
    const layout = this.#game(number).layout();
    const text = layout && layout.format();
    layout?.release();
    return text;
  }

  /**
   * What a board is worth.
   * @param {string} text - its board ID
   */
  boardFigures(text) {
    const layout = Layout.parse(this.kernel, text);
    try {
      return { mines: layout.mines, ...layout.value(), zini: layout.zini(), humanZini: layout.zini(true) };
    } finally {
      layout.grid.release();
      layout.release();
    }
  }

  /**
   * The solver of a position, which has analysed it.
   * @param {Position} position
   */
  #analysed({ number, board, mines, codes, options }) {
    const solver = this.solvers.take(board);
    if (this.analysed.get(solver)?.number !== number) {
      this.analysed.delete(solver);
      this.analysed.set(solver, { number, found: solver.analyse(codes, mines, options) });
    }
    return solver;
  }

  /** @param {Position} position */
  async analyse(position) {
    const solver = this.solvers.take(position.board);
    this.analysed.delete(solver);
    try {
      this.#analysed(position);
    } catch (error) {
      if (!(error instanceof HypersweepError) || error.kind !== "InconsistentViewError") throw error;
      // With as few clues to blame as can be found.
      const { findConflict } = await import("./reasons.js");
      throw findConflict(solver.grid, viewOf(position), /** @type {number[]} */ (error.detail.clues), position.options.budget);
    }
    // The arrays are handed over, and may be asked for again.
    const { chances, errors, ...rest } = /** @type {Analysed} */ (this.analysed.get(solver)).found;
    return { ...rest, chances: chances.slice(), errors: errors && errors.slice() };
  }

  /**
   * The steps to why each of some cells is safe, or a mine, or how likely it is one; null is for the simplest safe cell there is.
   * @param {Position} position
   * @param {(number | null)[]} cells
   * @param {any} policy
   * @param {boolean} isAnalysed - whether an analysis was asked for before, which then need not be an exact one
   */
  async explain(position, cells, policy, isAnalysed) {
    const { explainEach } = await import("./reasons.js");
    const { budget } = position.options;
    const solver = isAnalysed ? this.#analysed(position) : this.solvers.take(position.board);
    const analysed = isAnalysed ? { found: /** @type {Analysed} */ (this.analysed.get(solver)).found, budget } : null;
    if (!isAnalysed) this.analysed.delete(solver);
    return explainEach(solver, viewOf(position), cells, { policy, budget, analysed });
  }

  /** What to tell a player who is stuck. @param {Position} position */
  async advise(position) {
    const { findAdvice } = await import("./advice.js");
    const solver = this.solvers.take(position.board);
    this.analysed.delete(solver);
    return findAdvice(solver, viewOf(position), position.options.budget);
  }

  /** @param {any} position @param {number} cell */
  clueChances(position, cell) {
    return this.#analysed(position).clueChances(cell, position.options.budget);
  }

  /** @param {any} position */
  tally(position) {
    return this.#analysed(position).tally();
  }

  /** @param {any} position @param {any} policy */
  chooseNext(position, policy) {
    return this.#analysed(position).chooseNext({ policy, budget: position.options.budget });
  }

  /** @param {string} board @param {Int32Array} codes @param {number} mines @param {any} options */
  choose(board, codes, mines, options) {
    const solver = this.solvers.take(board);
    this.analysed.delete(solver);
    return solver.choose(codes, mines, options);
  }

  /** @param {string} text @param {number | number[]} first @param {any} options */
  grade(text, first, options) {
    const layout = Layout.parse(this.kernel, text);
    const generator = this.generators.take(layout.grid.shape.format());
    const own = Layout.fromBits(generator.grid, layout.bits());
    layout.grid.release();
    layout.release();
    try {
      return generator.deduce(own, first, options);
    } finally {
      own.release();
    }
  }

  /** A board that needs no guess, as its board ID. @param {string} board @param {any} wish */
  async generate(board, wish) {
    const grid = new Grid(this.kernel, board);
    try {
      const layout = await this.#find(new Search(grid, wish));
      const text = layout.format();
      layout.release();
      return text;
    } finally {
      grid.release();
    }
  }
}

/** @param {Position} position @returns {import("./reasons.js").View} */
function viewOf({ codes, mines, options }) {
  return { codes, mines, trustFlags: options.trustFlags ?? false };
}

/**
 * The arrays in a value, to be handed over without a copy.
 * @param {any} value
 * @returns {ArrayBuffer[]}
 */
function buffers(value) {
  const parts = ArrayBuffer.isView(value) ? [value] : value && typeof value === "object" ? Object.values(value) : [];
  return parts.filter((part) => ArrayBuffer.isView(part)).map((part) => /** @type {ArrayBuffer} */ (part.buffer));
}

/**
 * Answers requests until the worker is ended.
 * @param {Send} send
 * @returns {(message: Incoming) => void} what every message is to be given to
 */
export function serve(send) {
  /** @type {Service | null} */
  let service = null;
  /** @type {{id: number, method: string, values: any[]}[]} */
  const waiting = [];
  const cancelled = new Set();
  let running = 0;

  const answer = async () => {
    while (waiting.length) {
      const { id, method, values } = /** @type {{id: number, method: string, values: any[]}} */ (waiting.shift());
      running = id;
      try {
        if (cancelled.has(id)) throw new Cancelled();
        if (!service) throw new HypersweepError("ParameterError", "expected the kernels before the first request", { what: "own_fault" });
        const own = /** @type {any} */ (service)[method];
        if (!Object.hasOwn(Service.prototype, method) || method === "constructor") {
          throw new HypersweepError("ParameterError", `expected the name of a request, got ${method}`, { what: "own_fault" });
        }
        const value = await own.apply(service, values);
        send({ id, value }, buffers(value));
      } catch (error) {
        if (error instanceof Cancelled) send({ id, cancelled: true }, []);
        else send({ id, error: told(error) }, []);
      }
      cancelled.delete(id);
    }
    running = 0;
  };

  return (message) => {
    if ("start" in message) {
      const report = (/** @type {any} */ progress) => send({ id: running, progress }, []);
      service = new Service(new Kernel(message.start), report, () => cancelled.has(running));
    } else if ("cancel" in message) {
      if (message.cancel === running || waiting.some(({ id }) => id === message.cancel)) cancelled.add(message.cancel);
    } else {
      waiting.push(message);
      if (!running) void answer();
    }
  };
}

/**
 * An error in a form that can be sent. Where the module itself has failed, what it holds is anybody's guess: whoever began the worker
 * ends it then.
 * @param {unknown} error
 */
function told(error) {
  if (error instanceof HypersweepError) return { kind: error.kind, message: error.message, detail: error.detail, isBroken: false };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const isBroken = error instanceof WebAssembly.RuntimeError || /call stack|recursion/.test(message);
  return { kind: null, message, detail: {}, isBroken };
}
