// Unnecessary guesses in the latest games, as a plot.

import { gameTicks, numberTicks, type Plot } from "../play/plots.ts";

type Game = { id: string; unneeded_guesses?: number | null };

/**
 * Number of unnecessary guesses in each reviewed game, earliest first.
 * @param games - latest first
 * @param steps - maximum number of steps on each axis
 */
export function plotGuesses(games: readonly Game[], { across, up }: {across: number, up: number}): Omit<Plot, "name"> & {name: "guesses"} {
  const reviewed = games.filter(({ unneeded_guesses: unneeded }) => typeof unneeded === "number").reverse();
  const counts = reviewed.map(({ unneeded_guesses: unneeded }) => unneeded ?? 0);
  const most = counts.reduce((found, count) => Math.max(found, count), 1);
  const places = numberTicks(most, up).filter(Number.isInteger);
  const ticks = (all: number[]) => all.map((place) => ({ place, name: String(place) }));
  return {
    name: "guesses",
    kind: "points",
    points: counts.map((count, place) => [place + 1, count]),
    across: counts.length > 1 ? [1, counts.length] : [0, 2],
    up: [0, Math.max(most, places.at(-1) ?? 1)],
    ticksAcross: ticks(gameTicks(counts.length, across)),
    ticksUp: ticks(places),
    keys: reviewed.map(({ id }) => id),
  };
}
