// @ts-check
// Analyses the drawn position whenever it changes, and cancels earlier work.

import { HypersweepError } from "../../engine/errors.js";
import { BUDGET } from "../../engine/terms.js";
import { bestMove, conflictOf } from "../../play/advice.js";
import { EngineAnalysis, engineBest } from "../../play/engine_answer.js";
import { insteadOf, refusedText, tellRefused } from "../../play/told.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../engine/analysis.js").Analysis} Analysis */
/** @typedef {import("../../play/advice.js").BestMove} BestMove */
/** @typedef {import("../../play/drawing.js").Drawn} Drawn */

/** Milliseconds without a change before the analysis starts. */
const STILL = 140;
/** The same for a server's engine, which has other clients too. */
const STILL_ASKING = 500;
/** Budget of an automatic analysis, in checks; about ten thousand a second. */
const PATIENCE = 30_000;
/** Factor by which the budget grows with each further request. */
const MORE = 8;

/**
 * The results for a position: first chances, then the best move, or an error.
 * @typedef {object} Findings
 * @property {Analysis | null} analysis - from an engine, it lacks what only the page's own solver can compute
 * @property {{name: string, isExact: boolean | null} | null} engine - source of the results; null for the page's own
 * solver
 * @property {string} instead - why the page's own solver was used although an engine was chosen
 * @property {BestMove | null} best
 * @property {{text: string, marks: Map<number, number>} | null} conflict
 * @property {import("../../engine/layout_count.js").LayoutCount | null} layouts - number of consistent layouts, if
 * known
 * @property {string} trouble - why there is no result, or no best move
 * @property {boolean} mayGoOn - whether a larger budget may give more
 * @property {boolean} mayAskAgain - whether asking the engine again may help
 */

/** @type {Findings} */
const NOTHING = {
  analysis: null, engine: null, instead: "", best: null, layouts: null, conflict: null, trouble: "", mayGoOn: false, mayAskAgain: false,
};

export class Thinking {
  #stop = new AbortController();
  #timer = 0;
  #effort = 1;

  /** @param {App} app @param {(findings: Findings | null) => void} tell - null when work begins */
  constructor(app, tell) {
    this.app = app;
    this.tell = tell;
    this.trustFlags = false;
  }

  get signal() {
    return this.#stop.signal;
  }

  /** Start analysing a new position. @param {Drawn} drawn @param {number} [wait] */
  begin(drawn, wait = this.app.wantedEngine ? STILL_ASKING : STILL) {
    this.stop();
    this.#effort = 1;
    // Clear the old results now, because an engine may take a while.
    if (this.app.wantedEngine) this.tell(null);
    const { signal } = this.#stop;
    this.#timer = window.setTimeout(() => void this.#think(drawn, signal), wait);
  }

  /** Repeat with a larger budget. @param {Drawn} drawn */
  goOn(drawn) {
    this.stop();
    this.#effort *= MORE;
    void this.#think(drawn, this.#stop.signal);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  /** @param {Drawn} drawn @param {AbortSignal} signal */
  async #think({ shape, mines, codes }, signal) {
    const { app, trustFlags } = this;
    let instead = "";
    const tell = (/** @type {Partial<Findings>} */ found) => {
      if (!signal.aborted) this.tell({ ...NOTHING, instead, mayAskAgain: instead !== "", ...found });
    };
    this.tell(null);
    const position = { board: shape, mines, codes: Int32Array.from(codes) };
    const effort = this.#effort;
    const budget = { states: Math.min(BUDGET.states * effort, 2 ** 28), bytes: Math.min(BUDGET.bytes * effort, 2 ** 31), asks: PATIENCE * effort };
    /** @type {Analysis | null} */
    let analysis = null;
    try {
      const other = await this.#askOther(position, signal);
      if (typeof other !== "string") return tell(other);
      instead = other;
      const engine = await app.engine();
      analysis = await engine.analyse(position, { signal, trustFlags, budget, estimate: true });
      const mayGoOn = !analysis.isExact && effort < MORE ** 3;
      tell({ analysis, mayGoOn });
      const layouts = analysis.isExact ? await analysis.countLayouts({ signal }) : null;
      tell({ analysis, layouts, mayGoOn });
      const best = await bestMove(app, position, { signal, analysis, trustFlags });
      tell({ analysis, best, layouts, mayGoOn });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) return void (await app.fail(error));
      if (error.kind === "InconsistentViewError") {
        return tell({ conflict: await conflictOf(app, error, position) });
      }
      const isLarge = error.kind === "BudgetExceededError" || error.kind === "BoardTooLargeError";
      if (error.kind === "RefusedError") return tell({ trouble: await tellRefused(app.messages, error), mayAskAgain: true });
      tell({ analysis, trouble: isLarge ? app.text("analysis.too_large") : refusedText(app.messages, error), mayGoOn: isLarge && effort < MORE ** 3 });
    }
  }

  /**
   * Results of an engine, if the player has chosen one.
   * @param {import("../../together/engines.js").Asked} position
   * @param {AbortSignal} signal
   * @returns {Promise<Partial<Findings> | string>} a string says why the chosen engine couldn't be asked
   */
  async #askOther(position, signal) {
    const { app } = this;
    try {
      const other = await app.chosenEngine();
      signal.throwIfAborted();
      return other ? await this.#ask(other, position, signal) : "";
    } catch (error) {
      const why = signal.aborted ? "" : insteadOf(error);
      if (!why) throw error;
      await app.messages.add("hints");
      return app.text(`hints.${why}`, { engine: app.wantedEngine, text: "" }).trim();
    }
  }

  /**
   * The results of a server's engine.
   * @param {NonNullable<Awaited<ReturnType<App["chosenEngine"]>>>} other
   * @param {import("../../together/engines.js").Asked} position
   * @param {AbortSignal} signal
   * @returns {Promise<Partial<Findings>>}
   */
  async #ask(other, position, signal) {
    const { app } = this;
    const [answer] = await Promise.all([
      other.ask(position, { isWhole: true, signal }),
      app.messages.add("reasons", "hints"),
    ]);
    const analysis = answer.chances ? new EngineAnalysis(answer.chances, position.codes, answer.is_exact === true) : null;
    return {
      analysis: /** @type {any} */ (analysis),
      engine: { name: other.name, isExact: answer.is_exact },
      best: engineBest(app, answer, position.board),
    };
  }
}
