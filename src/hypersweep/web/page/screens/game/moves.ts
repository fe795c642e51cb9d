// Moves that may take long: on very large boards, and if the board must be generated first. Progress is shown after a
// moment, and they can be cancelled.

import type { App } from "../../app.ts";
import type { SearchProgress } from "../../engine/terms.ts";

type Now = { stop: AbortController; isMaking: boolean; isLong: boolean; kind: Kind; progress: SearchProgress | null };
export type Kind = "open" | "flag" | "chord" | "undo" | "redo";

// Milliseconds before progress is shown: most moves are finished by then, so nothing flickers.
const SOON = 300;

export class Moves {
  #now: Now | null = null;

  /** @param tell - called when the displayed state has changed */
  constructor(public app: App, public tell: () => void) {
  }

  /** Whether a long move is running. */
  get isLong() {
    return this.#now?.isLong ?? false;
  }

  /** Whether the cursor may move meanwhile: the board is empty until it is generated. */
  get mayLook() {
    return this.#now?.isMaking ?? false;
  }

  /** The progress of a long move as text; "" if there is none. */
  get text() {
    const now = this.#now;
    if (!now?.isLong) return "";
    const { app } = this;
    if (now.stop.signal.aborted) return app.text("game.cancelling");
    if (!now.isMaking) return app.text(now.kind === "undo" ? "game.taking_back" : "game.opening");
    const { tried, mostOpened, safeCells } = now.progress ?? { tried: 0, mostOpened: 0, safeCells: 0 };
    if (!tried) return app.text("game.making");
    // A repaired layout must be solved again from the start, so never show 100 %.
    const share = safeCells ? Math.floor((100 * Math.min(mostOpened, safeCells - 1)) / safeCells) : 0;
    return app.text("game.making_tried", { tried, share });
  }

  /** Progress of generating a board, 0 to 1; -1 if unknown. */
  get share() {
    const { mostOpened, safeCells } = this.#now?.progress ?? { mostOpened: 0, safeCells: 0 };
    return safeCells ? Math.min(mostOpened, safeCells - 1) / safeCells : -1;
  }

  /**
   * Make a move, an undo or a redo.
   * @param moment - when the player acted, from performance.now()
   * @returns the session's result: the changes, or why there are none
   */
  async make(session: any, kind: Kind, index: number, moment: number): Promise<any> {
    const stop = new AbortController();
    const isMaking = kind === "open" && session.rules.guess === "never" && !session.standing.isDecided;
    const now: Now = { stop, isMaking, isLong: false, kind, progress: null };
    this.#now = now;
    // A server's move that takes long is waiting for the network, not computing.
    const timer = setTimeout(() => {
      now.isLong = isMaking || !session.isRemote;
      this.tell();
    }, SOON);
    const onProgress = (progress: any) => {
      now.progress = progress;
      if (now.isLong) this.tell();
    };
    try {
      if (kind === "undo") return await session.undo({ moment });
      if (kind === "redo") return await session.redo({ moment });
      return await session[kind](index, { signal: stop.signal, onProgress, moment });
    } finally {
      clearTimeout(timer);
      this.#now = null;
      this.app.markPlayed();
      if (now.isLong) this.tell();
    }
  }

  /** Cancel the running move. */
  cancel() {
    this.#now?.stop.abort();
    this.tell();
  }

  /** Name of the text which says that a command must wait. */
  get waitText() {
    return this.mayLook ? "game.still_making" : "game.still_opening";
  }

  /** Say that the command must wait. */
  refuse() {
    this.app.say(this.app.text(this.waitText));
  }
}
