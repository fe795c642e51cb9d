// The sentences of hints, in the same order as in Python (hypersweep.session.hint). All words are in
// messages/*/hints.ftl; call `await app.messages.add("reasons", "hints")` first.

import { MOST_CLUES, MOST_NAMED } from "../data/limits.ts";
import { percentText } from "./phrases.ts";
import { clueText } from "./reason_text.ts";
import type { Advice } from "../engine/advice.ts";
import type { Clue } from "../engine/reason_rows.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Name, Speaker } from "./reasons.ts";

/** How many of several safe cells are left to open. */
export type Left = "one" | "several";

/** Writes the sentences of a hint. Those with `isMarked` are shorter: they rely on the marks on the board. */
export class HintWriter {
  constructor(
    public app: Speaker,
    public name: Name,
    public advice: Advice,
  ) {}

  text(name: string, values: Record<string, unknown> = {}) {
    return this.app.text(`hints.${name}`, values);
  }

  /** Values for texts: the cells that the advice is about, and their number. */
  get #values() {
    const { cells } = this.advice;
    return { cells: cells.length ? this.name(cells) : "", count: cells.length };
  }

  /**
   * Where to look.
   * @param what - what is wrong: "flag", "flags", all flags "together", or "" for nothing
   */
  where(what: string, isMarked: boolean) {
    const { clues } = this.advice;
    const claim = what && this.text("claim", { what });
    const count = clues.length;
    if (count > MOST_CLUES) return claim ? this.text("where_claim", { claim }) : this.text("where_hard");
    if (!count) return this.text("where_count", { claim });
    return this.text("where_look", {
      claim,
      clues: isMarked && count > MOST_NAMED ? this.text("marked_clues", { count }) : this.name(clues),
    });
  }

  wrongFlags(isMarked = false) {
    return this.text(isMarked && this.advice.cells.length > MOST_NAMED ? "wrong_marked" : "wrong_flags", this.#values);
  }

  crowded() {
    return this.text("crowded", { clues: this.name(this.advice.clues) });
  }

  crowdedWhy(isMarked: boolean) {
    return this.text("crowded_why", {
      ...this.#values,
      clue: clueText(this.app, this.advice.clue as Clue, this.name),
      isMarked,
    });
  }

  together(isMarked: boolean) {
    return this.text("together", { ...this.#values, isMarked });
  }

  togetherWhy(isMarked: boolean) {
    const { clues, minesAtFault } = this.advice;
    const number = clues.length;
    const markedClues = this.text("marked_clues_dative", { count: number });
    return this.text("together_why", {
      ...this.#values,
      number,
      clues: number ? this.name(clues) : "",
      markedClues,
      minesAtFault,
      isMarked,
    });
  }

  unproved() {
    return this.text("unproved", { kind: this.advice.kind });
  }

  unprovedWhy(isMarked: boolean) {
    return this.text("unproved_why", { ...this.#values, kind: this.advice.kind, isMarked });
  }

  /**
   * Say that the cells are safe, without a full stop.
   * @param left - how many of them aren't open yet, so that the text can't name or count all of them
   */
  #safeWords(isMarked: boolean, left?: Left) {
    if (left === "one") return this.text("safe_words", { count: 1, cells: this.text("marked_cell") });
    const { count, cells } = this.#values;
    return this.text("safe_words", {
      count,
      cells: left || (isMarked && count > MOST_NAMED) ? this.text("marked_cells", { count: left ? 0 : count }) : cells,
    });
  }

  safe(isMarked: boolean) {
    return this.text("safe", { words: this.#safeWords(isMarked) });
  }

  /** Say that the cells are safe, and briefly why. */
  safeBrief(left?: Left) {
    return this.text("safe_brief", { brief: this.#brief(this.advice.clues, false), words: this.#safeWords(true, left) });
  }

  /** That the cells are safe, and the last step's reason in its shortest form: for lines too short for the steps. */
  safeWhy(left?: Left) {
    const { advice: { steps, clues } } = this;
    return this.text("safe_why", { words: this.#safeWords(true, left), why: this.#why(steps[steps.length - 1], clues, true) });
  }

  /** Two brief versions of the reason, the second one even shorter. */
  briefly(clues = this.advice.clues) {
    return [false, true].map((isLeast) => this.text("brief", { brief: this.#brief(clues, isLeast) }));
  }

  #brief(clues: readonly number[], isLeast: boolean) {
    const { steps } = this.advice;
    const why = this.#why(steps[steps.length - 1], clues, isLeast);
    return this.text(steps.length > 1 ? "brief_steps" : "brief_step", { steps: steps.length, why });
  }

  #why({ rule, cells, grounds }: Reason, clues: readonly number[], isLeast: boolean) {
    const { name } = this;
    if (grounds.kind === "guess") {
      const { chance, least, error } = grounds;
      const values = {
        percent: percentText(chance),
        isEstimate: error !== null,
        isLowest: chance === least && !isLeast,
      };
      return this.text("why_guess", { cells: name(cells), ...values });
    }
    if (grounds.kind === "clue") {
      const [number] = grounds.clue;
      const isPlaced = number === 1 && !isLeast;
      const mines = isPlaced ? name([...grounds.used, ...grounds.shown]) : "";
      return this.text("why_clue", { number, clue: clueText(this.app, grounds.clue, name), mines, isPlaced });
    }
    if (grounds.kind === "sum" && grounds.more.length === 1 && grounds.less.length === 1) {
      const [[more], [less]] = [grounds.more, grounds.less];
      if (isLeast) return this.text("why_compare", { clues: name([more.clue[1], less.clue[1]]) });
      const values = {
        first: clueText(this.app, more.clue, name),
        second: clueText(this.app, less.clue, name, "clue_dative"),
      };
      if (!more.own.length) return this.text("why_share", { ...values, rest: more.rest });
      return this.text("why_share_least", { ...values, least: more.rest - more.own.length });
    }
    const count = clues.length;
    const which = isLeast && count > 1 ? this.text("marked_clues_short") : this.text("marked_clues", { count });
    const values = { clues: which, count };
    if (grounds.kind === "line" || grounds.kind === "tried")
      return this.text("why_line", { ...values, cell: name(cells.slice(0, 1)) });
    return this.text(rule === "count" ? "why_count" : "why_sum", values);
  }
}

/** Say that a position is impossible, and which clues show it. */
export function conflictText(
  app: Speaker,
  {
    clues,
    minesAtFault,
    mines,
    codes,
    name,
  }: { clues: readonly number[]; minesAtFault: boolean; mines: number; codes: ArrayLike<number>; name: Name },
) {
  if (!clues.length) return app.text("hints.conflict_none", { mines });
  const names = clues
    .slice(0, MOST_CLUES)
    .map((cell) => clueText(app, [codes[cell], cell], name))
    .join(", ");
  const which = minesAtFault ? "conflict_mines" : clues.length === 1 ? "conflict_one" : "conflict_all";
  return app.text(`hints.${which}`, {
    mines,
    clues: clues.length > MOST_CLUES ? app.text("hints.conflict_more", { clues: names }) : names,
  });
}
