// The clock of a game: it starts, stops and continues, and never runs backwards. Like Python's session/session.py.

/** The player's language. */
type Speaker = { messages: { numbers: Pick<Intl.NumberFormat, "format"> } };

/** The decimal separator. */
const point = (app: Speaker) => app.messages.numbers.format(0.5).charAt(1);

/** Measures how long it has run. */
export class GameClock {
  /** The time as of `#last`. */
  #passed;
  /** The latest reading of the source; null while the clock is stopped. */
  #last: number | null = null;
  /** The latest moment requested. */
  #noted;
  /** The latest result. */
  #latest;

  /**
   * @param milliseconds - initial time; the clock starts stopped
   * @param source - milliseconds from any start; if it jumps back, no time passes
   */
  constructor(milliseconds = 0, public source: () => number = () => performance.now()) {
    this.#passed = this.#noted = this.#latest = milliseconds;
  }

  get isRunning() {
    return this.#last !== null;
  }

  run() {
    if (this.#last !== null) return;
    this.#last = this.source();
    this.#noted = this.#passed;
  }

  /**
   * The time in whole milliseconds.
   * @param moment - a moment of the source, noted earlier; by default now
   */
  read(moment?: number) {
    if (this.#last === null) return Math.floor(this.#latest);
    if (moment === undefined) {
      const now = this.source();
      // Time already counted stays: only progress since the latest reading is added.
      this.#passed += Math.max(0, now - this.#last);
      this.#last = now;
      this.#latest = this.#passed;
    } else {
      // A move that had to wait keeps its own moment, even if the display has read the clock since, but it can't be
      // earlier than the previous move.
      this.#latest = this.#noted = Math.max(this.#noted, this.#passed + moment - this.#last);
    }
    return Math.floor(this.#latest);
  }

  stop(moment?: number) {
    const milliseconds = this.read(moment);
    this.halt();
    return milliseconds;
  }

  /** Stop the clock as of the latest reading. */
  halt() {
    this.#last = null;
    this.#passed = this.#latest;
  }

  get milliseconds() {
    return this.read();
  }
}

/** A time as a running clock shows it: "0:07", "1:02:03". */
export function clockText(milliseconds: number) {
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = `${Math.floor(seconds / 60) % 60}:${String(seconds % 60).padStart(2, "0")}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${minutes.padStart(5, "0")}` : minutes;
}

/** Like `clockText`, with tenths of a second and in the player's language: "0:07,4". */
export function tenthsText(app: Speaker, milliseconds: number) {
  return `${clockText(milliseconds)}${point(app)}${Math.floor(milliseconds / 100) % 10}`;
}

/** A time as results show it: "7.04", "1:23.41". */
export function timeText(milliseconds: number) {
  const seconds = Math.floor(milliseconds / 1000);
  let text = `${seconds % 60}.${String(Math.floor(milliseconds / 10) % 100).padStart(2, "0")}`;
  if (seconds >= 60) text = `${Math.floor(seconds / 60) % 60}:${text.padStart(5, "0")}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${text.padStart(8, "0")}` : text;
}

/** Like `timeText`, in the player's language: "1:23,41". */
export function shownTime(app: Speaker, milliseconds: number) {
  return timeText(milliseconds).replace(".", point(app));
}

/**
 * A time in a sentence: "7.04 s", "1:23.41".
 * @param options - whether to show milliseconds: "7.043 s"
 */
export function lengthText(app: Speaker, milliseconds: number, { isExact = false }: {isExact?: boolean} = {}) {
  const thousandth = isExact ? milliseconds % 10 : "";
  return `${shownTime(app, milliseconds)}${thousandth}${milliseconds < 60_000 ? " s" : ""}`;
}
