// A review as one self-contained SVG: the board with its guesses, and below it the chance to survive over time.

import { Arrangement } from "../../board/arrangement.ts";
import { styleOf, themeOf } from "../../board/themes.ts";
import { CODES } from "../../engine/terms.ts";
import { drawn } from "../../frame/elements.ts";
import { figuresText } from "../../play/review_report.ts";
import { chart, hasBetter, sign, swatches, words } from "./chart.ts";
import type { App } from "../../app.ts";
import type { Findings, ReviewedMove } from "../../play/findings.ts";

const EDGE = 24;
const [NARROWEST, WIDEST] = [640, 1180];
const LARGEST_SCALE = 1.6;
const HEAD = 66;
/** Maximum number of cells of boards in the picture. */
const MOST_CELLS = 50_000;
const SIDE = 18;
const METRICS = { cell: [SIDE, SIDE] as [number, number], gapsAcross: [0, 10, 16, 22], gapsDown: [0, 5, 10, 14], label: [6, 13] as [number, number] };
/** Maximum width of lines on folded boards (with an odd number of dimensions). */
const FOLD = 720;

const DARK =
  "@media (prefers-color-scheme: dark){.hs-review .hs-page{fill:#161b22}.hs-review .hs-ink{fill:#e8edf2}" +
  ".hs-review .hs-soft{fill:#a3b0bd}.hs-review .hs-rule{stroke:#333d49}.hs-review .hs-line{stroke:#6cb0f2}" +
  ".hs-review .hs-area{fill:#6cb0f2}.hs-review .hs-value{fill:#8cc4f8}.hs-review .hs-best{stroke:#e8edf2}.hs-review .hs-stem{stroke:#8391a0}}";

function moved(x: number, y: number, inner: Node) {
  return drawn("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, inner);
}

/** Draw the final board. */
function board(app: App, findings: Findings, tip: (move: ReviewedMove) => string) {
  const { board: shape, mines } = findings.record;
  if (shape.cells > MOST_CELLS) {
    const text = app.text("review.too_large", { board: shape.format(), cells: shape.cells });
    return { group: words(0, 14, text, "soft"), width: NARROWEST, height: 24 };
  }
  const whole = new Arrangement(shape.sides, { metrics: METRICS });
  const fold = Math.max(1, Math.floor((shape.sides[shape.sides.length - 1] * FOLD) / whole.width));
  const arrangement = whole.width > FOLD ? new Arrangement(shape.sides, { metrics: METRICS, fold }) : whole;
  const theme = themeOf("light");
  const largest = Math.max(1, Math.min(shape.maxNeighbours, mines));
  const group = drawn("g", { "font-weight": 700, "text-anchor": "middle" });
  for (const label of arrangement.labels(0, 0, arrangement.width, arrangement.height)) {
    const place = { x: label.x, y: label.y + 10, "font-size": 10, "font-weight": 400, "text-anchor": "start", fill: "#566372", class: "hs-soft" };
    group.append(drawn("text", place, label.text));
  }
  findings.codes.forEach((code, index) => {
    const [x, y] = arrangement.place(shape.cell(index)) ?? [0, 0];
    const { text, ground } = styleOf(theme, code, 0, largest);
    group.append(drawn("rect", { x: x + 0.5, y: y + 0.5, width: SIDE - 1, height: SIDE - 1, rx: 2, fill: ground }));
    const [middleX, middleY] = [x + SIDE / 2, y + SIDE / 2];
    if (code > 0) {
      const size = code < 10 ? 13 : code < 100 ? 10 : 8;
      group.append(drawn("text", { x: middleX, y: middleY + 0.36 * size, "font-size": size, fill: text }, String(code)));
    } else if (code === CODES.flagged || code === CODES.wrongFlag) {
      const d = `M${middleX - 3} ${middleY + 5}v-10l7 3.5l-7 3.5`;
      group.append(drawn("path", { d, fill: text, stroke: text, "stroke-width": 1.4 }));
      if (code === CODES.wrongFlag) group.append(drawn("path", { d: `M${x + 3} ${y + 3}l12 12m0 -12l-12 12`, stroke: text, "stroke-width": 1.6 }));
    } else if (code === CODES.mine || code === CODES.exploded) {
      group.append(drawn("circle", { cx: middleX, cy: middleY, r: 4, fill: text }));
    }
  });
  const scale = Math.min(LARGEST_SCALE, WIDEST / arrangement.width);
  // For two guesses at one cell, draw the later one on top; undone guesses are below all others.
  const order = [...findings.guesses].sort((one, other) => Number(other.isTakenBack) - Number(one.isTakenBack) || one.number - other.number);
  for (const move of order) {
    const [x, y] = arrangement.place(shape.cell(move.cell)) ?? [0, 0];
    group.append(sign(move, x + SIDE / 2, y + SIDE / 2, 7.8, { label: String(move.number), tip: tip(move) }));
  }
  return { group: drawn("g", { transform: `scale(${scale.toFixed(4)})` }, group), width: arrangement.width * scale, height: arrangement.height * scale };
}

/** The legend of shapes and colours, with only those that occur. */
export function legend(app: App, { guesses }: Findings, width: number) {
  const group = drawn("g");
  if (!guesses.length) return { group, height: 8 };
  let [x, y] = [0, 8];
  const room = (needed: number) => {
    if (x && x + needed > width) [x, y] = [0, y + 24];
  };
  const verdicts = ["forced guess", "risky guess", "unneeded guess", "blunder"];
  const plain = { risk: 0, survived: true, isTakenBack: false };
  const signs = verdicts.filter((verdict) => guesses.some((move) => move.verdict === verdict)).map((verdict) => ({ ...plain, verdict, name: verdict.replace(" ", "_") }));
  const dead = guesses.find(({ survived }) => !survived);
  const undone = guesses.find(({ isTakenBack }) => isTakenBack);
  if (dead) signs.push({ ...plain, verdict: dead.verdict, survived: false, name: "mine" });
  if (undone) signs.push({ ...plain, verdict: undone.verdict, isTakenBack: true, name: "taken_back" });
  for (const { name, ...move } of signs) {
    const text = app.text(`review.sign_${name}`);
    // The width is estimated, because SVG can't measure text.
    const needed = 40 + 6.7 * text.length;
    room(needed);
    group.append(sign(move, x + 8, y, 8, { isPlain: true }), words(x + 22, y + 4, text, "soft", { size: 12 }));
    x += needed;
  }
  if (guesses.some(hasBetter)) {
    const text = app.text("review.sign_best");
    room(40 + 6.7 * text.length);
    group.append(drawn("path", { d: `M${x + 2} ${y}h12`, stroke: "#1d2733", "stroke-width": 2, class: "hs-best" }));
    group.append(words(x + 22, y + 4, text, "soft", { size: 12 }));
    x += 40 + 6.7 * text.length;
  }
  const boxes = swatches(app);
  room(boxes.width);
  group.append(moved(x, y - 8, boxes.group));
  return { group, height: y + 26 };
}

/** The picture as SVG text. */
export function pictureText(app: App, findings: Findings, { summary, tip }: {summary: string, tip: (move: ReviewedMove) => string}) {
  const drawing = board(app, findings, tip);
  const width = Math.max(NARROWEST, drawing.width);
  const figures = figuresText(app, findings);
  const parts = [
    words(EDGE, 26, summary, "ink", { size: 17, weight: 700 }),
    words(EDGE, 47, figures, "soft", { size: 13 }),
    moved(EDGE + (width - drawing.width) / 2, HEAD, drawing.group),
  ];
  let top = HEAD + drawing.height + 16;
  const meaning = legend(app, findings, width);
  parts.push(moved(EDGE, top, meaning.group));
  top += meaning.height + 14;
  const below = chart(app, findings, { width, tip });
  parts.push(words(EDGE, top, app.text("review.chart"), "ink", { size: 12, weight: 600 }), moved(EDGE, top + 6, below.group));
  const [wide, high] = [width + 2 * EDGE, top + 6 + below.height + 16];
  const style = drawn("style", {}, DARK);
  const page = drawn("rect", { width: wide, height: high, rx: 10, fill: "#ffffff", class: "hs-page" });
  const title = drawn("title", {}, app.text("review.picture", { summary, figures }));
  const look = { viewBox: `0 0 ${wide.toFixed(1)} ${high.toFixed(1)}`, width: wide, height: high, role: "img", class: "hs-review" };
  const fonts = { "font-family": "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" };
  return `${new XMLSerializer().serializeToString(drawn("svg", { ...look, ...fonts }, title, style, page, ...parts))}\n`;
}
