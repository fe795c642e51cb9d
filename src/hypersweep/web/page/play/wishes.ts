// The player's preferences for all boards: first open and guesses. As in ui_model/rule_preferences.py, an option for
// one board fails if it can't be met; a saved preference falls back, with a remark.

import { WISHES } from "../data/boards.ts";
import { hasRoom, mayNeedNoGuess, twins } from "../engine/mine_counts.ts";
import { CLASSIC, checkRules, parseRules, type Rules } from "../engine/rules.ts";
import { usualFirstOpen } from "./boards.ts";
import type { Shape } from "../engine/shape.ts";
import type { Settings } from "../settings.ts";

export type WishName = "first_open" | "guess";
/** The player's settings; "" for the default. */
export type Wishes = Record<WishName, string>;
/** A remark: the name of its text in the part "start", with its values. */
export type Remark = { name: string; values: Record<string, any> };

// On larger boards the search for a no-guess board takes a second or more, and mostly fails.
const MOST_CELLS = 2 ** 18;

export const WISH_NAMES: readonly WishName[] = ["first_open", "guess"];

/** The saved preferences. Values unknown to this version count as not set. */
export function savedWishes(settings: Settings): Wishes {
  const saved = (name: WishName) => (WISHES[name].includes(settings.get(name)) ? settings.get(name) : "");
  return { first_open: saved("first_open"), guess: saved("guess") };
}

/** The end of the name of a text about a wish: "never_grade_set", "usual" for the default. */
export function wishText(wish: string) {
  return wish.replace(/\W/g, "_") || "usual";
}

/** The next value of a setting, wrapping around. */
export function nextWish(name: WishName, wish: string) {
  return WISHES[name][(WISHES[name].indexOf(wish) + 1) % WISHES[name].length];
}

/** The classic rules with a preference for guesses. */
function guessRules(wish: string) {
  return wish ? parseRules(`classic,guess=${wish}`) : CLASSIC;
}

/**
 * The rules with preferences applied where nothing explicit was said, and the remarks about that.
 * @param rules - explicit rules for this board
 * @param left - preferences without an explicit value
 */
export function settle(rules: Rules, shape: Shape, mines: number, wishes: Wishes, left: readonly WishName[]): {rules: Rules, remarks: Remark[]} {
  const remarks: Remark[] = [];
  const remark = (name: string, values: Record<string, any> = {}) => void remarks.push({ name, values });
  let own = { ...rules };
  // If the board has no room for the preferred promise, fall back.
  if (left.includes("first_open")) own.firstOpen = CLASSIC.firstOpen;
  if (left.includes("guess")) {
    Object.assign(own, { guess: "allowed", grade: null, exactly: false });
    const wished = guessRules(wishes.guess);
    if (wished.guess === "never" && own.firstOpen === "any") remark("remarkAny");
    else if (wishes.guess && shape.cells > MOST_CELLS) remark("remarkLarge", { cells: MOST_CELLS });
    else if (wished.guess === "never" && !mayNeedNoGuess(shape, mines, "opening")) remark("remarkTwins", { group: twins(shape) });
    else Object.assign(own, { guess: wished.guess, grade: wished.grade, exactly: wished.exactly });
  }
  if (left.includes("first_open")) {
    const firstOpen = (wishes.first_open || usualFirstOpen(shape, mines, own.guess)) as "opening" | "safe";
    if (firstOpen !== own.firstOpen && !hasRoom(shape, mines, firstOpen)) remark("remarkRoom", { mines });
    else own.firstOpen = firstOpen;
  }
  return { rules: checkRules(own), remarks };
}
