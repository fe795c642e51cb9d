// @ts-check
// Hints during a game: requests one, highlights it on the board, shows its text at the bottom, and moves the cursor
// along its cells.

import { Hints } from "../../play/hints.js";
import { HintTrail } from "./trail.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../play/session.js").Session} Session */
/** @typedef {import("./view.js").GameView} GameView */

// Milliseconds before the page says that a hint is being computed.
const SOON = 120;

export class Hinting {
  /** @type {HintTrail | null} */
  #trail = null;
  /** Number of requests so far; only the latest one is shown. */
  #count = 0;
  /** Whether the page says that a hint is being computed. */
  #isLooking = false;

  /**
   * @param {App} app
   * @param {GameView} view
   * @param {Session} session
   * @param {{isHere: () => boolean, onShown: () => void}} screen - `isHere`: whether this game is still shown;
   * `onShown` is called after a hint
   */
  constructor(app, view, session, { isHere, onShown }) {
    this.app = app;
    this.view = view;
    this.session = session;
    this.isHere = isHere;
    this.onShown = onShown;
    this.hints = new Hints(session, app);
  }

  /** Request the next hint, unless one is pending. @param {() => boolean} isAgreed - whether the player accepts that the game becomes unranked */
  async ask(isAgreed) {
    if (this.hints.isSearching || (this.hints.isCounted && this.session.isStarted && !isAgreed())) return;
    // The player may continue meanwhile; if the position changes, the hint is dropped.
    void this.#tell().catch((error) => this.app.fail(error));
  }

  async #tell() {
    const { app } = this;
    const count = ++this.#count;
    const isLast = () => count === this.#count;
    const timer = setTimeout(() => {
      this.#isLooking = isLast();
      if (this.#isLooking) app.stand(app.text("game.looking"));
    }, SOON);
    try {
      const hint = await this.hints.next();
      if (!hint || !isLast() || !this.isHere()) return;
      this.#isLooking = false;
      app.say("");
      this.light(hint);
      app.note.standFitting([hint.text, ...hint.shorter]);
      this.onShown();
    } finally {
      clearTimeout(timer);
      if (isLast()) this.#stopLooking();
    }
  }

  #stopLooking() {
    if (this.#isLooking && this.isHere()) this.app.stand("");
    this.#isLooking = false;
  }

  /** Highlight cells on the board. @param {{cells: readonly number[], clues: readonly number[], marks: Map<number, number>}} hint */
  light({ cells, clues, marks }) {
    this.#trail = new HintTrail(cells, clues);
    this.view.light(marks);
  }

  /** The next highlighted cell; -1 if there is none. @param {number} cursor @param {number} step */
  next(cursor, step) {
    return this.#trail ? this.#trail.go(cursor, step) : -1;
  }

  /** Cancel a pending hint, and remove the highlights. Returns: whether there was one. */
  end() {
    this.hints.cancel();
    // Ignore its result, however long it takes.
    ++this.#count;
    this.#stopLooking();
    if (!this.#trail) return false;
    this.#trail = null;
    this.view.light();
    this.app.stand("");
    return true;
  }

  close() {
    this.hints.cancel();
  }
}
