// Hints during a game: requests one, highlights it on the board, shows its text at the bottom, and moves the cursor
// along its cells.

import { Hints } from "../../play/hints.ts";
import { HintTrail } from "./trail.ts";
import type { App } from "../../app.ts";
import type { Session } from "../../play/session.ts";
import type { GameView } from "./view.ts";

// Milliseconds before the page says that a hint is being computed.
const SOON = 120;

export class Hinting {
  isHere;
  onShown;
  hints;
  #trail: HintTrail | null = null;
  /** Number of requests so far; only the latest one is shown. */
  #count = 0;
  /** Whether the page says that a hint is being computed. */
  #isLooking = false;

  /** @param screen - `isHere`: whether this game is still shown; `onShown` is called after a hint */
  constructor(public app: App, public view: GameView, public session: Session, { isHere, onShown }: {isHere: () => boolean, onShown: () => void}) {
    this.isHere = isHere;
    this.onShown = onShown;
    this.hints = new Hints(session, app);
  }

  /**
   * Request the next hint, unless one is pending.
   * @param isAgreed - whether the player accepts that the game becomes unranked
   */
  async ask(isAgreed: () => boolean) {
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

  /** Highlight cells on the board. */
  light({ cells, clues, marks }: {cells: readonly number[], clues: readonly number[], marks: Map<number, number>}) {
    this.#trail = new HintTrail(cells, clues);
    this.view.light(marks);
  }

  /** The next highlighted cell; -1 if there is none. */
  next(cursor: number, step: number) {
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
