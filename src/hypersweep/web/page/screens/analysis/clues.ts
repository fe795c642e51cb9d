// The possible clues of a covered cell: the chance of each, as numbers and bars.

import { HypersweepError } from "../../engine/errors.ts";
import { made } from "../../frame/elements.ts";
import type { App } from "../../app.ts";
import type { Analysis } from "../../engine/analysis.ts";

/** Milliseconds that the cursor must stay on a cell before its clues are computed. */
const STILL = 80;
/** Above this number, the least likely clues are combined. */
const MOST = 12;

/**
 * The clues to list, in order, and the combined chance of the others.
 * @param chances - chance of clue 0, 1, ...
 */
export function toldClues(chances: ArrayLike<number>, most: number = MOST): {clues: {clue: number, chance: number}[], others: number} {
  const all = Array.from(chances, (chance, clue) => ({ clue, chance })).filter(({ chance }) => chance > 0);
  const likely = [...all].sort((one, other) => other.chance - one.chance || one.clue - other.clue);
  const rest = likely.length > most ? likely.splice(most - 1) : [];
  return { clues: likely.sort((one, other) => one.clue - other.clue), others: rest.reduce((sum, { chance }) => sum + chance, 0) };
}

export class ClueChances {
  element = made("div", { className: "clue-chances" });
  #timer = 0;
  /** The cell to show, and its analysis. */
  #wanted: {analysis: Analysis, cell: number, signal: AbortSignal} | null = null;
  #isAsking = false;
  /** The results for each cell of one analysis. */
  #known: {of: Analysis | null, cells: Map<number, Float64Array | null>} = { of: null, cells: new Map() };

  constructor(public app: App) {
  }

  /**
   * Show the chances of a covered cell once they are computed; nothing if there are none.
   * @param signal - cancels the computation
   */
  show(analysis: Analysis, cell: number, signal: AbortSignal) {
    clearTimeout(this.#timer);
    if (analysis !== this.#known.of) this.#known = { of: analysis, cells: new Map() };
    if (!analysis.isExact || analysis.chances[cell] === 1) return this.clear();
    this.#wanted = { analysis, cell, signal };
    const known = this.#known.cells.get(cell);
    if (known !== undefined) return this.#draw(known);
    this.#timer = window.setTimeout(() => void this.#ask(), STILL);
  }

  /**
   * Clear the display, and stop computing.
   * @param text - text to show instead
   */
  clear(text = "") {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.element.replaceChildren(...(text ? [made("p", {}, text)] : []));
  }

  /** One cell at a time: cancelling one computation would cancel all others for the position. */
  async #ask() {
    const wanted = this.#wanted;
    if (!wanted || this.#isAsking) return;
    const { analysis, cell, signal } = wanted;
    this.#isAsking = true;
    let chances: Float64Array | null = null;
    try {
      chances = await analysis.clueChances(cell, { signal });
    } catch (error) {
      // Exceeding the budget is no error: the clues of some cells take too much work.
      if (!signal.aborted && !(error instanceof HypersweepError)) await this.app.fail(error);
    } finally {
      this.#isAsking = false;
    }
    if (!signal.aborted && this.#known.of === analysis) this.#known.cells.set(cell, chances);
    const next = this.#wanted;
    if (next && !next.signal.aborted) this.show(next.analysis, next.cell, next.signal);
  }

  #draw(chances: Float64Array | null) {
    if (!chances) return this.element.replaceChildren();
    const { app } = this;
    const { clues, others } = toldClues(chances);
    const caption = made("p", { id: "clue-chances" }, app.text("analysis.clues"));
    const list = made("ol", {});
    list.setAttribute("aria-labelledby", caption.id);
    const most = Math.max(others, ...clues.map(({ chance }) => chance));
    const add = (name: string, chance: number) => {
      const bar = made("span", { className: "bar", ariaHidden: "true" });
      bar.style.height = `${(100 * chance) / most}%`;
      const share = made("span", { className: "share" }, app.text("analysis.clue_chance", { percent: Math.round(100 * chance) }));
      list.append(made("li", {}, made("span", { className: "clue" }, name), made("span", { className: "room", ariaHidden: "true" }, bar), share));
    };
    for (const { clue, chance } of clues) add(String(clue), chance);
    if (others > 0) add(app.text("analysis.clues_others"), others);
    this.element.replaceChildren(caption, list);
  }
}
