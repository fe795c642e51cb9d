// The engine as the page sees it: methods return promises, and workers do all the work.
//
// Games live in one worker, whose kernels are small and loaded at once. Games whose rules need the solver live in another
// one, with all kernels, which are loaded when they are first needed; a search for a board takes long there, so it
// yields regularly. Analyses, choices and searches without a game run in a third one, which has no lasting state:
// cancelling terminates that worker and starts a new one, which takes a few milliseconds. A cancelled request rejects
// with the reason of its AbortSignal.

import { Analysis } from "./analysis.ts";
import { HypersweepError, ownFault } from "./errors.ts";
import { Lane, type RequestOptions, type WorkerLike } from "./worker_queue.ts";
import { readRules, type Grade, type Rules } from "./rules.ts";
import { Shape, readShape, type CellLike } from "./shape.ts";
import {
  ANY_CHANGE, MOVES, freshSeed, readSeed, type AnyMove, type BoardValue, type Budget, type Outcome, type Policy,
  type RecordedEffect, type Standing,
} from "./terms.ts";
import type { Advice } from "./advice.ts";
import type { Reason } from "./reasons.ts";

export interface MoveResult {
  /** number of cells that look different; 0 for a move without effect */ changed: number;
  /** safe cells opened; negative for cells that an undo covered again */ opened: number;
  /** change in the number of flags on covered cells */ flags: number;
  outcome: Outcome;
  /** the changed cells, ascending; null if there are more than requested */ cells: Uint32Array | null;
  /** their codes, in the same order */ codes: Int32Array | null;
  /** the state of the game after the move */ standing: Standing;
}

/** A player's view of a board, for `analyse` and `choose`. */
export interface Position {
  board: Shape | string;
  mines: number;
  /** one per cell */ codes: Int32Array;
}

/** If a move changes more cells than this, they aren't sent: the page then requests those that it shows. */
const MOST_CELLS = 1 << 16;

/** A game in the worker. Every method is a request, so a game on a server could have the same interface. */
export class Game {
  board;
  mines;
  /** The seed from which the first open draws the layout; null for a given layout. */
  seed;
  rules;
  /** The state of the game as of the latest answer. */
  standing: Standing;
  /** If a move changes more cells than this, they aren't sent with it. */
  mostCells;
  #lane: Lane;
  #number: number;

  constructor(lane: Lane, { game, board, mines, seed, rules }: {game: number, board: string, mines: number, seed: bigint | null, rules: Rules}) {
    this.#lane = lane;
    this.#number = game;
    this.board = Shape.parse(board);
    this.mines = mines;
    this.seed = seed;
    this.rules = rules;
    this.standing = { outcome: "ongoing", opened: 0, flags: 0, isDecided: seed === null, undoable: 0, redoable: 0 };
    this.mostCells = MOST_CELLS;
  }

  /** Make a move. With guess "never" the first open searches for a board: it reports progress and can be cancelled. */
  async play(kind: AnyMove, cell: CellLike = 0, options?: RequestOptions): Promise<MoveResult> {
    const result = await this.#lane.request("play", [this.#number, kind, this.board.index(cell), this.mostCells], options);
    this.standing = result.standing;
    return result;
  }

  /**
   * Make several moves, stopping at the first without effect.
   * @param options - as for `play`
   * @returns number of moves made
   */
  async playAll(moves: (readonly [AnyMove, CellLike?])[], options?: RequestOptions): Promise<number> {
    const rows = moves.flatMap(([kind, cell]) => [MOVES.indexOf(kind), cell === undefined ? 0 : this.board.index(cell), ANY_CHANGE, 0]);
    return (await this.playRecorded(Uint32Array.from(rows), options)).made;
  }

  /**
   * Replay the moves of a record, stopping after the first whose effect differs from the recorded one.
   * @param rows - for each move its kind (0 open, 1 flag, 2 chord, 3 undo, 4 redo), its cell index, the expected number
   * of changed cells (2^32 - 1 for any), and the outcome after it (0 ongoing, 1 won, 2 lost)
   * @param options - as for `play`; `hasEffects`: return the effects
   * @returns number of moves with the recorded effects, those effects, and the last one, which may be wrong
   */
  async playRecorded(rows: Uint32Array, { hasEffects = false, ...options }: {hasEffects?: boolean} & RequestOptions = {}): Promise<{made: number, changed: number, outcome: Outcome, effects: RecordedEffect[], standing: Standing}> {
    const result = await this.#lane.request("playRecorded", [this.#number, rows, hasEffects], options);
    this.standing = result.standing;
    return result;
  }

  /**
   * The codes of cells `begin` up to, but not including, `end`; for boards that are shown in part.
   * @param options - `reveal`: show every clue and every mine
   */
  async codes(begin = 0, end: number = this.board.cells, { reveal = false }: {reveal?: boolean} = {}): Promise<Int32Array> {
    return this.#lane.request("codes", [this.#number, begin, end, reveal]);
  }

  async position(): Promise<Position> {
    return { board: this.board, mines: this.mines, codes: await this.codes() };
  }

  /** The board ID; null before the first open decides the layout. */
  async boardId(): Promise<string | null> {
    return this.#lane.request("boardId", [this.#number]);
  }

  /** The 3BV figures of the board, and how much of them is done; null until the layout is decided. */
  async value(): Promise<BoardValue | null> {
    return this.#lane.request("gameValue", [this.#number]);
  }

  /** Release the game's memory. */
  async close() {
    await this.#lane.request("closeGame", [this.#number]);
  }
}

async function compile(kernels: string | URL): Promise<WebAssembly.Module> {
  // Some browsers disable WebAssembly in their high-security mode.
  if (!("WebAssembly" in globalThis)) throw new HypersweepError("UnsupportedError", { what: "old_browser" });
  // Without a connection there is no status.
  const response = await fetch(kernels).catch(() => ({ ok: false as const, status: 0 }));
  if (!response.ok) {
    const { status } = response;
    throw new HypersweepError("UnsupportedError", { what: "no_kernels", status });
  }
  // Streaming compilation needs the right media type, which some hosts don't send.
  const isKnown = response.headers.get("Content-Type")?.startsWith("application/wasm");
  try {
    return isKnown && "compileStreaming" in WebAssembly ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new HypersweepError("UnsupportedError", { what: "old_browser" });
  }
}

/** The engine: the page's access to the kernels. */
export class Engine {
  #games;
  /** Games whose rules need the solver. */
  #solvedGames;
  #thoughts;
  #analyses = 0;
  #load;
  #whole: Promise<WebAssembly.Module> | null = null;

  /**
   * @param module - kernels for games without the solver
   * @param spawn - starts a worker that runs worker.js
   * @param load - loads all kernels; if `module` has them, it isn't needed
   */
  constructor(module: WebAssembly.Module, spawn: () => WorkerLike, load: () => Promise<WebAssembly.Module> = async () => module) {
    this.#load = load;
    this.#games = new Lane(async () => module, spawn, false);
    this.#solvedGames = new Lane(() => this.loadAll(), spawn, false);
    this.#thoughts = new Lane(() => this.loadAll(), spawn, true);
  }

  /** Load all kernels, unless they are already loaded or loading. Call it early, so that the player needn't wait. */
  loadAll() {
    this.#whole ??= this.#load().catch((error) => {
      this.#whole = null;
      throw error;
    });
    return this.#whole;
  }

  /** Set a function to call whenever a worker has been silent for too long; it may still answer. */
  onSilence(act: () => void) {
    this.#games.onSilence = this.#solvedGames.onSilence = this.#thoughts.onSilence = act;
  }

  /**
   * Start an engine with the kernels next to this file.
   * @param places - addresses of game.wasm, kernels.wasm and worker.js
   */
  static async start({
    game = new URL("./game.wasm", import.meta.url),
    kernels = new URL("./kernels.wasm", import.meta.url),
    worker = new URL("./worker.js", import.meta.url),
  }: {game?: string | URL, kernels?: string | URL, worker?: string | URL} = {}): Promise<Engine> {
    const make = () => new Worker(worker, { type: "module", name: "hypersweep" });
    // Start a worker now, so that its scripts load together with the kernels.
    const first = make();
    let early = first as Worker | null;
    first.onerror = () => (early = null);
    const spawn = () => {
      const taken = early ?? make();
      early = null;
      return taken;
    };
    try {
      return new Engine(await compile(game), spawn, () => compile(kernels));
    } catch (error) {
      first.terminate();
      throw error;
    }
  }

  /** Whether games are lost because their worker has failed: a new engine is then needed. */
  get hasFailed() {
    return this.#games.failed !== null || this.#solvedGames.failed !== null;
  }

  /**
   * Start a game.
   * @param options - a board and its mines, or a board ID
   */
  async newGame(options: {board: Shape | string, mines: number, seed?: bigint | number, rules?: Rules | string} | {layout: string, rules?: Rules | string}): Promise<Game> {
    const rules = readRules(options.rules ?? "classic");
    const values =
      "layout" in options
        ? { layout: options.layout, rules }
        : {
            board: readShape(options.board).format(),
            mines: options.mines,
            seed: options.seed === undefined ? freshSeed() : readSeed(options.seed),
            rules,
          };
    // A given layout needn't be searched for.
    const lane = rules.guess === "allowed" || "layout" in options ? this.#games : this.#solvedGames;
    return new Game(lane, await lane.request("newGame", [values]));
  }

  /**
   * A position for the worker.
   * @param number - identifies it, so that later questions find its analysis
   */
  #asked({ board, mines, codes }: Position, options: {trustFlags?: boolean, budget: Budget, estimate?: boolean}, number = 0) {
    const shape = readShape(board);
    if (!(codes instanceof Int32Array) || codes.length !== shape.cells) {
      throw ownFault(`the codes of ${shape}`, codes?.length);
    }
    return { number, board: shape.format(), mines, codes, options };
  }

  /** The chance of a mine for every cell, given that all consistent layouts are equally likely. */
  async analyse(position: Position, { signal, trustFlags = false, budget = {}, estimate = false }: {trustFlags?: boolean, budget?: Budget, estimate?: boolean} & RequestOptions = {}): Promise<Analysis> {
    const asked = this.#asked(position, { trustFlags, budget, estimate }, ++this.#analyses);
    const data = await this.#thoughts.request("analyse", [asked], { signal });
    return new Analysis(this.#thoughts, readShape(position.board), asked, data);
  }

  /**
   * The steps to the simplest safe cell, or the reasons for the best guess: the last one is the conclusion, the earlier
   * ones are its premises. Empty if no safe cell is left.
   * @param options - `cell`: a covered cell to explain instead: why it is safe or a mine, or its chance
   */
  async explain(position: Position, { signal, cell = null, policy = "look-ahead", trustFlags = false, budget = {} }: {cell?: CellLike | null, policy?: Policy, trustFlags?: boolean, budget?: Budget} & RequestOptions = {}): Promise<Reason[]> {
    const asked = this.#asked(position, { trustFlags, budget });
    const cells = [cell === null ? null : readShape(position.board).index(cell)];
    return (await this.#thoughts.request("explain", [asked, cells, policy, false], { signal }))[0];
  }

  /**
   * Advice for a player who is stuck: wrong flags, then a safe cell, then the best guess. Flags count as the player's
   * opinion, not as facts.
   * @param position - of a running game
   * @param options - `budget` is for each step
   */
  async advise(position: Position, { signal, budget = {} }: {budget?: Budget} & RequestOptions = {}): Promise<Advice> {
    return this.#thoughts.request("advise", [this.#asked(position, { budget })], { signal });
  }

  /**
   * How far deduction alone solves a board.
   * @param layout - board ID
   * @returns `grade` is null if a guess is needed
   */
  async grade(layout: string, first: CellLike, { signal, budget = {} }: {budget?: Budget} & RequestOptions = {}): Promise<{grade: Grade | null, opened: number}> {
    return this.#thoughts.request("grade", [layout, first, budget], { signal });
  }

  /** Terminate the workers; games and pending answers are lost. */
  close() {
    this.#games.end();
    this.#solvedGames.end();
    this.#thoughts.end();
  }
}
