// A plot that can be read with the mouse, by keyboard and as a table.

import { useEffect, useRef, useState } from "preact/hooks";
import { clockText } from "../play/clock.ts";
import type UPlot from "uplot";
import type { App } from "../app.ts";
import { TIME_STEPS, type Plot, type Unit } from "../play/plots.ts";

const HEIGHT = 226;
/** Maximum number of rows in the table of points. */
const MOST_ROWS = 200;

/** The texts of a plot; `point` describes one, `cells` are its two values. */
type PlotTexts = {
  title: string;
  /** a sentence below the title */ note?: string;
  empty: string;
  table: string;
  heads: [string, string];
  point: (place: number) => string;
  cells: (place: number) => [string, string];
};

/** A plot without points: its axes, and a placeholder for its line. */
export function EmptyPlot() {
  return (
    <svg viewBox="0 0 358 166" aria-hidden="true">
      {Array.from({ length: 5 }, (_, row) => <line class="rule" x1="0" x2="358" y1={8 + row * 37.5} y2={8 + row * 37.5} />)}
      <path class="to-come" d="M8 36C74 52 104 112 174 118S284 132 350 138" />
    </svg>
  );
}

export function PlotFigure({ app, plot, texts, pick }: { app: App; plot: Plot; texts: PlotTexts; pick: (key: string) => void }) {
  const count = plot.x.length;
  const [place, setPlace] = useState(count - 1);
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const { title, note, empty, table, heads, cells, point } = texts;

  useEffect(() => setPlace(count - 1), [plot]);
  useEffect(() => {
    if (!host.current || !count) return;
    const element = host.current;
    let isGone = false;
    const draw = async () => {
      const { default: Chart } = await import("uplot");
      if (isGone) return;
      chart.current?.destroy();
      chart.current = new Chart(optionsOf(app, Chart, plot, heads, element, setPlace), dataOf(plot), element);
    };
    void draw();
    const observer = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    // Colours on a canvas don't follow the theme, so draw it again.
    app.settings.addEventListener("change", draw);
    return () => {
      isGone = true;
      observer.disconnect();
      app.settings.removeEventListener("change", draw);
      chart.current?.destroy();
      chart.current = null;
    };
  }, [plot]);

  const press = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -count, End: count };
    const { key } = event;
    if (key === "Enter") pick(plot.keys[place]);
    else if (Object.hasOwn(steps, key)) {
      const next = Math.min(Math.max(place + steps[key as keyof typeof steps], 0), count - 1);
      setPlace(next);
      chart.current?.setCursor({ left: chart.current.valToPos(plot.x[next], "x"), top: chart.current.valToPos(plot.y[next], "y") }, false);
    } else return;
    event.preventDefault();
  };
  if (!count) return <figure class={`plot ${plot.name}`}><h3>{title}</h3><p>{empty}</p></figure>;
  const shown = Math.min(place, count - 1);
  return (
    <figure class={`plot ${plot.name}`}>
      <h3>{title}</h3>
      {note && <p>{note}</p>}
      <div class="drawing" ref={host} role="slider" tabIndex={0} aria-label={title} aria-valuemin={1} aria-valuemax={count} aria-valuenow={shown + 1}
        aria-valuetext={point(shown)} onKeyDown={press} onClick={() => pick(plot.keys[shown])} />
      <figcaption>{point(shown)}</figcaption>
      <PointTable count={count} summary={table} heads={heads} cells={cells} />
    </figure>
  );
}

/** The latest points as a table, built when it is opened. */
function PointTable({ count, summary, heads, cells }: { count: number; summary: string; heads: [string, string]; cells: PlotTexts["cells"] }) {
  const [isOpen, setOpen] = useState(false);
  const first = Math.max(0, count - MOST_ROWS);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && (
        <table>
          <thead><tr>{heads.map((head) => <th>{head}</th>)}</tr></thead>
          <tbody>{Array.from({ length: count - first }, (_, row) => <tr>{cells(first + row).map((cell) => <td>{cell}</td>)}</tr>)}</tbody>
        </table>
      )}
    </details>
  );
}

/** The data of a plot; a highlighted bar is drawn again over the others. */
function dataOf({ kind, x, y, marked }: Plot): UPlot.AlignedData {
  return kind === "bars" ? [x, y, y.map((value, place) => (place === marked ? value : null))] : [x, y];
}

function optionsOf(app: App, Chart: typeof UPlot, { kind, units, x, width = 0 }: Plot, heads: [string, string], element: HTMLElement, onPoint: (place: number) => void): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `11px ${style.fontFamily}`;
  const axis = (unit: Unit, label: string): UPlot.Axis => ({
    label,
    font,
    labelFont: `600 ${font}`,
    labelSize: 18,
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
    ...(unit === "time" ? { incrs: TIME_STEPS } : { incrs: [1, 2, 5].flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5].map((power) => step * power)).sort((one, other) => one - other) }),
    values: (_, splits) => splits.map((value) => textOf(app, unit, value)),
  });
  const bars = { paths: Chart.paths.bars?.({ size: [0.86, Infinity] }), points: { show: false } };
  const dots = { show: true, size: 6, fill: colour("--accent"), stroke: colour("--accent") };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, focus: { prox: 30 } },
    scales: {
      x: { time: false, range: (_, least, most) => (kind === "bars" ? [x[0] - width / 2, x[x.length - 1] + width / 2] : least === most ? [least - 1, most + 1] : [Math.min(least, units[0] === "time" ? 0 : 1), most]) },
      y: { range: (_, __, most) => [0, units[1] === "percent" ? 100 : Math.max(most * 1.05, 1)] },
    },
    axes: [{ ...axis(units[0], heads[0]), size: 28 }, { ...axis(units[1], heads[1]), size: 46 }],
    series: kind === "bars"
      ? [{}, { fill: colour("--line-strong"), ...bars }, { fill: colour("--accent"), ...bars }]
      : [{}, { stroke: colour("--accent"), width: 2, points: dots, ...(kind === "points" ? { paths: () => null } : { points: { ...dots, show: x.length === 1 } }) }],
    hooks: { setCursor: [(chart) => typeof chart.cursor.idx === "number" && onPoint(chart.cursor.idx)] },
  };
}

function textOf(app: App, unit: Unit, value: number) {
  if (unit === "percent") return `${value} %`;
  if (unit === "time" && value >= 60) return clockText(1000 * value);
  return `${app.messages.numbers.format(value)}${unit === "time" ? " s" : ""}`;
}
