// @ts-check
// The game screen: what keys, mouse and touch do.

import { HypersweepError } from "../engine/errors.js";
import { CLASSIC } from "../engine/rules.js";
import { attach } from "../input/attach.js";
import { nextCell } from "../input/attention.js";
import { CommandLine } from "../input/command_line.js";
import { Navigator } from "../input/cursor.js";
import { leftChords } from "../input/pointer.js";
import { Announcer } from "../play/announcer.js";
import { boardTitle } from "../play/board_title.js";
import { Caution } from "../play/caution.js";
import { boardAddress, findGame } from "./game/address.js";
import { Moves } from "./game/moves.js";
import { Turns } from "./game/turns.js";
import { GameView } from "./game/view.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Place} Place */
/** @typedef {import("../play/session.js").Session} Session */
/** @typedef {import("../later.js").Hinting} Hinting */
/** @typedef {import("./game/moves.js").Kind} Kind */
/** A session; one on a server reports which commands it refuses. @typedef {Session & {isRemote?: boolean, refuses?: (command: string) => string}} Played */

/** Data passed to the screen: a game to continue, the address to return to, and what "new" starts.
 * @typedef {{session?: Played, back?: string, again?: () => Promise<Session>}} Handed */

/** Milliseconds between two updates of the clock, which may show tenths of a second. */
const FRAME = 100;
// Statistics are updated this many milliseconds after a move, during play only on boards up to this size.
const SOON = 120;
const MOST_COUNTED = 1 << 17;
// Refusals announced only for keys, not for clicks.
const QUIET = new Set(["already_open", "flagged", "no_flag_on_open", "flag_stays", "covered", "chord_zero", "chord_flags", "chord_done"]);

export default class GameScreen {
  keys = "game";
  #stop = new AbortController();
  /** Created with the first hint. @type {Hinting | null} */
  #hinting = null;
  #isFlagMode = false;
  /**
   * The pending question, whose action runs when it is requested again; and the warnings already given in this game.
   */
  #asked = "";
  /** @type {Set<string>} */
  #told = new Set();
  #listening = new AbortController();
  /** @type {import("../input/attach.js").Hands | null} */
  #hands = null;
  #figuring = 0;
  /** @type {Caution | null} */
  #caution = null;
  /** Announcers for screen readers. @type {{close(): void}[]} */
  #tellers = [];

  /** @param {App} app @param {Place} place */
  constructor(app, place) {
    this.app = app;
    this.place = place;
    /** @type {Handed} */
    this.handed = place.handed ?? {};
    this.turns = new Turns((error) => app.fail(error));
    this.moves = new Moves(app, () => this.#showStatus());
  }

  get title() {
    const { session } = this;
    const board = session ? boardTitle(this.app, { board: session.shape, mines: session.mines, rules: session.rules }) : "";
    return this.app.text("game.title", { board });
  }

  /** @param {HTMLElement} element */
  async show(element) {
    const { app } = this;
    const { signal } = this.#stop;
    const session = this.handed.session ?? (await findGame(app, this.place.query));
    if (typeof session === "string") return signal.aborted ? undefined : location.replace(session);
    if (signal.aborted) return void session.close();
    this.view = new GameView(app, element, {
      act: (command) => this.#press(command),
      cancel: () => this.moves.cancel(),
      goOn: () => this.#do("pause", () => this.#pause(false)),
      signal,
    });
    this.#hands = attach(/** @type {any} */ (this.view.board), {
      settings: app.settings,
      isOpen: (index) => (this.session?.codes[index] ?? -1) >= 0,
      leftChords: () => leftChords(this.session?.rules ?? CLASSIC, app.settings.get("left_chord")),
      act: (kind, index, device) => this.#do(kind, () => this.#act(kind, index, device)),
      press: (cells) => this.view?.press(cells),
      isFlagMode: () => this.#isFlagMode,
      isAway: () => app.isTurning,
    });
    this.view.board.addEventListener("focus", () => this.#showStatus(), { signal });
    app.settings.addEventListener("change", (event) => this.#set(/** @type {CustomEvent} */ (event).detail), { signal });
    const timer = setInterval(() => this.view?.heading.tick(this.session), FRAME);
    signal.addEventListener("abort", () => clearInterval(timer));
    this.begin(session);
    element.dataset.ready = "";
  }

  /** Switch to a game. @param {Played} session */
  begin(session) {
    const { view, app } = this;
    if (!view) return;
    this.#listening.abort();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.session = session;
    this.#hinting?.close();
    this.#hinting = null;
    this.#asked = "";
    this.#told.clear();
    view.heading.figures(null);
    this.#showFiguresSoon();
    app.stand("");
    view.begin(session);
    this.navigator = new Navigator(session.shape, session.shape.cell(view.board.cursor));
    session.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail), { signal });
    session.addEventListener("end", () => this.#end(), { signal });
    session.addEventListener("pause", () => this.#paused(), { signal });
    this.#entitle();
    this.#showAll();
    if (session.outcome !== "ongoing") this.#end();
    this.#focusLater();
    // The game is playable while these load.
    const fail = (/** @type {unknown} */ error) => void app.fail(error);
    this.#tellAloud(session).catch(fail);
  }

  /** Once a game has begun, its address leads back to it, even if the page is killed. */
  #entitle() {
    const { session } = this;
    if (!session || this.handed.session || this.#stop.signal.aborted) return;
    document.title = this.title;
    if (session.isStarted && session.isSaved) history.replaceState(history.state, "", `#/game?saved=${encodeURIComponent(session.key)}`);
  }

  /** Before the first action, the address leads to a new board of the same type. */
  #address() {
    const { session } = this;
    if (!session || session.isStarted || this.handed.session) return;
    history.replaceState(history.state, "", boardAddress(session.head));
  }

  /** Start announcing changes of the board, and accepting typed commands. @param {Session} session */
  async #tellAloud(session) {
    const { view } = this;
    if (session !== this.session || !view || this.#stop.signal.aborted) return;
    for (const teller of this.#tellers.splice(0)) teller.close();
    const { board } = view;
    const make = (/** @type {Kind} */ kind, /** @type {number} */ index) => this.#type(kind, index);
    const played = { session, board, commands: this.commands, make };
    this.#tellers.push(new Announcer(this.app, session, () => board.cursor), new CommandLine(view.element, this.app, played));
  }

  /** Focus the board once the screen has loaded, unless the player has moved the focus. */
  #focusLater() {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || this.view?.host.contains(activeElement)) this.view?.focus();
  }

  // Actions of the player.

  /**
   * Run a command after earlier ones. During a long move most commands are refused.
   * @param {string} name
   * @param {() => unknown} act
   */
  #do(name, act) {
    if (this.#stop.signal.aborted) return;
    const { session, app } = this;
    const why = session?.refuses?.(name);
    if (why) app.say(app.text(why));
    // The way to a server holds nothing up.
    else if (session?.isRemote) (async () => act())().catch((error) => app.fail(error));
    else if (!this.moves.isLong) this.turns.take(name, act);
    else if (name === "leave") this.moves.cancel();
    else if (name === "look_around" && this.moves.mayLook) act();
    else this.moves.refuse();
  }

  /** Commands for a server's game needn't wait for one another. @param {import("./game/toolbar.js").Command} command */
  #press(command) {
    const { view } = this;
    if (!view) return;
    if (command === "zoom_in" || command === "zoom_out") view.zoomBy(command === "zoom_in" ? 1 : -1);
    else if (command === "fit") view.fit();
    else if (command === "flag_mode") {
      this.#isFlagMode = !this.#isFlagMode;
      this.#showTop();
    } else this.commands[command]();
  }

  /** @type {Record<string, (...values: any[]) => void>} */
  commands = {
    open: () => this.#do("open", () => this.#actHere("open")),
    flag: () => this.#do("flag", () => this.#act("flag", this.#here, "keys")),
    smart: () => this.#do("smart", () => this.#actHere("flag")),
    undo: () => this.#do("undo", () => this.#takeBack("undo")),
    redo: () => this.#do("redo", () => this.#takeBack("redo")),
    hint: () => this.#do("hint", () => this.#hint()),
    look: (step) => this.#do("look", () => this.#look(step)),
    across: (step) => this.#move((navigator) => navigator.across(step)),
    down: (step) => this.#move((navigator) => navigator.down(step)),
    move: (axis, step) => this.#move((navigator) => navigator.move(axis, step)),
    along: (step) => this.#move((navigator) => navigator.along(step)),
    edge: (where, step) => this.#move((navigator) => navigator.edge(where, step)),
    digit: (digit) => this.#move((navigator) => navigator.digit(digit)),
    new: () => this.#do("new", () => this.#new()),
    same: () => this.#do("same", () => this.#same()),
    pause: () => this.#do("pause", () => this.#pause()),
    delta: () => this.app.prefer("delta", !this.app.settings.get("delta")),
    panels: () => this.app.prefer("panels", !this.app.settings.get("panels")),
    this_board: () => this.#do("this_board", () => this.#thisBoard()),
    review: () => this.#do("review", () => this.#watch("review")),
    replay: () => this.#do("replay", () => this.#watch("replay")),
    leave: () => this.#do("leave", () => this.#leave()),
  };

  get #here() {
    return this.view?.board.cursor ?? 0;
  }

  /** Chords on an open cell, or does something else. @param {"open" | "flag"} kind */
  #actHere(kind) {
    const index = this.#here;
    return this.#act((this.session?.codes[index] ?? -1) >= 0 ? "chord" : kind, index, "keys");
  }

  /** @param {Kind} kind @param {number} index @param {string} device */
  async #act(kind, index, device) {
    const { session, app, navigator } = this;
    if (!session) return null;
    navigator?.forget();
    if (device === "keys" && session.outcome === "ongoing" && !session.isPaused && !(await this.#isSure(kind, index))) return null;
    const result = await this.moves.make(session, kind, index, this.turns.moment);
    this.#asked = "";
    if (session !== this.session || this.#stop.signal.aborted) return result;
    if (!result.refused && kind === "open") this.#entitle();
    else if (result.refused && device !== "typed") this.#refuse(result, device);
    this.#showAll();
    if (!app.note.message && session.isPaused) app.stand(app.text("game.paused_note"));
    return result;
  }

  /** Make a move typed on the command line, which shows the answer. @param {Kind} kind @param {number} index */
  #type(kind, index) {
    if (this.moves.isLong) return { refused: this.moves.waitText };
    return new Promise((resolve, reject) => this.turns.take(kind, () => this.#act(kind, index, "typed").then(resolve, reject)));
  }

  /** @param {{refused: string, values: any}} refusal @param {string} device */
  #refuse({ refused, values }, device) {
    const name = refused.slice(refused.indexOf(".") + 1);
    // In a room, offer only its own commands.
    if (name === "over") this.app.say(this.app.text(this.session?.isRemote ? "room.is_over" : "game.over"));
    else if (device === "keys" || !QUIET.has(name)) this.app.say(this.app.text(refused, values));
  }

  /** If the player prefers it, confirm irreversible moves by keyboard, because a key is easily pressed by mistake. @param {any} kind @param {number} index */
  async #isSure(kind, index) {
    if (kind === "flag" || !this.app.settings.get("confirm_final")) return true;
    this.#caution ??= new Caution(this.app);
    return this.session ? this.#caution.passes(kind, index, this.session.shape) : false;
  }

  /** @param {"undo" | "redo"} kind */
  async #takeBack(kind) {
    const { session } = this;
    if (!session) return;
    this.navigator?.forget();
    if (kind === "undo" && session.canUndo && !this.#isAgreed("undo")) return;
    const result = await this.moves.make(session, kind, 0, this.turns.moment);
    if (result.refused) this.#refuse(result, "keys");
    if (session === this.session) this.#showAll();
  }

  /** Whether to do something that makes a game unranked; the first time, warn instead. @param {"undo" | "hint"} what */
  #isAgreed(what) {
    if (!this.session?.isRanked || this.#told.has(what)) return true;
    this.#told.add(what);
    this.app.say(this.app.text(`game.cost_${what}`));
    return false;
  }

  /** @param {(navigator: Navigator) => unknown} act */
  #move(act) {
    this.#do("look_around", () => {
      const { view, navigator, app } = this;
      if (!view || !navigator) return;
      const { shape } = navigator;
      navigator.cell = shape.cell(view.board.cursor);
      try {
        act(navigator);
      } catch (error) {
        if (!(error instanceof HypersweepError)) throw error;
        app.say(app.text("game.no_axis", error.detail));
      }
      this.#go(shape.index(navigator.cell));
    });
  }

  /** @param {number} index */
  #go(index) {
    this.#hands?.lookAway();
    this.#asked = "";
    this.#caution?.forget();
    this.view?.go(index);
    if (this.session) this.session.cursor = index;
    this.#showStatus();
  }

  /** Move to the next cell worth looking at; while a hint is shown, to its next cell. @param {number} step */
  #look(step) {
    const { session, app } = this;
    if (!session) return;
    this.navigator?.forget();
    let index = this.#hinting?.next(this.#here, step) ?? -1;
    if (index < 0) index = nextCell(session, this.#here, { isBack: step < 0 });
    if (index < 0) app.say(app.text("game.nothing_around"));
    else this.#go(index);
  }

  async #hint() {
    const hinting = await this.#hintingOf(this.session);
    await hinting?.ask(() => this.#isAgreed("hint"));
  }

  /** The hints for a game; null if another game is shown by now. @param {Session | undefined} session */
  async #hintingOf(session) {
    const { Hinting } = await import("../later.js");
    const { view, app } = this;
    const isHere = () => session === this.session && !this.#stop.signal.aborted;
    if (!session || !view || !isHere()) return null;
    return (this.#hinting ??= new Hinting(app, view, session, { isHere, onShown: () => this.#showAll() }));
  }

  // The game as a whole.

  /** @param {boolean} [isPaused] - whether it should be paused; by default toggles */
  async #pause(isPaused = !this.session?.isPaused) {
    const { session, app } = this;
    if (!session || isPaused === session.isPaused) return;
    if (!isPaused) await session.goOn();
    else if (!(await session.pause())) app.say(app.text(session.outcome === "ongoing" ? "game.no_pause_yet" : "game.no_pause_over"));
  }

  /** Whether the game may be left: it is over, hasn't begun, or the player was just asked. @param {string} name */
  #isGivenUp(name) {
    const { session, app } = this;
    if (!session?.isStarted || session.outcome !== "ongoing" || this.#asked === name) return true;
    this.#asked = name;
    // An attempt isn't saved anywhere.
    const text = session.isSaved ? `give_up_${name}` : "try_over";
    app.say(app.text(`game.${text}`, { isBack: name === "new" && !!this.handed.again }));
    return false;
  }

  async #new() {
    const { session } = this;
    if (!session || !this.#isGivenUp("new")) return;
    this.begin(await (this.handed.again ?? (() => session.again()))());
    this.#address();
  }

  async #same() {
    const { session, app } = this;
    if (!session) return;
    if (!session.standing.isDecided) return app.say(app.text("game.no_mines_yet"));
    if (!this.#isGivenUp("same")) return;
    const first = session.events.find((event) => event.kind === "open" && event.changed)?.cell;
    const next = await session.same();
    if (!next) return;
    if (first) next.cursor = next.shape.index(first);
    this.begin(next);
    this.#address();
  }

  async #thisBoard() {
    const { showThisBoard } = await import("../later.js");
    if (this.session && !this.#stop.signal.aborted) await showThisBoard(this.app, this.session);
  }

  /** @param {"review" | "replay"} screen */
  async #watch(screen) {
    const { session, app } = this;
    if (!session) return;
    if (session.outcome === "ongoing") return app.say(app.text("game.no_review_yet"));
    const key = await session.kept;
    if (key) app.go(`${screen}/${encodeURIComponent(key)}`);
    else app.go(screen, { record: session.record(), name: session.shape.format() });
  }

  #leave() {
    if (!this.#hinting?.end()) this.app.go(this.handed.back ?? "");
  }

  // Display.

  /** @param {{cells: ArrayLike<number> | null, isOthers?: boolean}} change */
  #changed({ cells, isOthers }) {
    this.#hinting?.end();
    if (!isOthers) this.#hands?.letGo();
    this.view?.redraw(cells);
    if (this.session?.outcome === "ongoing" && this.view?.hideResult()) this.app.stand("");
    this.#showAll();
    this.#showFiguresSoon();
  }

  #paused() {
    const { session, view, app } = this;
    if (!session || !view) return;
    this.#hands?.clear();
    this.#hinting?.end();
    view.setPaused(session.isPaused);
    app.stand(session.isPaused ? app.text("game.paused_note") : "");
    this.#showAll();
  }

  async #end() {
    const { session, view } = this;
    const { signal } = this.#listening;
    if (!session || !view) return;
    this.#showAll();
    const { Ending } = await import("../later.js");
    const isHere = () => session === this.session && session.outcome !== "ongoing" && !this.#stop.signal.aborted;
    const light = async (/** @type {import("./game/ending.js").Missed} */ missed) => (await this.#hintingOf(session))?.light(missed);
    await new Ending(this.app).show(session, view, { isHere, light, signal });
  }

  #showTop() {
    const { session, view, app } = this;
    if (!session || !view) return;
    const isOver = session.outcome !== "ongoing";
    view.heading.show(session, { delta: app.settings.get("delta") });
    const { toolbar } = view;
    const isHere = !session.isRemote;
    toolbar.set("undo", { isShown: isHere, isDisabled: !session.canUndo });
    toolbar.set("redo", { isShown: isHere, isDisabled: !session.canRedo });
    toolbar.set("hint", { isShown: isHere && !isOver, isDisabled: session.isPaused });
    toolbar.set("pause", { isShown: isHere && !isOver, isPressed: session.isPaused });
    toolbar.set("flag_mode", { isPressed: this.#isFlagMode, isShown: !isOver });
    toolbar.set("same", { isShown: isHere, isDisabled: !session.standing.isDecided });
    toolbar.set("delta", { isPressed: app.settings.get("delta") });
    for (const name of /** @type {const} */ (["review", "replay"])) toolbar.set(name, { isShown: isOver });
  }

  #showStatus() {
    const { navigator, session } = this;
    // A long move may end after the screen was left.
    if (!session || !navigator || this.#stop.signal.aborted) return;
    const way = session.shape.dimensions > 2 ? this.app.text("game.along", { axis: navigator.axis }) : "";
    this.view?.showStatus(this.moves, [navigator.typed, way].filter(Boolean).join("  "));
  }

  #showAll() {
    this.#showTop();
    this.#showStatus();
  }

  /** Show statistics once nothing else is to be done; for large boards only at the end. */
  #showFiguresSoon() {
    clearTimeout(this.#figuring);
    const { session } = this;
    if (!session?.isStarted || (session.shape.cells > MOST_COUNTED && session.outcome === "ongoing")) return;
    this.#figuring = window.setTimeout(() => this.#showFigures(), SOON);
  }

  async #showFigures() {
    const { session, view } = this;
    if (!session || !view || session.isClosed) return;
    const figures = await session.figures().catch(() => null);
    if (session === this.session && !this.#stop.signal.aborted) view.heading.figures(figures);
  }

  /** @param {string} name - setting that has changed */
  #set(name) {
    this.view?.dress();
    if (name === "panels") this.view?.place();
    if (name === "zoom") this.view?.fit();
    this.#showAll();
  }

  leave() {
    this.#stop.abort();
    this.#listening.abort();
    clearTimeout(this.#figuring);
    this.#hinting?.close();
    this.turns.end();
    this.moves.cancel();
    for (const teller of this.#tellers.splice(0)) teller.close();
    this.#hands?.close();
    this.view?.close();
    this.session?.close().catch((/** @type {unknown} */ error) => this.app.fail(error));
  }
}
