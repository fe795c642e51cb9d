// @ts-check
// One player's game: clock, pause, undo, counters, and saving. Like Python's session/session.py.
//
// The caller supplies the game that receives the moves: the page's kernels (engine/client.js), or anything else with
// the same methods. Moves are made one at a time; later ones wait.

import { HypersweepError } from "../engine/errors.js";
import { readRules } from "../engine/rules.js";
import { readShape } from "../engine/shape.js";
import { GameClock } from "./clock.js";
import { Keeping } from "./keeping.js";
import { checkMines } from "./mines.js";
import { MoveQueue, refusedMove } from "./move_queue.js";
import { emptyCodes, engineGames, refreshCodes } from "./played_game.js";
import { MOST_MILLISECONDS, formatRecord } from "./record_writer.js";
import { refusal, rulesForLayout, whyNoBoard, whyNot, whyNothing } from "./refusals.js";
import { newKey } from "./running.js";
import { KNOWN, Tally } from "./tally.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/client.js").MoveResult} MoveResult */
/** @typedef {import("../engine/lane.js").RequestOptions} RequestOptions */
/** @typedef {import("../engine/terms.js").MoveKind} MoveKind */
/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../engine/shape.js").CellLike} CellLike */
/** @typedef {import("./move_queue.js").Move} Move */
/** @typedef {import("./played_game.js").GameMaker} GameMaker */
/** @typedef {import("./played_game.js").GameWish} GameWish */
/** @typedef {import("./played_game.js").PlayedGame} PlayedGame */
/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").EventKind} EventKind */
/** @typedef {import("./record_writer.js").Head} Head */

/** The board type of the next game. @typedef {{board: string, mines: number, rules: Rules, name?: string}} Kind */
/** `moment`: when the player acted, by the clock's source; by default now. @typedef {RequestOptions & {moment?: number}} MoveOptions */
/** The parts of the page that a session uses. @typedef {Pick<App, "engine" | "storage" | "text" | "messages" | "say" | "warn">} Page */

/**
 * Events: "change" (detail: `{cells}`, null for all), "end", "pause" (paused or continued), "busy" (a long move begins or has ended),
 * "kept" (the state of saving has changed).
 */
export class Session extends EventTarget {
  /** @type {Event[]} */
  #events = [];
  #moves = new MoveQueue((isBusy) => this.dispatchEvent(new CustomEvent("busy", { detail: isBusy })));
  /** The time on the clock when the current move started; null if there is none. @type {number | null} */
  #moving = null;
  #isPaused = false;
  #isStarted = false;
  #isClosed = false;
  #keeping = new Keeping(this);
  #listening = new AbortController();
  #position = 0;
  /** @type {number | null} */
  #cursor = null;

  /**
   * Called only by `begin` and `resume`.
   * @param {Page} app
   * @param {{game: PlayedGame, head: Head, kind: Kind, makeGame: GameMaker, isSaved: boolean, key?: string}} parts
   */
  constructor(app, { game, head, kind, makeGame, isSaved, key }) {
    super();
    this.app = app;
    this.game = game;
    this.kind = kind;
    this.makeGame = makeGame;
    this.isSaved = isSaved;
    /** The key of the game in the browser's storage. */
    this.key = key ?? newKey();
    this.head = head;
    this.shape = game.board;
    this.mines = game.mines;
    this.rules = game.rules;
    this.seed = game.seed;
    this.codes = emptyCodes(game.board);
    this.gameClock = new GameClock();
    this.tally = new Tally(head.tags[KNOWN] === "yes");
    const { signal } = this.#listening;
    const page = /** @type {Document | undefined} */ (globalThis.document);
    // Pause when the board isn't visible.
    page?.addEventListener("visibilitychange", () => page.hidden && void this.pause(), { signal });
    globalThis.addEventListener?.("pagehide", () => void this.pause().then(() => this.#keeping.leave(true)), { signal });
    globalThis.addEventListener?.("pageshow", () => this.#keeping.leave(false), { signal });
  }

  /**
   * Start a game.
   * @param {Page} app
   * @param {GameWish & {player?: string, name?: string, isKnown?: boolean, kind?: Kind}} wish - `isKnown`: whether the
   * player may know the board, so that it isn't ranked; by default true for a given seed or layout
   * @param {GameMaker} [makeGame]
   */
  static async begin(app, { player, name, isKnown, kind, ...wish }, makeGame = engineGames(app)) {
    const asked = readRules(wish.rules ?? "classic");
    const rules = wish.layout === undefined ? asked : rulesForLayout(asked);
    if (wish.board !== undefined && wish.layout === undefined) checkMines(readShape(wish.board), wish.mines, rules);
    const [game] = await Promise.all([makeGame({ ...wish, rules }), app.messages.add("session")]);
    /** @type {Record<string, string>} */
    const tags = player ? { player } : {};
    if (isKnown ?? (wish.seed !== undefined || wish.layout !== undefined)) tags[KNOWN] = "yes";
    const { board, mines, seed } = game;
    const layout = wish.layout === undefined ? null : await game.boardId();
    const head = { board, mines, rules: game.rules, seed: layout === null ? seed : null, layout, tags };
    const own = kind ?? { board: board.format(), mines, rules: asked, name };
    return new Session(app, { game, head, kind: own, makeGame, isSaved: true });
  }

  /**
   * Continue a saved game, paused if its clock was running.
   * @param {Page} app
   * @param {string} key
   * @param {GameMaker} [makeGame]
   * @param {RequestOptions} [options] - needed with guess "never", which searches for the board again
   * @returns {Promise<Session>} rejects with a BusyError if the game is open in another tab, a ParameterError if it
   * doesn't exist or is over, a RecordError if it is invalid
   */
  static async resume(app, key, makeGame, options) {
    return (await import("../saved.js")).resume(app, key, makeGame, options);
  }

  /**
   * Continue from a record, such as one cut off at some position: not ranked, not saved, and not paused.
   * @param {Page} app
   * @param {import("./record_writer.js").Record} record
   * @param {GameMaker} [makeGame]
   * @param {RequestOptions} [options]
   * @returns {Promise<Session>}
   */
  static async attempt(app, record, makeGame, options) {
    return (await import("../saved.js")).attempt(app, record, makeGame, options);
  }

  /**
   * Take over the events of a game in which they have already been replayed.
   * @param {readonly Event[]} events
   * @param {{milliseconds: number, isPaused: boolean, isStarted: boolean, cursor: number | null}} state
   * @param {import("./running.js").Hold | null} hold - of a saved game
   */
  async takeOver(events, { milliseconds, isPaused, isStarted, cursor }, hold) {
    for (const event of events) {
      this.#events.push(event);
      this.tally.add(event);
    }
    this.gameClock = new GameClock(milliseconds);
    this.#isPaused = isPaused;
    this.#isStarted = isStarted;
    this.#cursor = cursor;
    await refreshCodes(this.game, this.codes);
    if (hold) this.#keeping.takeOver(hold);
    if (isStarted && this.outcome === "ongoing") {
      if (hold && !isPaused) {
        this.#isPaused = true;
        this.#note({ milliseconds, kind: "pause" });
      }
      this.#keeping.startTicking();
      if (!this.#isPaused) this.gameClock.run();
    }
    if (hold) await this.save();
  }

  // State.

  get standing() {
    return this.game.standing;
  }

  get outcome() {
    return this.game.standing.outcome;
  }

  get isPaused() {
    return this.#isPaused;
  }

  get isClosed() {
    return this.#isClosed;
  }

  /** Whether the clock has been started: something was opened, even if that was undone. */
  get isStarted() {
    return this.#isStarted;
  }

  /** Whether a long move (the search for a no-guess board) is running; nothing else can be done meanwhile. */
  get isBusy() {
    return this.#moves.isBusy;
  }

  /** The time on the clock: it starts with the first open, and stops during pauses and at the end. */
  get milliseconds() {
    // A move's time is when it starts, so that the time for computing it doesn't count against the player.
    return Math.min(this.#moving ?? this.gameClock.read(), MOST_MILLISECONDS);
  }

  get isClockRunning() {
    return this.gameClock.isRunning;
  }

  /** Mines minus flags; negative with too many flags. */
  get minesLeft() {
    return this.mines - this.game.standing.flags;
  }

  /** Whether a win counts for best times: no undo, no hint, a board that the player can't know, and more than one open. */
  get isRanked() {
    return this.tally.isRanked;
  }

  /** Whether the first open alone has won the game, without any decision. */
  get isWalkover() {
    return this.tally.isWalkover;
  }

  get hintsUsed() {
    return this.tally.hints;
  }

  get deaths() {
    return this.tally.deaths;
  }

  get canUndo() {
    return !this.#isPaused && !this.#isClosed && !this.isBusy && this.game.standing.undoable > 0;
  }

  get canRedo() {
    return this.#canMove && this.game.standing.redoable > 0;
  }

  /** The events so far; read-only. @returns {readonly Event[]} */
  get events() {
    return this.#events;
  }

  /** A number that changes with every event that invalidates hints. */
  get position() {
    return this.#position;
  }

  /** The cell under the cursor; saved together with the time. @returns {number | null} */
  get cursor() {
    return this.#cursor;
  }

  set cursor(index) {
    this.#cursor = index === null ? null : this.shape.index(index);
    this.#keeping.noteCursor();
  }

  /** Resolves to the key among the finished games, once it is saved there; null before. */
  get kept() {
    return this.#keeping.kept;
  }

  /** Why the latest save was incomplete; null if it wasn't, or if there is nothing to save yet. */
  get failure() {
    return this.#keeping.failure;
  }

  get #canMove() {
    return this.outcome === "ongoing" && !this.#isPaused && !this.#isClosed && !this.isBusy;
  }

  // Moves.

  /**
   * Open a cell. With guess "never" the first open may take long: it reports progress, and can be cancelled.
   * @param {CellLike} cell
   * @param {MoveOptions} [options]
   */
  open(cell, options) {
    return this.#move("open", cell, options);
  }

  /** Flag a cell, or remove its flag. @param {CellLike} cell @param {MoveOptions} [options] */
  flag(cell, options) {
    return this.#move("flag", cell, options);
  }

  /** Open the other neighbours of a number that has as many flags around it. @param {CellLike} cell @param {MoveOptions} [options] */
  chord(cell, options) {
    return this.#move("chord", cell, options);
  }

  /** Undo the latest move with an effect, even one that ended the game; the clock then continues. @param {MoveOptions} [options] */
  undo(options) {
    return this.#move("undo", 0, options);
  }

  /** Redo the move that was undone most recently. @param {MoveOptions} [options] */
  redo(options) {
    return this.#move("redo", 0, options);
  }

  /**
   * @param {MoveKind | "undo" | "redo"} kind
   * @param {CellLike} cell
   * @param {MoveOptions} [options]
   * @returns {Promise<Move>}
   */
  async #move(kind, cell, options = {}) {
    const index = this.shape.index(cell);
    if (this.isBusy) return refusedMove(refusal("busy"));
    const { moment = this.gameClock.source() } = options;
    // The board isn't generated yet, so further clicks would be blind: reject them.
    const isLong = kind === "open" && this.rules.guess === "never" && !this.standing.isDecided && this.#canMove;
    return this.#moves.take(async () => {
      const why = whyNot(this, kind);
      if (why) return refusedMove(why);
      this.#moving = Math.min(this.gameClock.read(moment), MOST_MILLISECONDS);
      try {
        return await this.#make(kind, index, this.#moving, isLong ? this.#moves.cancellable(options) : undefined);
      } finally {
        this.#moving = null;
      }
    }, isLong);
  }

  /**
   * @param {MoveKind | "undo" | "redo"} kind
   * @param {number} index
   * @param {number} milliseconds
   * @param {RequestOptions} [options]
   * @returns {Promise<Move>}
   */
  async #make(kind, index, milliseconds, options) {
    const before = this.outcome;
    /** @type {MoveResult} */
    let result;
    try {
      result = kind === "open" ? await this.game.open(index, options) : await this.game[kind](index);
    } catch (error) {
      // The move was cancelled.
      if (options?.signal?.aborted) return refusedMove(refusal("cancelled"));
      if (error instanceof HypersweepError && error.kind === "GenerationError") return refusedMove(whyNoBoard(this.rules, error.detail));
      throw error;
    }
    const { changed, opened, flags, outcome } = result;
    const isClick = kind !== "undo" && kind !== "redo";
    if (kind === "open" && changed && !this.#isStarted) this.#start();
    // Stop the clock exactly at the move that ended the game.
    if (outcome !== "ongoing") this.gameClock.halt();
    // Restart the clock, which had stopped if this undid the end.
    else if (this.#isStarted) this.gameClock.run();
    const cell = isClick ? this.shape.cell(index) : null;
    this.#note({ milliseconds, kind, cell, changed, ended: changed && outcome !== "ongoing" ? outcome : null });
    if (!changed) return refusedMove(isClick ? whyNothing(this, /** @type {MoveKind} */ (kind), index) : refusal(`nothing_to_${kind}`));
    let { cells } = result;
    if (!cells || outcome !== before) cells = await refreshCodes(this.game, this.codes);
    else for (let place = 0; place < cells.length; ++place) this.codes[cells[place]] = /** @type {Int32Array} */ (result.codes)[place];
    this.#position += 1;
    this.#moving = null;
    this.dispatchEvent(new CustomEvent("change", { detail: { cells } }));
    if (outcome !== "ongoing") {
      void this.#keeping.end();
      this.dispatchEvent(new CustomEvent("end", { detail: outcome }));
    }
    return { changed, cells, opened, flags };
  }

  #start() {
    this.#isStarted = true;
    const { start = `${new Date().toISOString().slice(0, 19)}Z`, ...tags } = this.head.tags;
    this.head = { ...this.head, tags: { start, ...tags, program: "hypersweep in a page" } };
    this.#keeping.startTicking();
  }

  /** @param {{milliseconds: number, kind: EventKind} & Partial<Event>} event */
  #note({ milliseconds, kind, cell = null, changed = 0, ended = null, level = null }) {
    /** @type {Event} */
    const event = { milliseconds, kind, cell, changed, ended, level };
    this.#events.push(event);
    this.tally.add(event);
    this.#keeping.note(event);
  }

  /**
   * Save everything that can be saved, for example after the disk was full. Not needed unless saving has failed.
   * @returns {Promise<unknown>} the remaining failure, or null
   */
  async save() {
    return this.#keeping.save();
  }

  // Pause and hints.

  /** Stop the clock; the board should then be hidden. @returns {Promise<boolean>} false if there is nothing to pause */
  async pause() {
    const moment = this.gameClock.source();
    if (this.isBusy) return false;
    return this.#moves.take(async () => {
      if (!(this.#isStarted && this.#canMove)) return false;
      this.#isPaused = true;
      this.#position += 1;
      this.#note({ milliseconds: Math.min(this.gameClock.stop(moment), MOST_MILLISECONDS), kind: "pause" });
      this.dispatchEvent(new CustomEvent("pause", { detail: true }));
      return true;
    });
  }

  /** Continue the clock. @returns {Promise<boolean>} false if the game isn't paused */
  async goOn() {
    return this.#moves.take(async () => {
      if (!this.#isPaused || this.#isClosed) return false;
      this.#isPaused = false;
      this.#position += 1;
      this.#note({ milliseconds: this.milliseconds, kind: "resume" });
      this.gameClock.run();
      this.dispatchEvent(new CustomEvent("pause", { detail: false }));
      return true;
    });
  }

  /**
   * Record a hint, so that the game isn't ranked. Ignored if the game is over or paused.
   * @param {number} [level] - level of the hint, 1 to 9
   */
  noteHint(level = 1) {
    if (this.#canMove) this.#note({ milliseconds: this.milliseconds, kind: "hint", level });
  }

  // The game as a whole.

  /** The text of the record so far. */
  record() {
    const { outcome, milliseconds } = this;
    return formatRecord({ ...this.head, events: this.#events, outcome, milliseconds, comments: new Map(), variations: [] });
  }

  /** Statistics of the game: see play/figures.js. */
  async figures() {
    const { gameFigures } = await import("../saved.js");
    return gameFigures({ events: this.#events, outcome: this.outcome, milliseconds: this.milliseconds }, this.standing, await this.game.value());
  }

  /** Information about the board, and ways to play it again: see play/board_sheet.js. */
  async boardSheet() {
    return (await import("../saved.js")).boardSheet(this.game, this.#events);
  }

  /** Start another game on a board of the same type; a running game is abandoned. */
  async again() {
    const { board, mines, rules, name } = this.kind;
    const next = await Session.begin(this.app, { board, mines, rules, name, kind: this.kind }, this.makeGame);
    await this.abandon();
    return next;
  }

  /** Start another game on the same board, unranked; null before the first open has decided the layout. */
  async same() {
    const layout = await this.game.boardId();
    if (layout === null) return null;
    const next = await Session.begin(this.app, { layout, rules: this.rules, kind: this.kind }, this.makeGame);
    await this.abandon();
    return next;
  }

  /** Abandon the game: it is saved as unfinished, and the session is closed. */
  async abandon() {
    this.#moves.cancel();
    await this.#moves.take(async () => {
      if (this.#isClosed || this.outcome !== "ongoing" || !this.#isStarted) return;
      this.gameClock.stop();
      await this.#keeping.end();
    });
    await this.close();
  }

  /** End the session. A running game is paused and saved; a search is cancelled. */
  async close() {
    if (this.#isClosed) return;
    this.#moves.cancel();
    this.#listening.abort();
    this.#keeping.stopTicking();
    await this.#moves.take(async () => {
      if (this.#isClosed) return;
      if (this.#isStarted && this.outcome === "ongoing" && !this.#isPaused && !this.#keeping.isOver) {
        this.#isPaused = true;
        this.#note({ milliseconds: Math.min(this.gameClock.stop(), MOST_MILLISECONDS), kind: "pause" });
      }
      this.gameClock.halt();
      this.#position += 1;
      await this.kept;
      this.#isClosed = true;
      await this.#keeping.close();
      // If the engine has failed, there is nothing to release.
      await this.game.close().catch(() => {});
    });
  }
}
