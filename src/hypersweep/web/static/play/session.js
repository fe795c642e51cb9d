// @ts-check
// One person's play of one game: clock, pause, undo, what counts, and what is kept of it. As Python's session/session.py decides.
//
// Where the moves go is said by whoever makes the game: to the kernels in the page (engine/client.js), or to anything else with the
// same methods. One move is made at a time; a second one waits for it.

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

/** What is asked for when there is another board of the same kind. @typedef {{board: string, mines: number, rules: Rules, name?: string}} Kind */
/** `moment`: when the player asked for it, by the clock's source; none for now. @typedef {RequestOptions & {moment?: number}} MoveOptions */
/** What of the page a session uses. @typedef {Pick<App, "engine" | "storage" | "text" | "messages" | "say" | "warn">} Page */

/**
 * Events: "change" (detail: `{cells}`, null for all), "end", "pause" (paused or gone on), "busy" (a long move begins or has ended), "kept"
 * (what is kept, or fails to be, has changed).
 */
export class Session extends EventTarget {
  /** @type {Event[]} */
  #events = [];
  #moves = new MoveQueue((isBusy) => this.dispatchEvent(new CustomEvent("busy", { detail: isBusy })));
  /** What the clock showed when the move began that is being made; null where there is none. @type {number | null} */
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
   * For `begin` and `resume`.
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
    /** What the game is called in the browser's storage. */
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
    // Nobody looks at the board.
    page?.addEventListener("visibilitychange", () => page.hidden && void this.pause(), { signal });
    globalThis.addEventListener?.("pagehide", () => void this.pause().then(() => this.#keeping.leave(true)), { signal });
    globalThis.addEventListener?.("pageshow", () => this.#keeping.leave(false), { signal });
  }

  /**
   * Begins a game.
   * @param {Page} app
   * @param {GameWish & {player?: string, name?: string, isKnown?: boolean, kind?: Kind}} wish - `isKnown`: whether the player may know
   *   the board, so that it isn't ranked; of one with a seed or a layout he may
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
   * Goes on with a game that is kept, paused if its clock was running.
   * @param {Page} app
   * @param {string} key
   * @param {GameMaker} [makeGame]
   * @param {RequestOptions} [options] - by rules with guess "never" its board is searched for again
   * @returns {Promise<Session>} rejected with a BusyError where it is open in another tab, a ParameterError where it is gone or over,
   *   a RecordError where it can't be
   */
  static async resume(app, key, makeGame, options) {
    return (await import("./resuming.js")).resume(app, key, makeGame, options);
  }

  /**
   * Goes on from a record, such as one up to some position: not ranked, not kept, and not paused.
   * @param {Page} app
   * @param {import("./record_writer.js").Record} record
   * @param {GameMaker} [makeGame]
   * @param {RequestOptions} [options]
   * @returns {Promise<Session>}
   */
  static async attempt(app, record, makeGame, options) {
    return (await import("./resuming.js")).attempt(app, record, makeGame, options);
  }

  /**
   * Takes over what has happened, in a game that has played it.
   * @param {readonly Event[]} events
   * @param {{milliseconds: number, isPaused: boolean, isStarted: boolean, cursor: number | null}} state
   * @param {import("./running.js").Hold | null} hold - of a game that is kept
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

  // What there is to see.

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

  /** Whether the clock has been started: something was opened, even if that was taken back. */
  get isStarted() {
    return this.#isStarted;
  }

  /** Whether a long move is being made, the search for a board that needs no guess: nothing else can be done meanwhile. */
  get isBusy() {
    return this.#moves.isBusy;
  }

  /** What the clock shows: it starts with the first open, and stands in a pause and at the end. */
  get milliseconds() {
    // A move is made at the moment it began: the time that this machine takes for it isn't the player's.
    return Math.min(this.#moving ?? this.gameClock.read(), MOST_MILLISECONDS);
  }

  get isClockRunning() {
    return this.gameClock.isRunning;
  }

  /** Mines without the flags; below 0 where there are more flags. */
  get minesLeft() {
    return this.mines - this.game.standing.flags;
  }

  /** Whether a win counts for best times: no undo, no hint, a board that the player can't know, and more than one open. */
  get isRanked() {
    return this.tally.isRanked;
  }

  /** Whether the first open alone has won it: there was nothing to decide. */
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

  /** What has happened so far; only to be read. @returns {readonly Event[]} */
  get events() {
    return this.#events;
  }

  /** Becomes another number with everything after which a hint is an old one. */
  get position() {
    return this.#position;
  }

  /** Where the player is; kept with the time. @returns {number | null} */
  get cursor() {
    return this.#cursor;
  }

  set cursor(index) {
    this.#cursor = index === null ? null : this.shape.index(index);
    this.#keeping.noteCursor();
  }

  /** The key of the game among those that are over, once it is kept there; null where it isn't. */
  get kept() {
    return this.#keeping.kept;
  }

  /** Why not all of it is kept, as of the latest try; null where it is, or where nothing is to be kept yet. */
  get failure() {
    return this.#keeping.failure;
  }

  get #canMove() {
    return this.outcome === "ongoing" && !this.#isPaused && !this.#isClosed && !this.isBusy;
  }

  // Moves.

  /**
   * Opens a cell. By rules with guess "never" the first open may take long: it tells how far it has come, and can be cancelled.
   * @param {CellLike} cell
   * @param {MoveOptions} [options]
   */
  open(cell, options) {
    return this.#move("open", cell, options);
  }

  /** Puts a flag on a cell, or takes it away. @param {CellLike} cell @param {MoveOptions} [options] */
  flag(cell, options) {
    return this.#move("flag", cell, options);
  }

  /** Opens the neighbours of a number that has as many flags around it. @param {CellLike} cell @param {MoveOptions} [options] */
  chord(cell, options) {
    return this.#move("chord", cell, options);
  }

  /** Takes back the latest move that changed something, even one that ended the game; the clock then goes on. @param {MoveOptions} [options] */
  undo(options) {
    return this.#move("undo", 0, options);
  }

  /** Makes the move again that was taken back last. @param {MoveOptions} [options] */
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
    // The board isn't there yet, and may have to be searched for. Who clicks on meanwhile can't know what he clicks on.
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
      // It wasn't made.
      if (options?.signal?.aborted) return refusedMove(refusal("cancelled"));
      if (error instanceof HypersweepError && error.kind === "GenerationError") return refusedMove(whyNoBoard(this.rules, error.detail));
      throw error;
    }
    const { changed, opened, flags, outcome } = result;
    const isClick = kind !== "undo" && kind !== "redo";
    if (kind === "open" && changed && !this.#isStarted) this.#start();
    // Not a moment later than the move that ended it.
    if (outcome !== "ongoing") this.gameClock.halt();
    // It stood still if the undo took the end back.
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
   * Sees to it that everything is kept that can be, as after a full disk. Without trouble that is never needed.
   * @returns {Promise<unknown>} what still keeps it from that, or null
   */
  async save() {
    return this.#keeping.save();
  }

  // Pause and hints.

  /** Stops the clock; the board should then be hidden. @returns {Promise<boolean>} false if there is nothing to pause */
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

  /** Lets the clock go on. @returns {Promise<boolean>} false if the game isn't paused */
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
   * Notes a hint, so that the game isn't ranked. Nothing is noted of a game that is over or paused.
   * @param {number} [level] - how far it went, 1 to 9
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

  /** What the game comes to: see play/figures.js. */
  async figures() {
    const { gameFigures } = await import("./figures.js");
    return gameFigures({ events: this.#events, outcome: this.outcome, milliseconds: this.milliseconds }, this.standing, await this.game.value());
  }

  /** What there is to know of the board, and how to play it again: see play/board_sheet.js. */
  async boardSheet() {
    return (await import("./board_sheet.js")).boardSheet(this.game, this.#events);
  }

  /** Another board of the same kind, instead of this game, which is given up if it goes on. */
  async again() {
    const { board, mines, rules, name } = this.kind;
    const next = await Session.begin(this.app, { board, mines, rules, name, kind: this.kind }, this.makeGame);
    await this.abandon();
    return next;
  }

  /** The same board once more, which isn't ranked; null before the first open has decided it. */
  async same() {
    const layout = await this.game.boardId();
    if (layout === null) return null;
    const next = await Session.begin(this.app, { layout, rules: this.rules, kind: this.kind }, this.makeGame);
    await this.abandon();
    return next;
  }

  /** Gives the game up: it is kept as one that wasn't ended, and the session is closed. */
  async abandon() {
    this.#moves.cancel();
    await this.#moves.take(async () => {
      if (this.#isClosed || this.outcome !== "ongoing" || !this.#isStarted) return;
      this.gameClock.stop();
      await this.#keeping.end();
    });
    await this.close();
  }

  /** Ends the session. A game that goes on is paused and kept; a search is cancelled. */
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
      // Where the engine has failed there is nothing to give back.
      await this.game.close().catch(() => {});
    });
  }
}
