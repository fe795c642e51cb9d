// What accompanies a game if the player wants it: sounds, vibration, and a count of guesses.

import { isUnneeded } from "../../play/findings.ts";
import { judge } from "../../play/judge.ts";
import { BUDGET } from "../../data/reviews.ts";
import type { App } from "../../app.ts";
import type { Event } from "../../play/record_writer.ts";
import type { Played } from "../game.tsx";

/** Tones, each with its frequency in hertz, its beginning and its length in seconds. */
const SOUNDS: Record<string, readonly (readonly [number, number, number])[]> = {
  open: [[520, 0, 0.04]],
  flag: [[880, 0, 0.05]],
  won: [[523, 0, 0.12], [659, 0.09, 0.12], [784, 0.18, 0.12], [1047, 0.27, 0.3]],
  lost: [[165, 0, 0.2], [110, 0.12, 0.5]],
};
const VOLUME = 0.12;
/** Milliseconds of vibration and of the breaks between. */
const VIBRATIONS: Record<string, number | number[]> = { open: 8, flag: 15, won: [30, 40, 30, 40, 80], lost: 200 };
/** Maximum number of cells of a board on which guesses are counted. */
const MOST_CELLS = 1 << 16;

/** Shared by all games, because browsers limit the number of audio contexts. */
let audio: AudioContext | null = null;

function play(name: string) {
  audio ??= new AudioContext();
  for (const [frequency, begin, length] of SOUNDS[name]) {
    const at = audio.currentTime + begin;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    const level = new GainNode(audio, { gain: VOLUME });
    level.gain.setValueAtTime(VOLUME, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** Guesses so far, by whether a safe cell was known. */
export type Guesses = { needed: number; needless: number };

export class Feedback {
  #guesses: Guesses = { needed: 0, needless: 0 };
  #codes;
  /** Moves are judged one after another. */
  #judged: Promise<unknown> = Promise.resolve();

  /** @param signal - aborts when the game isn't shown any more */
  constructor(public app: App, public session: Played, public count: (guesses: Guesses) => void, public signal: AbortSignal) {
    this.#codes = Int32Array.from(session.codes);
    session.addEventListener("change", (event) => this.#changed((event as CustomEvent).detail?.isOthers), { signal });
  }

  #changed(isOthers = false) {
    const { app: { settings }, session } = this;
    const { kind = "open" } = session.events.at(-1) ?? {};
    const name = session.outcome !== "ongoing" ? session.outcome : kind === "flag" ? "flag" : "open";
    if (!isOthers && settings.get("sound")) play(name);
    if (!isOthers && settings.get("vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATIONS[name]);
    // Don't count in a server's game, where the player gets no help.
    if (!settings.get("guess_count") || session.isRemote || session.shape.cells > MOST_CELLS) return;
    const [codes, move] = [this.#codes, session.events.at(-1)];
    this.#codes = Int32Array.from(session.codes);
    if (move?.cell && (kind === "open" || kind === "chord") && codes.some((code) => code >= 0)) this.#judge(codes, move);
  }

  #judge(codes: Int32Array, { kind, cell }: Event) {
    const { app, session: { shape, mines }, signal } = this;
    this.#judged = this.#judged.then(async () => {
      if (signal.aborted) return;
      const index = shape.index(cell as readonly number[]);
      const view = { board: shape, mines, codes };
      const judged = await judge(await app.engine(), view, kind as "open" | "chord", index, { budget: BUDGET, signal });
      if (isUnneeded(judged)) this.#guesses.needless += 1;
      else if (judged.verdict === "forced guess" || judged.verdict === "risky guess") this.#guesses.needed += 1;
      this.count({ ...this.#guesses });
    }).catch((error) => app.fail(error));
  }
}
