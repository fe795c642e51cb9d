// The guesses of a game as a list and as a chart; both link each guess to its move.

import { button, drawn, node } from "../../frame/elements.ts";
import { guessRow, tipText, type Names } from "../../play/review_report.ts";
import { chart, sign } from "./chart.ts";
import type { App } from "../../app.ts";
import type { Findings, ReviewedMove } from "../../play/findings.ts";

/** Verdicts that are mistakes. */
export const MISTAKES = ["blunder", "unneeded guess", "risky guess"];

export class Guesses {
  chart;
  listing;
  #rows: Map<number, HTMLButtonElement> = new Map();
  #signs: Map<number, SVGElement> = new Map();
  #moves: readonly ReviewedMove[] = [];
  /** Returns where a move is in the chart. */
  #across: ((move: ReviewedMove) => number) | null = null;
  #here: SVGElement | null = null;

  /** @param go - shows a move */
  constructor(public app: App, public names: Names, public go: (number: number) => void) {
    this.chart = node("div", "chart");
    this.listing = node("ol", "guesses");
    this.listing.setAttribute("aria-label", app.text("review.guesses"));
  }

  /** Number of listed guesses. */
  get size() {
    return this.#rows.size;
  }

  /** List guesses, appending new ones. */
  list(guesses: readonly ReviewedMove[], isAll: boolean) {
    const { app } = this;
    for (const move of guesses) {
      if (this.#rows.has(move.number)) continue;
      const [number, time, what, verdict, risk, best, ends] = guessRow(app, move, this.names);
      const picture = drawn("svg", { viewBox: "-10 -10 20 20", width: 20, height: 20, "aria-hidden": "true" }, sign(move, 0, 0, 7.5));
      const row = button("", () => this.go(move.number), { className: MISTAKES.includes(move.verdict) ? "mistake" : "" });
      row.append(
        picture,
        node("span", "number", number),
        node("span", "time", time),
        node("span", "what", what),
        node("span", "risk", risk),
        node("span", "verdict", [verdict, best, ends].filter(Boolean).join(" · ")),
      );
      this.#rows.set(move.number, row);
      this.listing.append(node("li", "", row));
    }
    if (isAll && !guesses.length) this.listing.replaceChildren(node("li", "", app.text("review.no_guess")));
  }

  /** Draw the chart of a complete review. */
  draw(found: Findings) {
    const { app } = this;
    this.#moves = found.moves;
    const tip = (move: ReviewedMove) => tipText(app, move, this.names);
    const { group, signs, width, height, across } = chart(app, found, { width: 520, tall: 90, tip });
    const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": app.text("review.chart"), class: "hs-review" });
    this.#here = drawn("line", { y1: 8, y2: height - 24, class: "here", "aria-hidden": "true" });
    picture.append(this.#here, group);
    this.#across = across;
    this.#signs = signs;
    for (const [number, own] of signs) {
      const move = found.moves[number - 1];
      own.setAttribute("role", "button");
      own.setAttribute("aria-label", tip(move));
      own.setAttribute("tabindex", "-1");
      own.addEventListener("click", () => this.go(number));
      own.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.go(number);
      });
      own.addEventListener("focus", () => this.#tab(number));
    }
    // Only one guess is in the Tab order; arrow keys lead from there, as everywhere on this screen.
    this.#tab(found.guesses[0]?.number ?? 0);
    this.chart.replaceChildren(node("h2", "", app.text("review.chart")), picture);
  }

  #tab(number: number) {
    for (const [other, own] of this.#signs) own.setAttribute("tabindex", other === number ? "0" : "-1");
  }

  /**
   * Highlight the shown move in the list and in the chart.
   * @param looked - number of the move
   */
  light(looked: number) {
    for (const [number, row] of this.#rows) {
      const isHere = number === looked;
      if (row.hasAttribute("aria-current") === isHere) continue;
      row.toggleAttribute("aria-current", isHere);
      if (isHere) {
        row.setAttribute("aria-current", "true");
        row.scrollIntoView({ block: "nearest" });
      }
    }
    const move = this.#moves[looked - 1];
    if (!this.#here || !move || !this.#across) return;
    const x = String(this.#across(move));
    this.#here.setAttribute("x1", x);
    this.#here.setAttribute("x2", x);
    const own = this.#signs.get(looked);
    if (own) {
      this.#tab(looked);
      if (this.chart.contains(document.activeElement)) own.focus();
    }
  }

  /** Focus a guess in the list; if it isn't listed, the first one. */
  focus(number: number) {
    (this.#rows.get(number) ?? [...this.#rows.values()][0])?.focus();
  }
}
