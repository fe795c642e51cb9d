// Analyses the drawn position whenever it changes, and cancels earlier work.

import { HypersweepError } from "../../engine/errors.ts";
import { BUDGET } from "../../engine/terms.ts";
import { bestMove, conflictOf, type BestMove } from "../../play/advice.ts";
import { EngineAnalysis, engineBest } from "../../play/engine_answer.ts";
import { insteadOf, refusedText, tellRefused } from "../../play/error_text.ts";
import type { App } from "../../app.ts";
import type { Analysis } from "../../engine/analysis.ts";
import type { LayoutCount } from "../../engine/solver.ts";
import type { Drawn } from "../../play/edited_position.ts";
import type { Asked } from "../../multiplayer/engines.ts";

/** Milliseconds without a change before the analysis starts. */
const STILL = 140;
/** Milliseconds without a change before a server's engine is asked, since it has other clients too. */
const STILL_ASKING = 500;
/** Budget of an automatic analysis, in checks; about ten thousand a second. */
const PATIENCE = 30_000;
/** Factor by which the budget grows with each further request. */
const MORE = 8;

/** The results for a position: first chances, then the best move, or an error. */
export interface Findings {
  /** from an engine, it lacks what only the page's own solver can compute */ analysis: Analysis | null;
  /** source of the results; null for the page's own solver */ engine: {name: string, isExact: boolean | null} | null;
  /** why the page's own solver was used although an engine was chosen */ instead: string;
  best: BestMove | null;
  conflict: {text: string, marks: Map<number, number>} | null;
  /** number of consistent layouts, if known */ layouts: LayoutCount | null;
  /** why there is no result, or no best move */ trouble: string;
  /** whether a larger budget may give more */ mayGoOn: boolean;
  /** whether asking the engine again may help */ mayAskAgain: boolean;
}

const NOTHING: Findings = {
  analysis: null, engine: null, instead: "", best: null, layouts: null, conflict: null, trouble: "", mayGoOn: false, mayAskAgain: false,
};

export class Thinking {
  trustFlags = false;
  #stop = new AbortController();
  #timer = 0;
  #effort = 1;

  /** @param tell - called with new findings, or with null when work begins */
  constructor(public app: App, public tell: (findings: Findings | null) => void) {
  }

  get signal() {
    return this.#stop.signal;
  }

  begin(drawn: Drawn, wait: number = this.app.wantedEngine ? STILL_ASKING : STILL) {
    this.stop();
    this.#effort = 1;
    // Report at once that work begins, because an engine may take a while.
    if (this.app.wantedEngine) this.tell(null);
    const { signal } = this.#stop;
    this.#timer = window.setTimeout(() => void this.#think(drawn, signal), wait);
  }

  /** Repeat with a larger budget. */
  goOn(drawn: Drawn) {
    this.stop();
    this.#effort *= MORE;
    void this.#think(drawn, this.#stop.signal);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  async #think({ shape, mines, codes }: Drawn, signal: AbortSignal) {
    const { app, trustFlags } = this;
    let instead = "";
    const tell = (found: Partial<Findings>) => {
      if (!signal.aborted) this.tell({ ...NOTHING, instead, mayAskAgain: instead !== "", ...found });
    };
    this.tell(null);
    const position = { board: shape, mines, codes: Int32Array.from(codes) };
    const effort = this.#effort;
    const budget = { states: Math.min(BUDGET.states * effort, 2 ** 28), bytes: Math.min(BUDGET.bytes * effort, 2 ** 31), asks: PATIENCE * effort };
    let analysis: Analysis | null = null;
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
   * @returns "" if none is chosen; any other string says why the chosen engine couldn't be asked
   */
  async #askOther(position: Asked, signal: AbortSignal): Promise<Partial<Findings> | string> {
    const { app } = this;
    try {
      const other = await app.chosenEngine();
      signal.throwIfAborted();
      if (!other) return "";
      const [answer] = await Promise.all([other.ask(position, { isWhole: true, signal }), app.messages.add("reasons", "hints")]);
      return {
        analysis: answer.chances && (new EngineAnalysis(answer.chances, position.codes, answer.is_exact === true) as any),
        engine: { name: other.name, isExact: answer.is_exact },
        best: engineBest(app, answer, position.board),
      };
    } catch (error) {
      const why = signal.aborted ? "" : insteadOf(error);
      if (!why) throw error;
      await app.messages.add("hints");
      return app.text(`hints.${why}`, { engine: app.wantedEngine, text: "" }).trim();
    }
  }
}
