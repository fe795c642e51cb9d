// The layout of the review screen: the board, texts next to it, the tools below.

import { chanceColour, chanceInk } from "../../board/looks.ts";
import { button, node } from "../../frame/elements.ts";
import type { App } from "../../app.ts";
import type { Guesses } from "./guesses.ts";

/**
 * The parts of the screen.
 * @param content - `moves`:
 * number of moves; `guesses`: the list and the chart
 * @param acts - functions of its buttons, by command name
 */
export function reviewParts(app: App, { title, outcome, moves, guesses }: {title: string, outcome: string, moves: number, guesses: Guesses}, acts: Record<string, (...values: any[]) => unknown>) {
  const text = (name: string) => app.text(`review.${name}`);
  const sums = node("p", "about");
  const progress = node("progress");
  progress.max = Math.max(1, moves);
  progress.setAttribute("aria-label", text("title"));
  const top = node("div", "after-top", node("h1", "", title), node("p", "about", app.text(`replay.outcome_${outcome}`)), sums, progress);
  const host = node("div", "after-board");
  host.setAttribute("role", "region");
  host.setAttribute("aria-label", text("board"));
  const reasons = node("div", "reasons");
  const side = node("div", "review-side", guesses.chart, guesses.listing, reasons, legend(text("legend")));
  const body = node("div", "review-body", host, side);
  const move = node("p", "move");
  move.setAttribute("aria-live", "polite");
  const pair = (command: string, before: string, after: string) =>
    node(
      "span",
      "pair",
      button("‹", () => acts[command](-1), { label: text(before) }),
      node("span", "", text(`${command === "step" ? "move" : command}_button`)),
      button("›", () => acts[command](1), { label: text(after) }),
    );
  const turn = button(text("show_list"), () => acts.turn(), { className: "turn" });
  const others = node("span", "others");
  for (const name of ["attempt", "replay", "report", "save"]) {
    others.append(button(text(name), () => acts[name](), { className: name === "attempt" ? "primary" : "" }));
  }
  others.append(button(text("back"), () => acts.close()));
  const tools = node(
    "div",
    "review-tools",
    pair("step", "previous", "next"),
    pair("guess", "previous_guess", "next_guess"),
    pair("mistake", "previous_mistake", "next_mistake"),
    turn,
    others,
  );
  return { all: [top, body, move, tools], host, sums, progress, reasons, body, move, turn, others };
}

/** The legend for the chance colours. */
function legend(name: string) {
  const shown = node("p", "legend", node("span", "", name));
  for (const chance of [0, 0.05, 0.25, 0.5, 0.8, 1]) {
    const swatch = node("span", "swatch", `${Math.round(100 * chance)}%`);
    const ground = chanceColour(chance);
    [swatch.style.background, swatch.style.color] = [ground, chanceInk(ground)];
    shown.append(swatch);
  }
  return shown;
}
