// The plots of the games on one board.

import { winRates, type PlayFigures } from "./statistics.ts";

/** The data of a plot, from left to right. */
export interface Plot {
  name: "times" | "rates" | "values" | "guesses" | "spread";
  kind: "points" | "line" | "bars";
  x: number[];
  y: number[];
  /** keys of the games behind the points */ keys: string[];
  /** units of the axes: a number, seconds, or a percentage */ units: [Unit, Unit];
  /** of bars */ width?: number;
  /** index of the highlighted bar, or -1 */ marked?: number;
}
export type Unit = "number" | "time" | "percent";

export const WINDOW = 20;
/** Maximum number of bars for times. */
const BARS = 15;
/** Steps of time axes, in seconds. */
export const TIME_STEPS = [0.1, 0.2, 0.5, ...[1, 60, 3600].flatMap((unit) => [1, 2, 5, 10, 20, 30].map((step) => step * unit))];

/** @param points - coordinates across and up, and the key of the game */
export function plotOf(name: Plot["name"], kind: Plot["kind"], units: Plot["units"], points: readonly (readonly [number, number, string])[]): Plot {
  return { name, kind, x: points.map(([x]) => x), y: points.map(([, y]) => y), keys: points.map(([, , key]) => key), units };
}

/** The times of the games won without help, against the number of the game. */
export function plotTimes({ ranked, numbers }: PlayFigures) {
  return plotOf("times", "points", ["number", "time"], ranked.map(({ milliseconds, key }, place) => [numbers[place], milliseconds / 1000, key]));
}

/** The share of games won among the latest 20, against the number of the game. */
export function plotRates({ played, isWon }: PlayFigures) {
  const rates = winRates(isWon, WINDOW);
  return plotOf("rates", "line", ["number", "percent"], played.map(({ key }, place) => [place + 1, rates[place], key]));
}

/** 3BV against time, of the games won without help. */
export function plotValues({ ranked }: PlayFigures) {
  const known = ranked.filter(({ threeBV }) => threeBV !== null).sort((one, other) => one.milliseconds - other.milliseconds);
  return plotOf("values", "points", ["time", "number"], known.map(({ milliseconds, threeBV, key }) => [milliseconds / 1000, threeBV ?? 0, key]));
}

/** The distribution of the times of games won without help; the bar of the latest one is highlighted. */
export function plotSpread({ times, ranked }: PlayFigures): Plot {
  const seconds = times.map((time) => time / 1000);
  const [least, most] = seconds.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [Infinity, 0]);
  const width = TIME_STEPS.find((step) => Math.floor(most / step) - Math.floor(least / step) < BARS) ?? Math.max(most / BARS, 1);
  const first = Math.floor(least / width);
  const y = Array.from({ length: times.length && Math.floor(most / width) - first + 1 }, () => 0);
  const keys = y.map(() => "");
  let marked = -1;
  for (const [place, time] of seconds.entries()) {
    marked = Math.floor(time / width) - first;
    y[marked] += 1;
    keys[marked] = ranked[place].key;
  }
  return { name: "spread", kind: "bars", x: y.map((_, bar) => (first + bar + 0.5) * width), y, keys, units: ["time", "number"], width, marked };
}

/** Guesses that weren't needed in each reviewed game, against the number of the game. */
export function plotGuesses({ played }: PlayFigures) {
  const points = played.flatMap(({ unneeded, key }, place) => (unneeded === undefined ? [] : [[place + 1, unneeded, key] as const]));
  return plotOf("guesses", "points", ["number", "number"], points);
}
