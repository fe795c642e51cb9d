// The player's preferences for all boards: first open and guesses. As in ui_model/rule_preferences.py, an option for
// one board fails if it can't be met; a saved preference falls back, with a remark.

import { MOST_GUESS_CELLS, PREFERENCES } from "../data/boards.ts";
import { hasRoom, mayNeedNoGuess, twins } from "../engine/mine_counts.ts";
import { CLASSIC, checkRules, parseRules, type Rules } from "../engine/rules.ts";
import { usualFirstOpen } from "./boards.ts";
import type { Shape } from "../engine/shape.ts";
import type { Settings } from "../settings.ts";

export type PreferenceName = "first_open" | "guess";
/** The player's settings; "" for the default. */
export type RulePreferences = Record<PreferenceName, string>;
/** A remark: its message key in the part "start", and the values to insert. */
export type Remark = { name: string; values: Record<string, any> };

export const PREFERENCE_NAMES: readonly PreferenceName[] = ["first_open", "guess"];

/** The saved preferences. Values unknown to this version count as not set. */
export function savedPreferences(settings: Settings): RulePreferences {
  const saved = (name: PreferenceName) => (PREFERENCES[name].includes(settings.get(name)) ? settings.get(name) : "");
  return { first_open: saved("first_open"), guess: saved("guess") };
}

/** The end of the message key for a preference: "never_grade_set", "usual" for the default. */
export function preferenceText(preference: string) {
  return preference.replace(/\W/g, "_") || "usual";
}

/** The next value of a setting, wrapping around. */
export function nextPreference(name: PreferenceName, preference: string) {
  return PREFERENCES[name][(PREFERENCES[name].indexOf(preference) + 1) % PREFERENCES[name].length];
}

function guessRules(preference: string) {
  return preference ? parseRules(`classic,guess=${preference}`) : CLASSIC;
}

/**
 * The rules with preferences applied where no explicit choice was made, and the remarks about that.
 * @param rules - explicit rules for this board
 * @param left - preferences without an explicit value
 */
export function settle(rules: Rules, shape: Shape, mines: number, preferences: RulePreferences, left: readonly PreferenceName[]): {rules: Rules, remarks: Remark[]} {
  const remarks: Remark[] = [];
  const remark = (name: string, values: Record<string, any> = {}) => void remarks.push({ name, values });
  let own = { ...rules };
  // Start with the fallback, in case the board has no space for the preferred promise.
  if (left.includes("first_open")) own.firstOpen = CLASSIC.firstOpen;
  if (left.includes("guess")) {
    Object.assign(own, { guess: "allowed", grade: null, exactly: false });
    const wanted = guessRules(preferences.guess);
    if (wanted.guess === "never" && own.firstOpen === "any") remark("remarkAny");
    else if (preferences.guess && shape.cells > MOST_GUESS_CELLS) remark("remarkLarge", { cells: MOST_GUESS_CELLS });
    else if (wanted.guess === "never" && !mayNeedNoGuess(shape, mines, "opening")) remark("remarkTwins", { group: twins(shape) });
    else Object.assign(own, { guess: wanted.guess, grade: wanted.grade, exactly: wanted.exactly });
  }
  if (left.includes("first_open")) {
    const firstOpen = (preferences.first_open || usualFirstOpen(shape, mines, own.guess)) as "opening" | "safe";
    if (firstOpen !== own.firstOpen && !hasRoom(shape, mines, firstOpen)) remark("remarkRoom", { mines });
    else own.firstOpen = firstOpen;
  }
  return { rules: checkRules(own), remarks };
}
