// A plot as an SVG that can be navigated by keyboard, and as a table.

import { drawn, node } from "../frame/elements.ts";
import type { Plot } from "../play/plots.ts";

const [WIDTH, HEIGHT] = [420, 226];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 16, 20, 40];
/** Space between the frame and the outermost points, so that no point is cut off. */
const PAD = 8;
/** Maximum number of rows in the table of points. */
const MOST_ROWS = 200;

/** Maximum number of steps of the axes. */
export const STEPS = { across: 6, up: 5 };

/** A plot without points: its axes, and a placeholder for its line. */
export function emptyPlot() {
  const picture = drawn("svg", { viewBox: `${LEFT} ${TOP} ${WIDTH - LEFT - RIGHT} ${HEIGHT - TOP - BOTTOM}`, "aria-hidden": "true" });
  for (let row = 0; row < 5; ++row) {
    const y = TOP + PAD + (row * (HEIGHT - TOP - BOTTOM - 2 * PAD)) / 4;
    picture.append(drawn("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: "rule" }));
  }
  picture.append(drawn("path", { d: `M${LEFT + PAD} 56C120 72 150 132 220 138S330 152 ${WIDTH - RIGHT - PAD} 158`, class: "to-come" }));
  return picture;
}

/**
 * @param said - its texts; `pick` is called when a
 * game is selected
 */
export function plotFigure(plot: Plot, { title, empty, point, table, heads, cells, pick }: {title: string, empty: string, point: (place: number) => string, table: string, heads: [string, string], cells: (place: number) => [string, string], pick: (key: string) => void}): HTMLElement {
  const { points, across, up, ticksAcross, ticksUp, kind, name } = plot;
  const heading = node("h3", "", title);
  const figure = node("figure", `plot ${name}`, heading);
  if (!points.length) {
    figure.append(node("p", "", empty));
    return figure;
  }
  const x = (value: number) => LEFT + PAD + ((value - across[0]) / (across[1] - across[0] || 1)) * (WIDTH - LEFT - RIGHT - 2 * PAD);
  const y = (value: number) => HEIGHT - BOTTOM - PAD - ((value - up[0]) / (up[1] - up[0] || 1)) * (HEIGHT - TOP - BOTTOM - 2 * PAD);
  const picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "slider", tabindex: 0, "aria-label": title });
  for (const tick of ticksUp) {
    picture.append(drawn("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick.place), y2: y(tick.place), class: "rule" }));
    picture.append(drawn("text", { x: LEFT - 6, y: y(tick.place) + 4, "text-anchor": "end" }, tick.name));
  }
  for (const tick of ticksAcross) picture.append(drawn("text", { x: x(tick.place), y: HEIGHT - 22, "text-anchor": "middle" }, tick.name));
  // Axis names, placed away from the ticks.
  picture.append(drawn("text", { x: 4, y: 12, class: "axis" }, heads[1]));
  picture.append(drawn("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end", class: "axis" }, heads[0]));
  const at = points.map(([right, high]) => [x(right), y(high)]);
  if (kind === "line") {
    picture.append(drawn("path", { d: at.map(([right, high], place) => `${place ? "L" : "M"}${right.toFixed(1)} ${high.toFixed(1)}`).join(""), class: "line" }));
  }
  if (kind === "points" || points.length === 1) {
    const dot = ([right, high]: number[]) => `M${(right - 2.5).toFixed(1)} ${high.toFixed(1)}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0`;
    picture.append(drawn("path", { d: at.map(dot).join(""), class: "dots" }));
  }
  const ring = drawn("circle", { r: 5, class: "here" });
  picture.append(ring);
  const told = node("figcaption");
  let place = points.length - 1;
  const show = () => {
    ring.setAttribute("cx", at[place][0].toFixed(1));
    ring.setAttribute("cy", at[place][1].toFixed(1));
    told.textContent = point(place);
    picture.setAttribute("aria-valuenow", String(place + 1));
    picture.setAttribute("aria-valuetext", point(place));
  };
  picture.setAttribute("aria-valuemin", "1");
  picture.setAttribute("aria-valuemax", String(points.length));
  picture.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -points.length, End: points.length };
    const { key } = event as KeyboardEvent;
    if (key === "Enter") pick(plot.keys[place]);
    else if (Object.hasOwn(steps, key)) place = Math.min(Math.max(place + steps[key as keyof typeof steps], 0), points.length - 1);
    else return;
    event.preventDefault();
    show();
  });
  const nearest = (event: MouseEvent) => {
    const box = picture.getBoundingClientRect();
    const scale = WIDTH / box.width;
    const [right, high] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let found = 0;
    const far = (each: number) => Math.abs(at[each][0] - right) + (kind === "points" ? Math.abs(at[each][1] - high) : 0);
    for (let each = 1; each < at.length; ++each) if (far(each) < far(found)) found = each;
    return found;
  };
  picture.addEventListener("pointermove", (event) => {
    place = nearest(event as PointerEvent);
    show();
  });
  picture.addEventListener("click", (event) => {
    place = nearest(event as MouseEvent);
    show();
    pick(plot.keys[place]);
  });
  show();
  const rows = points.slice(-MOST_ROWS).map((_, row) => {
    const [first, second] = cells(row + Math.max(0, points.length - MOST_ROWS));
    return node("tr", "", node("td", "", first), node("td", "", second));
  });
  const head = node("tr", "", ...heads.map((text) => node("th", "", text)));
  const details = node("details", "", node("summary", "", table));
  // Build the table on demand.
  details.addEventListener("toggle", () => details.open && details.append(node("table", "", node("thead", "", head), node("tbody", "", ...rows))), { once: true });
  figure.append(picture as any, told, details);
  return figure;
}
