// Unnecessary guesses in the latest games, as a plot.

import type { Plot } from "../play/plots.ts";

type Game = { id: string; unneeded_guesses?: number | null };

/**
 * Number of unnecessary guesses in each reviewed game, earliest first.
 * @param games - latest first
 */
export function plotGuesses(games: readonly Game[]): Plot {
  const reviewed = games.filter(({ unneeded_guesses: unneeded }) => typeof unneeded === "number").reverse();
  return {
    name: "guesses",
    kind: "points",
    x: reviewed.map((_, place) => place + 1),
    y: reviewed.map(({ unneeded_guesses: unneeded }) => unneeded ?? 0),
    keys: reviewed.map(({ id }) => id),
    units: ["number", "number"],
  };
}
