// @ts-check
// The player's preferences for all boards: first open and guesses. As in ui_model/rule_preferences.py, an option for
// one board fails if it can't be met; a saved preference falls back, with a remark.

import { WISHES } from "../data/boards.js";
import { CLASSIC, checkRules, parseRules } from "../engine/rules.js";
import { hasRoom, mayNeedNoGuess, twins, usualFirstOpen } from "./boards.js";

/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** @typedef {"first_open" | "guess"} WishName */
/** The player's settings; "" for the default. @typedef {Record<WishName, string>} Wishes */
/** A remark: the name of its text in the part "start", with its values. @typedef {{name: string, values: Record<string, any>}} Remark */

// On larger boards the search for a no-guess board takes a second or more, and mostly fails.
const MOST_CELLS = 2 ** 18;

/** @type {readonly WishName[]} */
export const WISH_NAMES = ["first_open", "guess"];

/** The saved preferences. Values unknown to this version count as not set. @param {import("../settings.js").Settings} settings @returns {Wishes} */
export function savedWishes(settings) {
  const saved = (/** @type {WishName} */ name) => (WISHES[name].includes(settings.get(name)) ? settings.get(name) : "");
  return { first_open: saved("first_open"), guess: saved("guess") };
}

/** The next value of a setting, wrapping around. @param {WishName} name @param {string} wish */
export function nextWish(name, wish) {
  return WISHES[name][(WISHES[name].indexOf(wish) + 1) % WISHES[name].length];
}

/** The classic rules with a preference for guesses. @param {string} wish */
function guessRules(wish) {
  return wish ? parseRules(`classic,guess=${wish}`) : CLASSIC;
}

/**
 * The rules with preferences applied where nothing explicit was said, and the remarks about that.
 * @param {Rules} rules - explicit rules for this board
 * @param {Shape} shape
 * @param {number} mines
 * @param {Wishes} wishes
 * @param {readonly WishName[]} left - preferences without an explicit value
 * @returns {{rules: Rules, remarks: Remark[]}}
 */
export function settle(rules, shape, mines, wishes, left) {
  /** @type {Remark[]} */
  const remarks = [];
  const remark = (/** @type {string} */ name, /** @type {Record<string, any>} */ values = {}) => void remarks.push({ name, values });
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
    const firstOpen = /** @type {"opening" | "safe"} */ (wishes.first_open || usualFirstOpen(shape, mines, own.guess));
    if (firstOpen !== own.firstOpen && !hasRoom(shape, mines, firstOpen)) remark("remarkRoom", { mines });
    else own.firstOpen = firstOpen;
  }
  return { rules: checkRules(own), remarks };
}
