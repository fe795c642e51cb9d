// Hints during a game: requests one, highlights it on the board, shows its text at the bottom, and moves the cursor
// along its cells.

import { Hints, type Hint } from "../../play/hints.ts";
import type { App } from "../../app.ts";
import type { Space } from "../../frame/note.ts";
import type { Session } from "../../play/session.ts";

// Milliseconds before the page says that a hint is being computed.
const SOON = 120;

type Shown = {
  /** whether the game is still shown */ isHere: () => boolean;
  /** shows one of some cells, unless one is in view */ reveal: (cells: readonly number[]) => void;
  /** where to put a text, best first; it hides as few of these cells as possible */
  spaces: (cells: Iterable<number>) => Space[];
  /** highlights cells by their marks */ light: (marks: ReadonlyMap<number, number>) => void;
  /** called after a hint */ onShown: () => void;
};

export class HintTrail {
  cells;
  about;
  #place = -1;

  /**
   * @param cells - the cells that the hint is about
   * @param clues - the clues behind it
   */
  constructor(cells: readonly number[], clues: readonly number[]) {
    this.cells = [...cells, ...clues];
    this.about = (cells.length ? cells : clues).length;
  }

  /**
   * The next cell; -1 if the hint has none. If the cursor is elsewhere, this is the first cell.
   * @param step - 1 for the next, -1 for the previous one
   */
  go(cursor: number, step: number) {
    const { cells } = this;
    if (!cells.length) return -1;
    let place = this.#place;
    let isThere = true;
    if (place < 0 || cells[place] !== cursor) {
      place = step > 0 ? 0 : this.about - 1;
      isThere = cells[place] === cursor;
    }
    this.#place = (place + (isThere ? step : 0) + cells.length) % cells.length;
    return cells[this.#place];
  }
}

export class Hinting {
  hints;
  #trail: HintTrail | null = null;
  /** Number of requests so far; only the latest one is shown. */
  #count = 0;
  /** The latest hint as it was given, and as it is shown after moves; null if there is none. */
  #given: Hint | null = null;
  #shown: Hint | null = null;
  /** Whether the page says that a hint is being computed. */
  #isLooking = false;

  constructor(public app: App, public session: Session, public screen: Shown) {
    this.hints = new Hints(session, app, { isNumbered: true });
  }

  /**
   * Request the next hint, unless one is pending. The player may continue meanwhile; if the position changes, the hint
   * is dropped.
   * @param isAgreed - whether the player accepts that the game becomes unranked
   */
  ask(isAgreed: () => boolean) {
    if (this.hints.isSearching || (this.hints.isCounted && this.session.isStarted && !isAgreed())) return;
    this.#tell().catch((error) => this.app.fail(error));
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
      if (!hint || !isLast() || !this.screen.isHere()) return;
      this.#isLooking = false;
      app.say("");
      this.light(hint);
      this.screen.reveal(hint.cells.length ? hint.cells : hint.clues);
      this.#given = this.#shown = hint;
      this.place(true);
      this.screen.onShown();
    } finally {
      clearTimeout(timer);
      if (isLast()) this.#stopLooking();
    }
  }

  /** Show the text where it hides as little of the board as possible, which may have moved. */
  place(isNew = false) {
    const { app, screen } = this;
    if (!this.#shown || !screen.isHere()) return;
    const { text, shorter, marks } = this.#shown;
    app.note.standFitting([text, ...shorter], screen.spaces(marks.keys()), isNew);
  }

  #stopLooking() {
    if (this.#isLooking && this.screen.isHere()) this.app.stand("");
    this.#isLooking = false;
  }

  light({ cells, clues, marks }: { cells: readonly number[]; clues: readonly number[]; marks: Map<number, number> }) {
    this.#trail = new HintTrail(cells, clues);
    this.screen.light(marks);
  }

  /** The next highlighted cell; -1 if there is none. */
  next(cursor: number, step: number) {
    return this.#trail ? this.#trail.go(cursor, step) : -1;
  }

  /** After a move, keep a hint about safe cells until all of them are open: they stay safe. End any other hint. */
  follow() {
    const { app, session: { codes, outcome } } = this;
    const given = this.#given;
    const cells = given?.kind === "safe" && outcome === "ongoing" ? given.cells.filter((cell) => codes[cell] < 0) : [];
    if (!given || !cells.length) return void this.end();
    this.#cancel();
    if (cells.length < given.cells.length) {
      const marks = new Map(given.marks);
      for (const cell of given.cells) if (codes[cell] >= 0) marks.delete(cell);
      const rest = cells.length > 1 ? given.rest : given.last;
      const [text, ...shorter] = [...rest, app.text("hints.safe_left", { count: cells.length })];
      this.#shown = { ...given, cells, marks, text, shorter };
      this.light(this.#shown);
    }
    this.place(false);
  }

  #cancel() {
    this.hints.cancel();
    // Ignore its result, however long it takes.
    ++this.#count;
    this.#stopLooking();
  }

  /** Cancel a pending hint, and remove the highlights. Returns: whether there was one. */
  end() {
    this.#given = this.#shown = null;
    this.#cancel();
    if (!this.#trail) return false;
    this.#trail = null;
    this.screen.light(new Map());
    this.app.stand("");
    return true;
  }

  close() {
    this.hints.cancel();
  }
}
