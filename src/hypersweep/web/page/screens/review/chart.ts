// The chart of a review: the chance to survive over time, and the risk of every guess. The same as in
// review/review_picture.py.

import { drawn } from "../../frame/elements.ts";
import { allowedRisk, givenAway, type Findings, type ReviewedMove } from "../../play/findings.ts";
import { chanceText } from "../../play/review_report.ts";
import type { App } from "../../app.ts";

const LEFT = 44;
const RIGHT = 58;
const TOP = 14;
const BOTTOM = 30;
const MARK = 6.5;
const DEATH = "#d81b3c";
const INKS = { ink: "#1d2733", soft: "#566372", value: "#1c62a8" };
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
const MOVES = [1, 2, 5, 10, 20, 50, 100];

/** Five steps of the chance colours: upper bound of the risk, colour, and text colour. */
const COLOURS: [number, string, string][] = [
  [0.1, "#ffe488", "#2b1d0e"],
  [0.25, "#fdbb48", "#2b1d0e"],
  [0.4, "#ee8226", "#2b1d0e"],
  [0.6, "#c04a0c", "#ffffff"],
  [1.01, "#6a1f03", "#ffffff"],
];

export function words(x: number, y: number, text: string, kind: keyof typeof INKS, { size = 11, weight = 400, anchor = "start" }: {size?: number, weight?: number, anchor?: string} = {}) {
  const look = { "font-size": size, "font-weight": weight, "text-anchor": anchor, fill: INKS[kind], class: `hs-${kind}` };
  return drawn("text", { x, y, ...look }, text);
}

function shape(verdict: string, x: number, y: number, radius: number, look: Record<string, string | number>) {
  if (verdict === "forced guess") return drawn("circle", { cx: x, cy: y, r: radius, ...look });
  if (verdict === "unneeded guess") {
    const side = 1.76 * radius;
    return drawn("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: radius / 5, ...look });
  }
  const [r, a, b] = [1.2 * radius, 1.02 * radius, 0.42 * radius];
  // A diamond, and an octagon like a stop sign.
  const diamond = [[0, -r], [r, 0], [0, r], [-r, 0]];
  const octagon = [[-b, -a], [b, -a], [a, -b], [a, b], [b, a], [-b, a], [-a, b], [-a, -b]];
  const corners = verdict === "risky guess" ? diamond : octagon;
  const points = corners.map(([right, down]) => `${(x + right).toFixed(1)},${(y + down).toFixed(1)}`).join(" ");
  return drawn("polygon", { points, ...look });
}

/** The symbol of a guess: its shape shows the verdict; its colour the risk, darker for more. */
export function sign({ verdict, risk = 0, survived = true, isTakenBack = false }: {verdict: string, risk?: number | null, survived?: boolean, isTakenBack?: boolean}, x: number, y: number, radius: number, { label = "", tip = "", isPlain = false }: {label?: string, tip?: string, isPlain?: boolean} = {}) {
  const own = COLOURS.find(([below]) => (risk ?? 0) < below) ?? COLOURS[4];
  const [fill, ink] = isPlain ? ["#c8d0d9", "#222b36"] : [own[1], own[2]];
  const look: Record<string, string | number> = { fill, stroke: survived ? "#222b36" : DEATH, "stroke-width": survived ? radius / 9 : radius / 3.2 };
  if (isTakenBack) look["stroke-dasharray"] = "2.5 2";
  const group = drawn("g", { class: "hs-sign" }, shape(verdict, x, y, radius, look));
  if (label) {
    const size = radius * [1.2, 1.15, 0.95, 0.75, 0.6][Math.min(label.length, 5) - 1];
    const place = { x, y: y + 0.36 * size, "font-size": size, "font-weight": 700, "text-anchor": "middle", fill: ink };
    group.append(drawn("text", place, label));
  }
  if (tip) group.prepend(drawn("title", {}, tip));
  return group;
}

/** The colour scale with its numbers, and its width. */
export function swatches(app: App) {
  const group = drawn("g", {}, words(0, 12, app.text("review.risk"), "soft", { size: 12 }));
  let x = 48;
  for (const [below, fill, ink] of COLOURS) {
    const text = below <= 0.6 ? `< ${Math.round(100 * below)}%` : app.text("review.more");
    group.append(drawn("rect", { x, y: 0, width: 46, height: 17, rx: 2, fill }));
    group.append(drawn("text", { x: x + 23, y: 12.5, "font-size": 11, "text-anchor": "middle", fill: ink }, text));
    x += 48;
  }
  return { group, width: x };
}

/** Whether the chart shows the unavoidable risk, that is, if the guess exceeded it and it isn't 0. */
export function hasBetter(move: ReviewedMove) {
  return givenAway(move) > 0 && allowedRisk(move) > 0;
}

/** Tick positions from 0 to 1 with their labels: about six round numbers. */
function ticksOf(app: App, span: number, byTime: boolean): [number, string][] {
  const unit = byTime ? 1000 : 1;
  const steps = byTime ? SECONDS : MOVES;
  let step = steps.find((each) => span / (each * unit) <= 7) ?? (steps.at(-1) as number);
  while (span / (step * unit) > 7) step *= 2;
  return Array.from({ length: Math.floor(span / (step * unit)) + 1 }, (_, number) => {
    const value = number * step;
    const clock = `${Math.floor(value / 60)}:${String(value % 60).padStart(2, "0")}`;
    const name = byTime ? (span >= 60_000 ? clock : app.text("review.seconds", { seconds: value })) : app.text("review.chart_move", { number: value });
    return [(value * unit) / span, name];
  });
}

/** Draw the chart. The horizontal axis is the game's clock, or the move number if all moves have the same time. */
export function chart(app: App, findings: Findings, { width, tall = 130, tip }: {width: number, tall?: number, tip: (move: ReviewedMove) => string}) {
  const { record, moves, guesses } = findings;
  const inner = width - LEFT - RIGHT;
  const right = LEFT + inner;
  const byTime = record.milliseconds > 0;
  const span = byTime ? record.milliseconds : Math.max(1, moves.length);
  const across = (move: ReviewedMove) => LEFT + inner * Math.min(1, (byTime ? move.milliseconds : move.number) / span);
  const down = (chance: number) => TOP + tall * (1 - chance);
  const group = drawn("g");
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const y = down(share);
    group.append(drawn("line", { x1: LEFT, y1: y, x2: right, y2: y, stroke: "#dde3ea", class: "hs-rule" }));
    group.append(words(LEFT - 8, y + 4, `${100 * share}%`, "soft", { anchor: "end" }));
  }
  for (const [place, name] of ticksOf(app, span, byTime)) {
    const x = LEFT + inner * place;
    group.append(drawn("line", { x1: x, y1: TOP + tall, x2: x, y2: TOP + tall + 5, stroke: "#9aa7b4", class: "hs-rule" }));
    group.append(words(x, TOP + tall + 18, name, "soft", { anchor: "middle" }));
  }
  let path = `M${LEFT} ${down(1).toFixed(1)}`;
  let chance = 1;
  for (const [move, left] of findings.timeline()) {
    chance = left;
    path += `H${across(move).toFixed(1)}V${down(chance).toFixed(1)}`;
  }
  path += `H${right.toFixed(1)}`;
  group.append(drawn("path", { d: `${path}V${down(0).toFixed(1)}H${LEFT}Z`, fill: "#2f7ac2", "fill-opacity": 0.13, class: "hs-area" }));
  const line = { d: path, fill: "none", stroke: "#2f7ac2", "stroke-width": 2, "stroke-linejoin": "round", class: "hs-line" };
  group.append(drawn("path", line), words(right + 7, down(chance) + 4, chanceText(app, chance, findings.isEstimate), "value", { size: 12, weight: 700 }));
  for (const move of guesses) {
    const x = across(move);
    const stem = { x1: x, y1: down(0), x2: x, y2: down(move.risk ?? 0), stroke: "#566372", "stroke-width": 1.5, class: "hs-stem" };
    group.append(drawn("line", stem));
    if (hasBetter(move)) {
      const best = down(allowedRisk(move));
      group.append(drawn("line", { x1: x - 6, y1: best, x2: x + 6, y2: best, stroke: "#1d2733", "stroke-width": 2, class: "hs-best" }));
    }
  }
  const signs: Map<number, SVGElement> = new Map();
  let last = -100;
  for (const move of guesses) {
    const [x, y] = [across(move), down(move.risk ?? 0)];
    const own = sign(move, x, y, MARK, { tip: tip(move) });
    signs.set(move.number, own);
    group.append(own);
    // If guesses are close together, only the first one is labelled with its number.
    if (x - last >= 17) {
      last = x;
      group.append(words(x, y - MARK - 5, String(move.number), "ink", { size: 10, weight: 600, anchor: "middle" }));
    }
  }
  return { group, signs, across, width, height: TOP + tall + BOTTOM };
}
