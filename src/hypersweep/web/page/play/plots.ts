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
  /** the place of the bar that stands out, or -1 */ marked?: number;
}
export type Unit = "number" | "time" | "percent";

export const WINDOW = 20;
/** Maximum number of bars for times. */
const BARS = 15;
/** Steps of time axes, in seconds. */
export const TIME_STEPS = [0.1, 0.2, 0.5, ...[1, 60, 3600].flatMap((unit) => [1, 2, 5, 10, 20, 30].map((step) => step * unit))];

/** The times of the games won without help, against the number of the game. */
export function plotTimes(figures: PlayFigures): Plot {
  return {
    name: "times",
    kind: "points",
    x: figures.numbers,
    y: figures.times.map((time) => time / 1000),
    keys: figures.ranked.map(({ key }) => key),
    units: ["number", "time"],
  };
}

/** The share of games won among the latest 20, against the number of the game. */
export function plotRates(figures: PlayFigures): Plot {
  return {
    name: "rates",
    kind: "line",
    x: figures.played.map((_, place) => place + 1),
    y: winRates(figures.isWon, WINDOW),
    keys: figures.played.map(({ key }) => key),
    units: ["number", "percent"],
  };
}

/** 3BV against time, of the games won without help. */
export function plotValues(figures: PlayFigures): Plot {
  const known = figures.ranked.filter(({ threeBV }) => threeBV !== null).sort((one, other) => one.milliseconds - other.milliseconds);
  return {
    name: "values",
    kind: "points",
    x: known.map(({ milliseconds }) => milliseconds / 1000),
    y: known.map(({ threeBV }) => threeBV ?? 0),
    keys: known.map(({ key }) => key),
    units: ["time", "number"],
  };
}

/** How many games won without help took how long; the bar of the latest one stands out. */
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
export function plotGuesses({ played }: PlayFigures): Plot {
  const known = played.map((row, place) => ({ row, number: place + 1 })).filter(({ row }) => row.unneeded !== undefined);
  return {
    name: "guesses",
    kind: "points",
    x: known.map(({ number }) => number),
    y: known.map(({ row }) => row.unneeded ?? 0),
    keys: known.map(({ row }) => row.key),
    units: ["number", "number"],
  };
}
