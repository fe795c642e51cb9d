// The plots of the games on one board.

import { winRates, type PlayFigures } from "./statistics.ts";

/** The data of a plot, from left to right. */
export interface Plot {
  name: "times" | "rates" | "values" | "guesses";
  kind: "points" | "line";
  x: number[];
  y: number[];
  /** keys of the games behind the points */ keys: string[];
  /** units of the axes: a number, seconds, or a percentage */ units: [Unit, Unit];
}
export type Unit = "number" | "time" | "percent";

export const WINDOW = 20;

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
