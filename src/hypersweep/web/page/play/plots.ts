// The plots of the games on one board, and the ticks of their axes. Like Python's ui_model/plot_series.py.

import { winRates, type PlayFigures } from "./statistics.ts";

/** A tick: its position and its label, a number or a time in the unit of the axis. */
type Tick = { place: number; name: string };
/** The data of a plot. */
export interface Plot {
  name: "times" | "rates" | "values";
  kind: "points" | "line";
  /** horizontal and vertical coordinates */ points: [number, number][];
  /** range of the horizontal axis */ across: [number, number];
  up: [number, number];
  ticksAcross: Tick[];
  ticksUp: Tick[];
  /** key of the game behind each point */ keys: string[];
}

export const WINDOW = 20;
const MINUTE = 60;
const HOUR = 3600;
/** Steps of time axes, in seconds. */
const TIME_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, ...[1, 2, 5, 10, 20, 30].map((step) => MINUTE * step), ...[1, 2, 5].map((step) => HOUR * step)];

function multiples(step: number, most: number) {
  // Rounded, because 1.1 / 0.1 is slightly more than 11.
  const last = Math.ceil(Number((most / step).toFixed(9)));
  return Array.from({ length: last + 1 }, (_, number) => Number((number * step).toFixed(6)));
}

/**
 * Multiples of 1, 2 or 5 times a power of ten, from 0 up to the first that is at least `most`.
 * @param most - positive
 * @param count - maximum number of steps, at least 1
 */
export function numberTicks(most: number, count: number) {
  let power = 10 ** String(Math.trunc(most)).length;
  let fits = power;
  while (power > most / (10 * count) && power > 1e-6) {
    for (const step of [5, 2, 1]) if (step * power * count >= most) fits = step * power;
    power /= 10;
  }
  return multiples(fits, most);
}

/** A number without superfluous digits: 2.5, not 2.5000. */
function plain(value: number) {
  return String(Number(value.toPrecision(6)));
}

function timeName(seconds: number, step: number, most: number) {
  if (step >= HOUR) return `${plain(seconds / HOUR)} h`;
  if (step >= MINUTE) return `${plain(seconds / MINUTE)} min`;
  if (most >= MINUTE) return `${Math.floor(Math.trunc(seconds) / MINUTE)}:${String(Math.trunc(seconds) % MINUTE).padStart(2, "0")}`;
  return `${plain(seconds)} s`;
}

/**
 * Round times with labels, from 0 up to the first that is at least `seconds`.
 * @param seconds - positive
 * @param count - maximum number of steps, at least 1
 */
export function timeTicks(seconds: number, count: number): Tick[] {
  let step = TIME_STEPS.find((each) => each * count >= seconds);
  let places;
  if (step === undefined) {
    // For longer times, use round numbers of hours.
    places = numberTicks(seconds / HOUR, count).map((hours) => HOUR * hours);
    step = places[1];
  } else {
    places = multiples(step, seconds);
  }
  const own = step;
  return places.map((place) => ({ place, name: timeName(place, own, places[places.length - 1]) }));
}

/** Round numbers of games, starting with 1 or 2. */
export function gameTicks(games: number, count: number) {
  if (games <= count) return Array.from({ length: games }, (_, place) => place + 1);
  const round = numberTicks(games, count).filter((number) => number > 1 && number <= games);
  // Label the first game too, unless that is right next to the next tick.
  return round[0] === 2 ? round : [1, ...round];
}

function named(places: readonly number[]): Tick[] {
  return places.map((place) => ({ place, name: plain(place) }));
}

function acrossGames(games: number, count: number) {
  // Put a single game in the middle.
  const across = (games > 1 ? [1, games] : [0, 2]) as [number, number];
  return { across, ticksAcross: named(gameTicks(games, count)) };
}

/**
 * The times of the games won without help, against the number of the game.
 * @param steps - maximum number of steps on each axis
 */
export function plotTimes(figures: PlayFigures, steps: {across: number, up: number}): Plot {
  const seconds = figures.times.map((time) => time / 1000);
  const ticksUp = seconds.length ? timeTicks(seconds.reduce((most, time) => Math.max(most, time), 0.01), steps.up) : [];
  return {
    name: "times",
    kind: "points",
    points: seconds.map((time, place) => [figures.numbers[place], time]),
    up: [0, ticksUp.at(-1)?.place ?? 1],
    ticksUp,
    keys: figures.ranked.map(({ key }) => key),
    ...acrossGames(figures.games, steps.across),
  };
}

/** The share of games won among the latest 20, against the number of the game. */
export function plotRates(figures: PlayFigures, steps: {across: number, up: number}): Plot {
  const rates = winRates(figures.isWon, WINDOW);
  return {
    name: "rates",
    kind: "line",
    points: rates.map((rate, place) => [place + 1, rate]),
    up: [0, 100],
    ticksUp: numberTicks(100, Math.min(5, steps.up)).map((place) => ({ place, name: `${place} %` })),
    keys: figures.played.map(({ key }) => key),
    ...acrossGames(figures.games, steps.across),
  };
}

/** 3BV against time, of the games won without help. */
export function plotValues(figures: PlayFigures, steps: {across: number, up: number}): Plot {
  const known = figures.ranked.filter(({ threeBV }) => threeBV !== null);
  const points = known.map(({ threeBV, milliseconds }) => [milliseconds / 1000, threeBV ?? 0] as [number, number]);
  const most = (axis: number, least: number) => points.reduce((found, point) => Math.max(found, point[axis]), least);
  const ticksAcross = points.length ? timeTicks(most(0, 0.01), Math.min(steps.across, 6)) : [];
  const ticksUp = points.length ? named(numberTicks(most(1, 1), steps.up)) : [];
  return {
    name: "values",
    kind: "points",
    points,
    across: [0, ticksAcross.at(-1)?.place ?? 1],
    up: [0, ticksUp.at(-1)?.place ?? 1],
    ticksAcross,
    ticksUp,
    keys: known.map(({ key }) => key),
  };
}
