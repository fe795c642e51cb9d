// The game screen: what keys, mouse and touch do.

import { HypersweepError } from "../engine/errors.ts";
import { CLASSIC } from "../engine/rules.ts";
import { attach, type Hands } from "../input/attach.ts";
import { nextCell } from "../input/attention.ts";
import { CommandLine } from "../input/command_line.ts";
import { Navigator } from "../input/cursor.ts";
import { leftChords } from "../input/pointer.ts";
import { Announcer } from "../play/announcer.ts";
import { boardTitle } from "../play/board_title.ts";
import { Caution } from "../play/caution.ts";
import { boardAddress, findGame } from "./game/address.ts";
import { Moves, type Kind } from "./game/moves.ts";
import { Turns } from "./game/turns.ts";
import { GameView } from "./game/view.ts";
import type { App, Place } from "../app.ts";
import type { Hinting } from "../later.ts";
import type { Session } from "../play/session.ts";
import type { Missed } from "./game/ending.ts";
import type { Command } from "./game/toolbar.ts";

/** A session; one on a server reports which commands it refuses. */
type Played = Session & {isRemote?: boolean, refuses?: (command: string) => string};

/** Data passed to the screen: a game to continue, the address to return to, and what "new" starts. */
type Handed = { session?: Played; back?: string; again?: () => Promise<Session> };

/** Milliseconds between two updates of the clock, which may show tenths of a second. */
const FRAME = 100;
// Statistics are updated this many milliseconds after a move, during play only on boards up to this size.
const SOON = 120;
const MOST_COUNTED = 1 << 17;
// Refusals announced only for keys, not for clicks.
const QUIET = new Set(["already_open", "flagged", "no_flag_on_open", "flag_stays", "covered", "chord_zero", "chord_flags", "chord_done"]);

export default class GameScreen {
  handed: Handed;
  turns;
  moves;
  view?: GameView;
  session?: Played;
  navigator?: Navigator;
  keys = "game";
  #stop = new AbortController();
  /** Created with the first hint. */
  #hinting: Hinting | null = null;
  #isFlagMode = false;
  /**
   * The pending question, whose action runs when it is requested again; and the warnings already given in this game.
   */
  #asked = "";
  #told: Set<string> = new Set();
  #listening = new AbortController();
  #hands: Hands | null = null;
  #figuring = 0;
  #caution: Caution | null = null;
  /** Announcers for screen readers. */
  #tellers: {close(): void}[] = [];

  constructor(public app: App, public place: Place) {
    this.handed = place.handed ?? {};
    this.turns = new Turns((error) => app.fail(error));
    this.moves = new Moves(app, () => this.#showStatus());
  }

  get title() {
    const { session } = this;
    const board = session ? boardTitle(this.app, { board: session.shape, mines: session.mines, rules: session.rules }) : "";
    return this.app.text("game.title", { board });
  }

  async show(element: HTMLElement) {
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
    this.#hands = attach(this.view.board as any, {
      settings: app.settings,
      isOpen: (index) => (this.session?.codes[index] ?? -1) >= 0,
      leftChords: () => leftChords(this.session?.rules ?? CLASSIC, app.settings.get("left_chord")),
      act: (kind, index, device) => this.#do(kind, () => this.#act(kind, index, device)),
      press: (cells) => this.view?.press(cells),
      isFlagMode: () => this.#isFlagMode,
      isAway: () => app.isTurning,
    });
    this.view.board.addEventListener("focus", () => this.#showStatus(), { signal });
    app.settings.addEventListener("change", (event) => this.#set((event as CustomEvent).detail), { signal });
    const timer = setInterval(() => this.view?.heading.tick(this.session), FRAME);
    signal.addEventListener("abort", () => clearInterval(timer));
    this.begin(session);
    element.dataset.ready = "";
  }

  /** Switch to a game. */
  begin(session: Played) {
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
    session.addEventListener("change", (event) => this.#changed((event as CustomEvent).detail), { signal });
    session.addEventListener("end", () => this.#end(), { signal });
    session.addEventListener("pause", () => this.#paused(), { signal });
    this.#entitle();
    this.#showAll();
    if (session.outcome !== "ongoing") this.#end();
    this.#focusLater();
    // The game is playable while these load.
    const fail = (error: unknown) => void app.fail(error);
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

  /** Start announcing changes of the board, and accepting typed commands. */
  async #tellAloud(session: Session) {
    const { view } = this;
    if (session !== this.session || !view || this.#stop.signal.aborted) return;
    for (const teller of this.#tellers.splice(0)) teller.close();
    const { board } = view;
    const make = (kind: Kind, index: number) => this.#type(kind, index);
    const played = { session, board, commands: this.commands, make };
    this.#tellers.push(new Announcer(this.app, session, () => board.cursor), new CommandLine(view.element, this.app, played));
  }

  /** Focus the board once the screen has loaded, unless the player has moved the focus. */
  #focusLater() {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || this.view?.host.contains(activeElement)) this.view?.focus();
  }

  // Actions of the player.

  /** Run a command after earlier ones. During a long move most commands are refused. */
  #do(name: string, act: () => unknown) {
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

  /** Commands for a server's game needn't wait for one another. */
  #press(command: Command) {
    const { view } = this;
    if (!view) return;
    if (command === "zoom_in" || command === "zoom_out") view.zoomBy(command === "zoom_in" ? 1 : -1);
    else if (command === "fit") view.fit();
    else if (command === "flag_mode") {
      this.#isFlagMode = !this.#isFlagMode;
      this.#showTop();
    } else this.commands[command]();
  }

  commands: Record<string, (...values: any[]) => void> = {
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

  /** Chords on an open cell, or does something else. */
  #actHere(kind: "open" | "flag") {
    const index = this.#here;
    return this.#act((this.session?.codes[index] ?? -1) >= 0 ? "chord" : kind, index, "keys");
  }

  async #act(kind: Kind, index: number, device: string) {
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

  /** Make a move typed on the command line, which shows the answer. */
  #type(kind: Kind, index: number) {
    if (this.moves.isLong) return { refused: this.moves.waitText };
    return new Promise((resolve, reject) => this.turns.take(kind, () => this.#act(kind, index, "typed").then(resolve, reject)));
  }

  #refuse({ refused, values }: {refused: string, values: any}, device: string) {
    const name = refused.slice(refused.indexOf(".") + 1);
    // In a room, offer only its own commands.
    if (name === "over") this.app.say(this.app.text(this.session?.isRemote ? "room.is_over" : "game.over"));
    else if (device === "keys" || !QUIET.has(name)) this.app.say(this.app.text(refused, values));
  }

  /** If the player prefers it, confirm irreversible moves by keyboard, because a key is easily pressed by mistake. */
  async #isSure(kind: any, index: number) {
    if (kind === "flag" || !this.app.settings.get("confirm_final")) return true;
    this.#caution ??= new Caution(this.app);
    return this.session ? this.#caution.passes(kind, index, this.session.shape) : false;
  }

  async #takeBack(kind: "undo" | "redo") {
    const { session } = this;
    if (!session) return;
    this.navigator?.forget();
    if (kind === "undo" && session.canUndo && !this.#isAgreed("undo")) return;
    const result = await this.moves.make(session, kind, 0, this.turns.moment);
    if (result.refused) this.#refuse(result, "keys");
    if (session === this.session) this.#showAll();
  }

  /** Whether to do something that makes a game unranked; the first time, warn instead. */
  #isAgreed(what: "undo" | "hint") {
    if (!this.session?.isRanked || this.#told.has(what)) return true;
    this.#told.add(what);
    this.app.say(this.app.text(`game.cost_${what}`));
    return false;
  }

  #move(act: (navigator: Navigator) => unknown) {
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

  #go(index: number) {
    this.#hands?.lookAway();
    this.#asked = "";
    this.#caution?.forget();
    this.view?.go(index);
    if (this.session) this.session.cursor = index;
    this.#showStatus();
  }

  /** Move to the next cell worth looking at; while a hint is shown, to its next cell. */
  #look(step: number) {
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

  /** The hints for a game; null if another game is shown by now. */
  async #hintingOf(session: Session | undefined) {
    const { Hinting } = await import("../later.ts");
    const { view, app } = this;
    const isHere = () => session === this.session && !this.#stop.signal.aborted;
    if (!session || !view || !isHere()) return null;
    return (this.#hinting ??= new Hinting(app, view, session, { isHere, onShown: () => this.#showAll() }));
  }

  // The game as a whole.

  /** @param isPaused - whether it should be paused; by default toggles */
  async #pause(isPaused: boolean = !this.session?.isPaused) {
    const { session, app } = this;
    if (!session || isPaused === session.isPaused) return;
    if (!isPaused) await session.goOn();
    else if (!(await session.pause())) app.say(app.text(session.outcome === "ongoing" ? "game.no_pause_yet" : "game.no_pause_over"));
  }

  /** Whether the game may be left: it is over, hasn't begun, or the player was just asked. */
  #isGivenUp(name: string) {
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
    const { showThisBoard } = await import("../later.ts");
    if (this.session && !this.#stop.signal.aborted) await showThisBoard(this.app, this.session);
  }

  async #watch(screen: "review" | "replay") {
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

  #changed({ cells, isOthers }: {cells: ArrayLike<number> | null, isOthers?: boolean}) {
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
    const { Ending } = await import("../later.ts");
    const isHere = () => session === this.session && session.outcome !== "ongoing" && !this.#stop.signal.aborted;
    const light = async (missed: Missed) => (await this.#hintingOf(session))?.light(missed);
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
    for (const name of ["review", "replay"] as const) toolbar.set(name, { isShown: isOver });
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

  /** @param name - setting that has changed */
  #set(name: string) {
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
    this.session?.close().catch((error: unknown) => this.app.fail(error));
  }
}
