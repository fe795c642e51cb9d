// Makes the player's moves, one after another. Some take long: on very large boards, and if the board must be generated
// first. Their progress is shown after a moment, and they can be cancelled.

import { signal } from "@preact/signals";
import type { App } from "../../app.ts";
import type { MoveKind, SearchProgress } from "../../engine/terms.ts";
import type { Marking } from "../../play/marks.ts";
import type { Move } from "../../play/move_queue.ts";
import type { Session } from "../../play/session.ts";

type Kind = MoveKind | Marking | "undo" | "redo";
type Long = { kind: Kind; isMaking: boolean; progress: SearchProgress | null; isCancelled: boolean };

// Milliseconds before progress is shown: most moves are finished by then, so nothing flickers.
const SOON = 300;

export class Moves {
  /** The running move, if it takes long. */
  long = signal<Long | null>(null);
  #stop: AbortController | null = null;
  #waiting: { act: () => unknown; moment: number }[] = [];
  #isRunning = false;
  #isOver = false;
  /** When the player triggered the current action, from performance.now(). */
  #moment = 0;

  constructor(public app: App) {
  }

  /** Run an action after those before it, so that it sees their results; immediately if there are none. */
  take(act: () => unknown) {
    const now = performance.now();
    // Use the event's time: if the page was busy, several clicks would otherwise get the same time. Outside event
    // handlers, such as at the end of a long press, there is no event.
    this.#waiting.push({ act, moment: Math.min(globalThis.event?.timeStamp || now, now) });
    if (!this.#isRunning) void this.#run();
  }

  async #run() {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#moment = next.moment;
      try {
        const done = next.act();
        if (done instanceof Promise) await done;
      } catch (error) {
        if (!this.#isOver) void this.app.fail(error);
      }
    }
    this.#isRunning = false;
  }

  /** Cancel the running action, and run no further ones. */
  end() {
    this.#isOver = true;
    this.#waiting = [];
    this.cancel();
  }

  /**
   * Whether the cursor may move during the long move: only while a board is being generated, when it is still empty.
   */
  get mayLook() {
    return this.long.value?.isMaking ?? false;
  }

  /** The progress of a long move as text; "" if there is none. */
  get text() {
    const { app, long: { value: long } } = this;
    if (!long) return "";
    if (long.isCancelled) return app.text("game.cancelling");
    if (!long.isMaking) return app.text(long.kind === "undo" ? "game.taking_back" : "game.opening");
    const { progress } = long;
    if (!progress?.tried) return app.text("game.making");
    return app.text("game.making_tried", { tried: progress.tried, share: Math.floor(100 * Math.max(0, this.share)) });
  }

  /** Progress of generating a board, 0 to 1; -1 if unknown. */
  get share() {
    const { mostOpened, safeCells } = this.long.value?.progress ?? { mostOpened: 0, safeCells: 0 };
    // A repaired layout must be solved again from the start, so it is never shown as complete.
    return safeCells ? Math.min(mostOpened, safeCells - 1) / safeCells : -1;
  }

  async make(session: Session & { isRemote?: boolean }, kind: Kind, index: number): Promise<Move> {
    const moment = this.#moment;
    const { long } = this;
    const stop = (this.#stop = new AbortController());
    const isMaking = kind === "open" && session.rules.guess === "never" && !session.standing.isDecided;
    let progress: SearchProgress | null = null;
    const show = () => (long.value = { kind, isMaking, progress, isCancelled: stop.signal.aborted });
    // A server's move that takes long is waiting for the network, not computing.
    const timer = setTimeout(() => (isMaking || !session.isRemote) && show(), SOON);
    const onProgress = (next: SearchProgress) => {
      progress = next;
      if (long.value) show();
    };
    try {
      if (kind === "undo" || kind === "redo") return await session[kind]({ moment });
      if (kind !== "open" && kind !== "flag" && kind !== "chord") return await session.mark(kind, index, { moment });
      return await session[kind](index, { signal: stop.signal, onProgress, moment });
    } finally {
      clearTimeout(timer);
      this.#stop = null;
      long.value = null;
      this.app.markPlayed();
    }
  }

  cancel() {
    this.#stop?.abort();
    if (this.long.value) this.long.value = { ...this.long.value, isCancelled: true };
  }

  /** Key of the message which says that a command must wait. */
  get waitText() {
    return this.mayLook ? "game.still_making" : "game.still_opening";
  }
}
