// The game screen: its state, and what keys, mouse and touch do.

import { batch, computed, signal } from "@preact/signals";
import { COVERED } from "../board/cell_appearance.ts";
import { HypersweepError } from "../engine/errors.ts";
import { mount } from "./view_screen.tsx";
import { nextCell } from "../input/next_cell.ts";
import { CommandLine } from "../input/command_line.tsx";
import { Navigator, cursorCommands } from "../input/cursor.ts";
import { Announcer } from "../play/announcer.ts";
import { boardTitle } from "../play/board_title.ts";
import { Caution } from "../play/confirmation.ts";
import { clockText, tenthsText } from "../play/clock.ts";
import { flagsAround, type Marking } from "../play/marks.ts";
import { boardAddress, findGame } from "./game/address.ts";
import { GameBoard, Foot } from "./game/board.tsx";
import { Heading, Toolbar } from "./game/head.tsx";
import { Moves } from "./game/moves.ts";
import type { App, Place, Screen } from "../app.ts";
import type { MoveKind } from "../engine/terms.ts";
import type { EndCard, Hinting } from "../later.ts";
import type { Move } from "../play/move_queue.ts";
import type { Session } from "../play/session.ts";
import type { USUAL } from "../settings.ts";
import type { RemoteSession } from "../multiplayer/remote_session.ts";
import type { Guesses } from "./game/feedback.ts";

/** A session; one on a server has additional members. */
export type Played = Session &
  Partial<Pick<RemoteSession, "isRemote" | "refuses" | "mayRank" | "stateText" | "endingText" | "hitBy">>;

type Handed = {
  /** a game to continue */ session?: Played;
  /** the address to return to */ back?: string;
  /** what "new" starts */ again?: () => Promise<Session>;
  /** the screen reader text of a cell */ label?: (index: number) => string;
};

/** Milliseconds between two updates of the clock, which may show tenths of a second. */
const FRAME = 100;
/** Milliseconds after a move before statistics are updated; maximum number of cells for updates during play. */
const SOON = 120;
const MOST_COUNTED = 1 << 17;
/** Refusals announced only for keys, not for clicks. */
const QUIET = new Set([
  "already_open", "flagged", "no_flag_on_open", "flag_stays", "covered", "chord_zero", "chord_flags", "chord_done",
]);

export default class GameScreen implements Screen {
  keys = "game";
  handed: Handed;
  view;
  moves;
  isFlagMode = signal(false);
  /** Whether the player started a draft, even if it has no flags yet. */
  #hasBegunDraft = signal(false);
  time = signal("");
  /** Statistics of the game so far; null if there are none. */
  figures = signal<Awaited<ReturnType<Session["figures"]>> | null>(null);
  /** The guesses so far, if they are counted. */
  guesses = signal<Guesses | null>(null);
  ending = signal<EndCard | null>(null);
  #session = signal<Played | null>(null);
  /** Count changes of the game, of the axis and number chosen by keys, and of settings: views follow what they read. */
  #changes = signal(0);
  #typed = signal(0);
  #settings = signal(0);
  #navigator!: Navigator;
  #caution;
  #announcer: Announcer | null = null;
  /** Created with the first hint. */
  #hinting: Hinting | null = null;
  /** The pending question, whose action runs when it is requested again. */
  #asked = "";
  /** The warnings already given in this game. */
  #warned: Set<string> = new Set();
  #figuring = 0;
  /** Whether sounds, vibration and the count of guesses follow the game. */
  #isAccompanied = false;
  #stop = new AbortController();
  /** Aborts when another game begins. */
  #listening = new AbortController();

  constructor(public app: App, public place: Place) {
    this.handed = place.handed ?? {};
    this.#caution = new Caution(app);
    this.moves = new Moves(app);
    this.view = new GameBoard(this);
  }

  /** The current game, which another one may replace. It is known once the screen is shown. */
  get session() {
    return this.#session.value as Played;
  }

  /** The game, for use in views, so that they follow its changes. */
  get seen() {
    void this.#changes.value;
    return this.session;
  }

  /** A setting, for use in views, so that they follow its changes. */
  wants(name: keyof typeof USUAL) {
    void this.#settings.value;
    return this.app.settings.get(name);
  }

  /** The number typed and the axis picked by keys, for views. */
  get typed() {
    void this.#typed.value;
    const { typed, axis, isPicked } = this.#navigator;
    const way = isPicked && this.app.text("game.along", { axis });
    return [typed, way].filter(Boolean).join("  ");
  }

  get title() {
    const { app, session } = this;
    const board = session ? boardTitle(app, { board: session.shape, mines: session.mines, rules: session.rules }) : "";
    return app.text("game.title", { board });
  }

  async show(element: HTMLElement) {
    const { app } = this;
    const { signal } = this.#stop;
    const session = this.handed.session ?? (await findGame(app, this.place.query));
    if (typeof session === "string") return signal.aborted ? undefined : location.replace(session);
    if (signal.aborted) return void session.close();
    app.settings.addEventListener("change", () => {
      this.#settings.value += 1;
      this.#accompany();
    }, { signal });
    addEventListener("blur", () => app.settings.get("blur_pause") && void this.session.pause(), { signal });
    this.begin(session);
    mount(<this.View />, element, signal);
    const timer = setInterval(() => this.#tick(), FRAME);
    signal.addEventListener("abort", () => clearInterval(timer));
    element.dataset.ready = "";
  }

  View = () => {
    const { app, commands, session, ending: { value: ending } } = this;
    const make = (kind: MoveKind, index: number) => this.#type(kind, index);
    return (
      <>
        <div class="game-head" onClick={(event) => event.detail > 0 && this.view.focus()}>
          <Heading game={this} />
          <Toolbar game={this} />
        </div>
        <this.view.View />
        {ending && <ending.View />}
        <Foot game={this} />
        <CommandLine key={session} app={app} played={() => ({ session, board: this.view.board, commands, make })} />
      </>
    );
  };

  begin(session: Played) {
    const { app, view } = this;
    this.#listening.abort();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#hinting?.close();
    this.#hinting = null;
    this.#asked = "";
    this.#warned.clear();
    this.#navigator = new Navigator(session.shape);
    app.stand("");
    batch(() => {
      this.#session.value = session;
      this.figures.value = this.guesses.value = this.ending.value = null;
      view.pressed.value = view.waiting.value = [];
      view.hint.value = new Map();
      this.#hasBegunDraft.value = false;
    });
    session.addEventListener("change", (event) => this.#changed((event as CustomEvent).detail), { signal });
    session.addEventListener("end", () => this.#end(), { signal });
    session.addEventListener("pause", () => this.#paused(), { signal });
    this.#announcer?.close();
    this.#announcer = new Announcer(app, session, () => view.board.cursor);
    this.#entitle();
    this.#update();
    this.#showFiguresSoon();
    this.#isAccompanied = false;
    this.#accompany();
    if (session.outcome !== "ongoing") void this.#end();
  }

  /** Once a game has begun, change the address to one that leads back to it, even if the page is killed. */
  #entitle() {
    const { session } = this;
    if (this.handed.session || this.#stop.signal.aborted) return;
    document.title = this.title;
    if (session.isStarted && session.isSaved) this.#readdress(`#/game?saved=${encodeURIComponent(session.key)}`);
  }

  #readdress(address: string) {
    history.replaceState(history.state, "", address);
  }

  // Actions of the player.

  /** Run a command after earlier ones. During a long move most commands are refused. */
  #do(name: string, act: () => unknown) {
    const { app, session, moves } = this;
    if (!session || this.#stop.signal.aborted) return;
    const why = session.refuses?.(name);
    if (why) app.say(app.text(why));
    // Waiting for a server doesn't block other commands.
    else if (session.isRemote) (async () => act())().catch((error) => app.fail(error));
    else if (!moves.long.value) moves.take(act);
    else if (name === "leave") moves.cancel();
    else if (name === "look_around" && moves.mayLook) act();
    else app.say(app.text(moves.waitText));
  }

  commands: Record<string, (...values: any[]) => void> = {
    open: () => this.#do("open", () => this.#actHere("open")),
    flag: () => this.#do("flag", () => this.#act("flag", this.#here, "keys")),
    smart: () => this.#do("smart", () => this.#actHere("flag")),
    draft: () => this.#do("draft", () => this.#draft()),
    drop_draft: () => this.#do("draft", () => this.isDrafting && this.#endDraft("drop_drafts")),
    undo: () => this.#do("undo", () => this.#takeBack("undo")),
    redo: () => this.#do("redo", () => this.#takeBack("redo")),
    try_again: () => this.#do("undo", () => this.#takeBack("undo", true)),
    hint: () => this.#do("hint", () => this.#hint()),
    look: (step) => this.#do("look", () => this.#look(step)),
    ...cursorCommands((act) => this.#move(act)),
    new: () => this.#do("new", () => this.#new()),
    same: () => this.#do("same", () => this.#same()),
    pause: () => this.#do("pause", () => this.#pause()),
    go_on: () => this.#do("pause", () => this.#pause(false)),
    flag_mode: () => (this.isFlagMode.value = !this.isFlagMode.value),
    zoom_in: () => this.view.zoomBy(1),
    zoom_out: () => this.view.zoomBy(-1),
    fit: () => this.view.fit(),
    delta: () => this.#toggleDelta(),
    panels: () => this.app.prefer("panels", !this.app.settings.get("panels")),
    this_board: () => this.#do("this_board", () => this.#thisBoard()),
    review: () => this.#do("review", () => this.#watch("review")),
    share: () => this.#do("share", () => this.#share()),
    replay: () => this.#do("replay", () => this.#watch("replay")),
    leave: () => this.#do("leave", () => this.#leave()),
  };

  get #here() {
    return this.view.board.cursor;
  }

  /** Whether numbers are shown minus the flags around them. */
  get isDelta() {
    return this.#isDelta.value;
  }

  // Computed, so that only a change of the result draws the board again, not every move.
  #isDelta = computed(() => this.wants("delta") && this.seen.outcome === "ongoing");

  #toggleDelta() {
    const { app, session } = this;
    if (session.outcome !== "ongoing") return app.say(app.text("game.delta_over"));
    app.prefer("delta", !app.settings.get("delta"));
    if (app.settings.get("delta") && session.minesLeft === session.mines) app.say(app.text("game.delta_same"));
  }

  /** A move by mouse or touch. */
  act(kind: MoveKind, index: number, device: string) {
    this.#do(kind, () => this.#act(kind, index, device));
  }

  /** Chord if the cursor's cell is open; otherwise make the given move. */
  #actHere(kind: "open" | "flag") {
    return this.#act(this.session.codes[this.#here] >= 0 ? "chord" : kind, this.#here, "keys");
  }

  /** Whether flags are placed as draft flags: a draft was started, or an undo brought draft flags back. */
  get isDrafting() {
    return this.#hasBegunDraft.value || Boolean(this.seen.marks?.drafts.size);
  }

  /** What a flag or a chord does under the player's settings for marks. Like Python's ui_model/marking.py. */
  #withMarks(kind: MoveKind, index: number): MoveKind | Marking {
    const { app: { settings }, session, isDrafting } = this;
    const { shape, codes, marks } = session;
    if (kind === "flag" && isDrafting && codes[index] === COVERED) return "draft";
    if (kind === "flag" && settings.get("question_marks") && !isDrafting) return "cycle_flag";
    if (kind !== "chord" || !settings.get("smart_flags")) return kind;
    const cells = flagsAround(shape, codes, index).filter((other) => !isDrafting || !marks?.drafts.has(other));
    return cells.length ? (isDrafting ? "draft_around" : "flag_around") : kind;
  }

  /** Start a draft of flags or, during a draft, turn its flags into real ones. */
  async #draft() {
    const { app, session } = this;
    if (this.isDrafting) return this.#endDraft("keep_drafts");
    if (session.outcome !== "ongoing") return;
    if (!app.settings.get("draft_flags")) return app.say(app.text("game.draft_off"));
    this.#hasBegunDraft.value = true;
    app.say(app.text("game.draft_begun"));
  }

  async #endDraft(kind: "keep_drafts" | "drop_drafts") {
    const { session, app } = this;
    if (session.isPaused) return app.say(app.text("session.paused"));
    this.#hasBegunDraft.value = false;
    await this.moves.make(session, kind, 0);
    if (this.#isHere(session)) this.#update();
  }

  async #act(kind: MoveKind, index: number, device: string) {
    const { session, app, view } = this;
    this.#forgetDigits();
    view.isByKeys = device === "keys" || device === "typed";
    // If the player prefers it, confirm irreversible moves by keyboard, because a key is easily pressed by mistake.
    const mayAsk = device === "keys" && session.outcome === "ongoing" && !session.isPaused;
    if (mayAsk && !this.#caution.passes(kind, index, session.shape)) return null;
    const own = device === "typed" ? kind : this.#withMarks(kind, index);
    const result = await this.moves.make(session, own, index);
    this.#asked = "";
    if (!this.#isHere(session)) return result;
    if (!result.refused && kind === "open") this.#entitle();
    else if (result.refused && device !== "typed") this.#refuse(result, device);
    this.#update();
    if (!app.note.message && session.isPaused) app.stand(app.text("game.paused_note"));
    return result;
  }

  /** Make a move typed on the command line, which shows the answer. */
  #type(kind: MoveKind, index: number) {
    if (this.moves.long.value) return { refused: this.moves.waitText };
    return new Promise((resolve, reject) => {
      this.moves.take(() => this.#act(kind, index, "typed").then(resolve, reject));
    });
  }

  #refuse({ refused = "", values }: Move, device: string) {
    const name = refused.slice(refused.indexOf(".") + 1);
    // In a room, offer only its own commands.
    if (name === "over") this.app.say(this.app.text(this.session.isRemote ? "room.is_over" : "game.over"));
    else if (device === "keys" || !QUIET.has(name)) this.app.say(this.app.text(refused, values));
  }

  /** @param isAgreed - whether the player knows that the game becomes unranked */
  async #takeBack(kind: "undo" | "redo", isAgreed = false) {
    const { session } = this;
    this.#forgetDigits();
    if (kind === "undo" && !isAgreed && session.isUndoCounted && !this.#isAgreed("undo")) return;
    const result = await this.moves.make(session, kind, 0);
    if (result.refused) this.#refuse(result, "keys");
    if (!this.#isHere(session)) return;
    // The clues that a hint cites may be covered again.
    this.#hinting?.end();
    this.#update();
  }

  /** Whether to do something that makes a game unranked; the first time, warn instead. */
  #isAgreed(what: "undo" | "hint") {
    if (!this.session.isRanked || this.#warned.has(what)) return true;
    this.#warned.add(what);
    this.app.say(this.app.text(`game.cost_${what}`));
    return false;
  }

  #forgetDigits() {
    this.#navigator.forget();
    this.#typed.value += 1;
  }

  #move(act: (navigator: Navigator) => unknown) {
    this.#do("look_around", () => {
      const navigator = this.#navigator;
      const { shape } = navigator;
      navigator.cell = shape.cell(this.#here);
      try {
        act(navigator);
      } catch (error) {
        if (!(error instanceof HypersweepError)) throw error;
        this.app.say(this.app.text("game.no_axis", error.detail));
      }
      this.#go(shape.index(navigator.cell));
    });
  }

  #go(index: number) {
    this.#asked = "";
    this.#caution.forget();
    this.view.go(index);
    this.session.cursor = index;
    this.#typed.value += 1;
  }

  /** Move to the next cell worth looking at; while a hint is shown, to its next cell. */
  #look(step: number) {
    this.#forgetDigits();
    let index = this.#hinting?.next(this.#here, step) ?? -1;
    if (index < 0) index = nextCell(this.session, this.#here, { isBack: step < 0 });
    if (index < 0) this.app.say(this.app.text("game.nothing_around"));
    else this.#go(index);
  }

  async #hint() {
    const hinting = await this.#hintingOf(this.session);
    hinting?.ask(() => this.#isAgreed("hint"));
  }

  /** The hints for a game; null if another game is already shown. */
  async #hintingOf(session: Played) {
    const { Hinting } = await import("../later.ts");
    const { app, view } = this;
    if (!this.#isHere(session)) return null;
    const light = (marks: ReadonlyMap<number, number>) => (view.hint.value = marks);
    const reveal = (cells: readonly number[]) => view.reveal(cells);
    const spaces = (cells: Iterable<number>) => view.spaces(cells);
    const does = { isHere: () => this.#isHere(session), reveal, spaces, light, onShown: () => this.#update() };
    return (this.#hinting ??= new Hinting(app, session, does));
  }

  /** The board has another place or size. */
  moved() {
    this.#hinting?.place();
  }

  // The game as a whole.

  /** Whether a game is still shown. */
  #isHere(session: Played) {
    return session === this.session && !this.#stop.signal.aborted;
  }

  /** @param isPaused - whether it should be paused; by default toggles */
  async #pause(isPaused: boolean = !this.session.isPaused) {
    const { session, app } = this;
    if (isPaused === session.isPaused) return;
    if (!isPaused) await session.goOn();
    else if (!(await session.pause())) {
      app.say(app.text(session.outcome === "ongoing" ? "game.no_pause_yet" : "game.no_pause_over"));
    }
  }

  /** Whether the game may be left: it is over, hasn't begun, or the player was just asked. */
  #isGivenUp(name: string) {
    const { session, app } = this;
    if (!session.isStarted || session.outcome !== "ongoing" || this.#asked === name) return true;
    this.#asked = name;
    // An attempt isn't saved anywhere.
    const text = session.isSaved ? `give_up_${name}` : "try_over";
    app.say(app.text(`game.${text}`, { isBack: name === "new" && !!this.handed.again }));
    return false;
  }

  async #new() {
    const { session } = this;
    if (this.#isGivenUp("new")) this.#beginAnew(await (this.handed.again ?? (() => session.again()))());
  }

  async #same() {
    const { session, app } = this;
    if (!session.standing.isDecided) return app.say(app.text("game.no_mines_yet"));
    if (!this.#isGivenUp("same")) return;
    const first = session.events.find((event) => event.kind === "open" && event.changed)?.cell;
    const next = await session.same();
    if (!next) return;
    if (first) next.cursor = next.shape.index(first);
    this.#beginAnew(next);
  }

  #beginAnew(session: Session) {
    this.begin(session);
    // Before the first action, the address leads to a new board of the same type.
    if (!session.isStarted && !this.handed.session) this.#readdress(boardAddress(session.head));
  }

  async #thisBoard() {
    const { showThisBoard } = await import("../later.ts");
    if (!this.#stop.signal.aborted) await showThisBoard(this.app, this.session);
  }

  async #watch(screen: "review" | "replay") {
    const { session, app } = this;
    if (session.outcome === "ongoing") return app.say(app.text("game.no_review_yet"));
    const key = await session.kept;
    if (key) app.go(`${screen}/${encodeURIComponent(key)}`);
    else app.go(screen, { record: session.record(), name: session.shape.format() });
  }

  async #share() {
    const { app, session, ending: { value: ending } } = this;
    if (ending && !session.isRemote) await ending.share();
    else app.say(app.text("game.no_result_yet"));
  }

  #leave() {
    if (!this.#hinting?.end()) this.app.go(this.handed.back ?? "");
  }

  // Changes of the game.

  #update() {
    this.#changes.value += 1;
    this.#tick();
  }

  #tick() {
    const { app, session: { milliseconds } } = this;
    this.time.value = app.settings.get("tenths") ? tenthsText(app, milliseconds) : clockText(milliseconds);
  }

  #changed({ cells, isOthers }: { cells: ArrayLike<number> | null; isOthers?: boolean }) {
    this.#hinting?.follow();
    if (!isOthers) this.view.input.mouse.letGo();
    this.view.change(cells);
    if (this.session.outcome === "ongoing") this.ending.value = null;
    this.#update();
    this.#showFiguresSoon();
  }

  #paused() {
    const { app, session, view } = this;
    view.input.clear();
    this.#hinting?.end();
    app.stand(session.isPaused ? app.text("game.paused_note") : "");
    this.#update();
  }

  async #end() {
    const { session } = this;
    const { signal } = this.#listening;
    this.#update();
    const { EndCard } = await import("../later.ts");
    const isHere = () => this.#isHere(session) && session.outcome !== "ongoing";
    const card = await EndCard.of(this, signal);
    if (!isHere()) return;
    this.ending.value = card;
    // An undo or another game cancels the examination.
    const stop = new AbortController();
    for (const target of [session, signal]) {
      for (const name of ["change", "abort"]) target.addEventListener(name, () => stop.abort(), { once: true });
    }
    const light = async (missed: Parameters<Hinting["light"]>[0]) => (await this.#hintingOf(session))?.light(missed);
    await card.examine(light, stop.signal).catch((error) => this.app.fail(error));
  }

  /** Load sounds, vibration and the count of guesses, if the player wants any of them. */
  async #accompany() {
    const { app, session } = this;
    const { signal } = this.#listening;
    const isWanted = ["sound", "vibration", "guess_count"].some((name) => app.settings.get(name as keyof typeof USUAL));
    if (!isWanted || this.#isAccompanied) return;
    this.#isAccompanied = true;
    const { Feedback } = await import("../later.ts");
    if (!signal.aborted) new Feedback(app, session, (guesses) => (this.guesses.value = guesses), signal);
  }

  /** Update the statistics shortly after a move; for large boards only at the end. */
  #showFiguresSoon() {
    clearTimeout(this.#figuring);
    const { session } = this;
    if (!session.isStarted || (session.shape.cells > MOST_COUNTED && session.outcome === "ongoing")) return;
    this.#figuring = window.setTimeout(async () => {
      if (session.isClosed) return;
      const figures = await session.figures().catch(() => null);
      if (this.#isHere(session)) this.figures.value = figures;
    }, SOON);
  }

  leave() {
    this.#stop.abort();
    this.#listening.abort();
    clearTimeout(this.#figuring);
    this.#hinting?.close();
    this.#announcer?.close();
    this.moves.end();
    this.session?.close().catch((error: unknown) => this.app.fail(error));
  }
}
