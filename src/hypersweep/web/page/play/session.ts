// One player's game: clock, pause, undo, counters, and saving. Like Python's session/session.py.
//
// The caller supplies the game that receives the moves: the page's kernels (engine/client.ts), or anything else with
// the same methods. Moves are made one at a time; later ones wait.

import { KNOWN, MOST_MILLISECONDS } from "../data/records.ts";
import { HypersweepError } from "../engine/errors.ts";
import { checkDeal } from "../engine/mine_counts.ts";
import { readRules, type Rules } from "../engine/rules.ts";
import { readShape, type CellLike } from "../engine/shape.ts";
import { GameClock } from "./clock.ts";
import { Keeping } from "./autosave.ts";
import { MarkOrder, Marks, isMark, isNewKind, stepsOf, type Marking, type MarkKind } from "./marks.ts";
import { MoveQueue, refusedMove, type Move } from "./move_queue.ts";
import {
  emptyCodes, engineGames, refreshCodes, type GameMaker, type GameRequest, type PlayedGame,
} from "./played_game.ts";
import { formatRecord, type Event, type EventKind, type Head, type Record as GameRecord } from "./record_writer.ts";
import { refusal, rulesForLayout, whyNoBoard, whyNot, whyNothing, type Refusal } from "./refusals.ts";
import { newKey, type Hold } from "./running_game.ts";
import { Tally, gameFigures } from "./tally.ts";
import type { App } from "../app.ts";
import type { MoveResult } from "../engine/client.ts";
import type { RequestOptions } from "../engine/worker_queue.ts";
import type { MoveKind } from "../engine/terms.ts";

/** The board type of the next game. */
type Kind = { board: string; mines: number; rules: Rules; name?: string };
/** `moment`: when the player acted, by the clock's source; by default now. */
type MoveOptions = RequestOptions & {moment?: number};
/** The parts of the page that a session uses. */
export type Page = Pick<App, "engine" | "storage" | "text" | "messages" | "say" | "warn">;

/**
 * Events: "change" (detail: `{cells}`, null for all), "end", "pause" (paused or continued), "busy" (a long move begins
 * or has ended), "kept" (the state of saving has changed).
 */
export class Session extends EventTarget {
  game;
  kind;
  makeGame;
  isSaved;
  /** The key of the game in the browser's storage. */
  key;
  head;
  shape;
  mines;
  rules;
  seed;
  codes;
  gameClock = new GameClock();
  tally;
  #events: Event[] = [];
  #moves = new MoveQueue((isBusy) => this.dispatchEvent(new CustomEvent("busy", { detail: isBusy })));
  /** The time on the clock when the current move started; null if there is none. */
  #moving: number | null = null;
  #isPaused = false;
  #isStarted = false;
  #isClosed = false;
  #keeping = new Keeping(this);
  #listening = new AbortController();
  #position = 0;
  #cursor: number | null = null;
  /** The question marks and draft flags, and their order among the moves; null if there haven't been any. */
  marks: Marks | null = null;
  order: MarkOrder | null = null;

  /** Use `begin`, `resume` or `attempt` instead. */
  constructor(public app: Page, { game, head, kind, makeGame, isSaved, key }: {game: PlayedGame, head: Head, kind: Kind, makeGame: GameMaker, isSaved: boolean, key?: string}) {
    super();
    this.game = game;
    this.kind = kind;
    this.makeGame = makeGame;
    this.isSaved = isSaved;
    this.key = key ?? newKey();
    this.head = head;
    this.shape = game.board;
    this.mines = game.mines;
    this.rules = game.rules;
    this.seed = game.seed;
    this.codes = emptyCodes(game.board);
    this.tally = new Tally(head.tags[KNOWN] === "yes");
    const { signal } = this.#listening;
    const page = globalThis.document as Document | undefined;
    // Pause when the board isn't visible.
    page?.addEventListener("visibilitychange", () => page.hidden && void this.pause(), { signal });
    globalThis.addEventListener?.("pagehide", () => void this.pause().then(() => this.#keeping.leave(true)), { signal });
    globalThis.addEventListener?.("pageshow", () => this.#keeping.leave(false), { signal });
  }

  /**
   * Start a game.
   * @param request - `isKnown`: whether the player may know the board, so that it isn't ranked; by default true for a
   * given seed or layout; `tags`: more tags for the record; a game with the tag "lesson" isn't saved
   */
  static async begin(app: Page, { player, name, isKnown, kind, tags: more, ...request }: GameRequest & {player?: string, name?: string, isKnown?: boolean, kind?: Kind, tags?: Record<string, string>}, makeGame: GameMaker = engineGames(app)) {
    const asked = readRules(request.rules ?? "classic");
    const rules = request.layout === undefined ? asked : rulesForLayout(asked);
    if (request.board !== undefined && request.layout === undefined) checkDeal(readShape(request.board), request.mines, rules);
    const [game] = await Promise.all([makeGame({ ...request, rules }), app.messages.add("session")]);
    const tags: Record<string, string> = { ...(player ? { player } : {}), ...more };
    if (isKnown ?? (request.seed !== undefined || request.layout !== undefined)) tags[KNOWN] = "yes";
    const { board, mines, seed } = game;
    const layout = request.layout === undefined ? null : await game.boardId();
    const head = { board, mines, rules: game.rules, seed: layout === null ? seed : null, layout, tags };
    const own = kind ?? { board: board.format(), mines, rules: asked, name };
    return new Session(app, { game, head, kind: own, makeGame, isSaved: !tags.lesson });
  }

  /**
   * Continue a saved game, paused if its clock was running.
   * @param options - for guess "never", which searches for the board again
   * @returns rejects with a BusyError if the game is open in another tab, a ParameterError if it doesn't exist or is
   * over, a RecordError or ParseError if it is invalid
   */
  static async resume(app: Page, key: string, makeGame?: GameMaker, options?: RequestOptions): Promise<Session> {
    return (await import("../saved.ts")).resume(app, key, makeGame, options);
  }

  /** Continue from a record, such as one cut off at some position: not ranked, not saved, and not paused. */
  static async attempt(app: Page, record: GameRecord, makeGame?: GameMaker, options?: RequestOptions): Promise<Session> {
    return (await import("../saved.ts")).attempt(app, record, makeGame, options);
  }

  /**
   * Take over the events of a game in which they have already been replayed.
   * @param hold - of a saved game
   */
  async takeOver(events: readonly Event[], { milliseconds, isPaused, isStarted, cursor }: {milliseconds: number, isPaused: boolean, isStarted: boolean, cursor: number | null}, hold: Hold | null) {
    for (const event of events) {
      this.#events.push(event);
      this.tally.add(event);
      this.#follow(event);
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

  /**
   * Whether a win counts for best times: no undo, no hint, a board that the player can't know, and more than one open.
   */
  get isRanked() {
    return this.tally.isRanked;
  }

  /** What made the game unranked. */
  get unrankedBy(): Tally["unrankedBy"] {
    return this.tally.unrankedBy;
  }

  /** Whether the first open alone has won the game, without any decision. */
  get isWalkover() {
    return this.tally.isWalkover;
  }

  get deaths() {
    return this.tally.deaths;
  }

  get canUndo() {
    return !this.isBusy && !whyNot(this, "undo");
  }

  get canRedo() {
    return this.#canMove && !whyNot(this, "redo");
  }

  /** Whether an undo now takes back a move, which makes the game unranked; taking back a mark doesn't. */
  get isUndoCounted() {
    return this.canUndo && !this.order?.next("undo");
  }

  get events(): readonly Event[] {
    return this.#events;
  }

  /** A number that changes with every event that invalidates hints. */
  get position() {
    return this.#position;
  }

  /** The cell under the cursor; saved together with the time. */
  get cursor(): number | null {
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

  /** Why the latest save was incomplete; null if it was complete, or if there is nothing to save yet. */
  get failure() {
    return this.#keeping.failure;
  }

  get #canMove() {
    return this.outcome === "ongoing" && !this.#isPaused && !this.#isClosed && !this.isBusy;
  }

  // Moves.

  /** Open a cell. With guess "never" the first open may take long: it reports progress, and can be cancelled. */
  open(cell: CellLike, options?: MoveOptions) {
    return this.#move("open", cell, options);
  }

  /** Flag a cell, or remove its flag. */
  flag(cell: CellLike, options?: MoveOptions) {
    return this.#move("flag", cell, options);
  }

  /** Open the other neighbours of a number that has as many flags around it. */
  chord(cell: CellLike, options?: MoveOptions) {
    return this.#move("chord", cell, options);
  }

  /** Undo the latest move with an effect, even one that ended the game; the clock then continues. */
  undo(options?: MoveOptions) {
    return this.order ? this.#step("undo", options) : this.#move("undo", 0, options);
  }

  redo(options?: MoveOptions) {
    return this.order ? this.#step("redo", options) : this.#move("redo", 0, options);
  }

  /**
   * Change marks, or set the flags that a number shows, as one action.
   * @param index - the cell, if the action has one
   */
  mark(action: Marking, index: number, { moment = this.gameClock.source() }: MoveOptions = {}): Promise<Move> {
    return this.#together(moment, async (milliseconds) => {
      const why = whyNot(this, "flag");
      if (why) return why;
      for (const [place, [kind, cell]] of stepsOf(action, this, index).entries()) {
        // Hints requested meanwhile get this time too.
        this.#moving = milliseconds;
        if (place) this.#note({ milliseconds, kind: "and" });
        if (kind === "flag") await this.#make("flag", cell, milliseconds);
        else this.#noteMark(milliseconds, kind, cell);
      }
      return null;
    });
  }

  /** Undo or redo an action; all its parts happen at the same time. */
  #step(kind: "undo" | "redo", { moment = this.gameClock.source() }: MoveOptions = {}): Promise<Move> {
    return this.#together(moment, async (milliseconds) => {
      const order = this.order as MarkOrder;
      let why = whyNot(this, kind);
      if (why) return why;
      do {
        this.#moving = milliseconds;
        const mark = order.next(kind);
        if (mark?.cell) this.#noteMark(milliseconds, kind, this.shape.index(mark.cell));
        else await this.#make(kind, 0, milliseconds);
        why = order.isJoined ? whyNot(this, kind) : refusal("");
      } while (!why);
      return null;
    });
  }

  /** Do several things at one time, without other moves in between. */
  async #together(moment: number, act: (milliseconds: number) => Promise<Refusal | null>): Promise<Move> {
    if (this.isBusy) return refusedMove(refusal("busy"));
    return this.#moves.take(async () => {
      const count = this.#events.length;
      this.#moving = Math.min(this.gameClock.read(moment), MOST_MILLISECONDS);
      try {
        const why = await act(this.#moving);
        if (why) return refusedMove(why);
      } finally {
        this.#moving = null;
      }
      const changed = this.#events.length - count;
      return changed ? { changed, cells: null, opened: 0, flags: 0 } : refusedMove(refusal("no_mark"));
    });
  }

  /** Record a mark, or its undo or redo. */
  #noteMark(milliseconds: number, kind: EventKind, index: number) {
    this.#note({ milliseconds, kind, cell: isMark(kind) ? this.shape.cell(index) : null });
    this.dispatchEvent(new CustomEvent("change", { detail: { cells: [index], isMark: true } }));
  }

  #follow(event: Event) {
    if (isNewKind(event.kind)) {
      this.order ??= new MarkOrder();
      this.marks ??= new Marks();
    }
    const mark = this.order?.act(event);
    if (mark?.cell) this.marks?.toggle(mark.kind as MarkKind, this.shape.index(mark.cell));
  }

  async #move(kind: MoveKind | "undo" | "redo", cell: CellLike, options: MoveOptions = {}): Promise<Move> {
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

  async #make(kind: MoveKind | "undo" | "redo", index: number, milliseconds: number, options?: RequestOptions): Promise<Move> {
    const before = this.outcome;
    let result: MoveResult;
    try {
      result = await this.game.play(kind, index, options);
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
    if (!changed) return refusedMove(isClick ? whyNothing(this, kind as MoveKind, index) : refusal(`nothing_to_${kind}`));
    let { cells } = result;
    if (!cells || outcome !== before) cells = await refreshCodes(this.game, this.codes);
    else for (let place = 0; place < cells.length; ++place) this.codes[cells[place]] = (result.codes as Int32Array)[place];
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

  #note({ milliseconds, kind, cell = null, changed = 0, ended = null, level = null }: {milliseconds: number, kind: EventKind} & Partial<Event>) {
    const event: Event = { milliseconds, kind, cell, changed, ended, level };
    this.#events.push(event);
    this.tally.add(event);
    this.#follow(event);
    this.#keeping.note(event);
  }

  /**
   * Save everything that can be saved, for example after the disk was full. Not needed unless saving has failed.
   * @returns the remaining failure, or null
   */
  async save(): Promise<unknown> {
    return this.#keeping.save();
  }

  // Pause and hints.

  /**
   * Stop the clock; the board should then be hidden.
   * @returns false if there is nothing to pause
   */
  async pause(): Promise<boolean> {
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

  /**
   * Continue the clock.
   * @returns false if the game isn't paused
   */
  async goOn(): Promise<boolean> {
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
   * @param level - level of the hint, 1 to 9
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

  async figures() {
    return gameFigures(this.tally.clicks, this.milliseconds, await this.game.value());
  }

  /** Information about the board, and ways to play it again: see play/board_sheet.ts. */
  async boardSheet() {
    return (await import("../saved.ts")).boardSheet(this.game, this.#events);
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
    const { lesson } = this.head.tags;
    const tags: Record<string, string> = lesson ? { lesson } : {};
    const next = await Session.begin(this.app, { layout, rules: this.rules, kind: this.kind, tags }, this.makeGame);
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
