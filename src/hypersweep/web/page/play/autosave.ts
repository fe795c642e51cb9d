// Saves a game during play: every event, the time at intervals, and its end; problems are shown to the player.

import { RunningGame, locks, type Hold } from "./running_game.ts";
import { progressPicture } from "./board_pictures.ts";
import { gameRow } from "./tally.ts";
import type { Event } from "./record_writer.ts";
import type { Session } from "./session.ts";

/** Milliseconds between two saves of the time, in case the page is killed. */
const TICK = 2000;

/** Storages that save nothing, about which the player was already warned. */
const toldOf = new WeakSet();

/** Saves one game, from its first open onwards. */
export class Keeping {
  #running: RunningGame | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #reported = "";
  /** See `Session.kept`. */
  kept: Promise<string | null> = Promise.resolve(null);

  constructor(public session: Session) {
  }

  /** Why the latest save was incomplete; null if it was complete, or if there is nothing to save yet. */
  get failure() {
    return this.#running?.failure ?? null;
  }

  /** Whether it has been saved as a finished game. */
  get isOver() {
    return this.#running?.isOver ?? false;
  }

  note({ kind, ended }: Event) {
    const { session } = this;
    if (!session.isStarted || !session.isSaved) return;
    this.#running ??= this.#follow(null);
    const running = this.#running;
    this.#setState();
    const sent = running.isOver && !ended ? running.goOn() : running.append({ isStrict: kind === "pause" });
    void sent.then(() => this.#tell());
  }

  /** Continue saving a game. */
  takeOver(hold: Hold) {
    this.#running = this.#follow(hold);
  }

  #follow(hold: Hold | null) {
    const { app, key, head, events } = this.session;
    const { storage } = app;
    if (!storage.isLasting && !toldOf.has(storage)) app.warn(app.text("session.not_lasting"), Infinity);
    toldOf.add(storage);
    return new RunningGame(storage, key, head, events, this.#state(), hold);
  }

  #state(picture = "") {
    const { milliseconds, standing, cursor } = this.session;
    return { milliseconds, opened: standing.opened, cursor, outcome: standing.outcome, picture };
  }

  /** @param hasPicture - whether to draw the board again, which is too slow for every move */
  #setState(hasPicture = false) {
    const running = this.#running;
    if (running) running.state = this.#state(hasPicture ? progressPicture(this.session.codes) : running.state.picture);
  }

  /** The cursor has moved; the next save includes it. */
  noteCursor() {
    if (this.#running) this.#running.state.cursor = this.session.cursor;
  }

  /** Start saving the time at intervals. */
  startTicking() {
    this.stopTicking();
    this.#ticking = setInterval(() => (this.session.isClockRunning || !locks()) && this.#tick(), TICK);
    // In Node the timer would keep the process running.
    (this.#ticking as any).unref?.();
  }

  stopTicking() {
    clearInterval(this.#ticking);
  }

  /**
   * Save the game when the page is closing, perhaps temporarily, or has come back. In browsers without locks, this
   * releases or reclaims the game, so that other tabs can take it at once.
   */
  leave(isLeaving: boolean) {
    if (!this.#running) return;
    this.#running.leave(isLeaving);
    this.#tick(true);
  }

  /**
   * Save the time, in case the page is killed.
   * @param isStrict - write at once, and wait until the data is on disk
   */
  #tick(isStrict?: boolean) {
    if (!this.#running || this.session.isClosed) return;
    this.#setState(true);
    void this.#running.append({ isStrict }).then(() => this.#tell());
  }

  /** Report the state of saving, each kind of problem once. */
  #tell() {
    const running = this.#running;
    if (!running) return;
    const { app } = this.session;
    const error = running.failure;
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    const state = running.isTaken ? "taken" : error === null ? "" : isFull ? "full" : "failed";
    if (state === this.#reported) return;
    const before = this.#reported;
    this.#reported = state;
    if (state === "taken") app.warn(app.text("session.taken"), Infinity);
    else if (state) app.warn(app.text("session.not_kept", { why: app.text(`session.${state}`) }), Infinity);
    // If the page has continued without the database, nothing is saved permanently, so don't claim it.
    else if (before && app.storage.isLasting) app.say(app.text("session.kept_again"));
    this.session.dispatchEvent(new CustomEvent("kept", { detail: state === "" }));
  }

  /**
   * Move a finished or abandoned game to the finished ones.
   * @returns as `kept`
   */
  end(): Promise<string | null> {
    return (this.kept = this.#end());
  }

  async #end(): Promise<string | null> {
    const { session } = this;
    const running = this.#running;
    if (!running) return null;
    const count = session.events.length;
    const text = session.record();
    const head = { ...session.head, outcome: session.outcome, milliseconds: session.milliseconds };
    // If computing the board's value fails, still save the game.
    const value = session.outcome === "won" ? await session.game.value().catch(() => null) : null;
    // The end may have been undone meanwhile.
    if (count !== session.events.length) return null;
    const isKept = await running.keep(text, gameRow(session.key, head, session.tally, value?.value ?? null));
    this.#tell();
    return isKept ? session.key : null;
  }

  /** See `Session.save`. */
  async save(): Promise<unknown> {
    const running = this.#running;
    if (!running || this.session.isClosed || running.isOver) return this.failure;
    this.#setState(true);
    await running.settle();
    if (this.session.outcome !== "ongoing") await this.end();
    this.#tell();
    return this.failure;
  }

  /** Wait until everything is written, and release the game. */
  async close() {
    this.#setState(true);
    await this.#running?.close();
    this.#tell();
  }
}
