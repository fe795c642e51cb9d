// @ts-check
// Unnecessary guesses in the latest games, as a plot.

import { gameTicks, numberTicks } from "../play/plots.js";

/** @typedef {import("../play/plots.js").Plot} Plot */
/** @typedef {{id: string, unneeded_guesses?: number | null}} Game */

/**
 * Number of unnecessary guesses in each reviewed game, earliest first.
 * @param {readonly Game[]} games - latest first
 * @param {{across: number, up: number}} steps - maximum number of steps on each axis
 * @returns {Omit<Plot, "name"> & {name: "guesses"}}
 */
export function plotGuesses(games, { across, up }) {
  const reviewed = games.filter(({ unneeded_guesses: unneeded }) => typeof unneeded === "number").reverse();
  const counts = reviewed.map(({ unneeded_guesses: unneeded }) => unneeded ?? 0);
  const most = counts.reduce((found, count) => Math.max(found, count), 1);
  const places = numberTicks(most, up).filter(Number.isInteger);
  const ticks = (/** @type {number[]} */ all) => all.map((place) => ({ place, name: String(place) }));
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
