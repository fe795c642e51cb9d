// @ts-check
// The rules, chosen before the game. Their text form is the same as that of Python's Rules.

import { HypersweepError, oneOf, shorten } from "./errors.js";

/** @typedef {"any" | "safe" | "opening"} FirstOpen */
/** @typedef {"allowed" | "never" | "punished"} Guess */
/** @typedef {"clue" | "pair" | "set" | "count"} Grade */

/** @type {readonly FirstOpen[]} */
export const FIRST_OPENS = ["any", "safe", "opening"];
/** @type {readonly Guess[]} */
export const GUESSES = ["allowed", "never", "punished"];
/** The hardest deduction that a board needs: from one clue, from two, from more, or from the number of mines. @type {readonly Grade[]} */
export const GRADES = ["clue", "pair", "set", "count"];

/**
 * @typedef {object} Rules
 * @property {FirstOpen} firstOpen - the promise for the first open
 * @property {boolean} flagProtectsClick - whether opening a flagged cell does nothing
 * @property {boolean} flagProtectsCascade - whether cascades leave flagged cells covered
 * @property {boolean} flagsOnOpen - whether open cells can be flagged
 * @property {boolean} flagToggles - whether flagging a flagged cell removes the flag
 * @property {boolean} chord - whether opening an open number with as many flags around it opens its other neighbours
 * @property {Guess} guess - how guesses are handled
 * @property {Grade | null} grade - with "never": the hardest deduction that the board may need; null for any
 * @property {boolean} exactly - whether it must need a deduction of that grade
 */

/** @type {Readonly<Rules>} */
export const CLASSIC = Object.freeze({
  firstOpen: "safe",
  flagProtectsClick: true,
  flagProtectsCascade: true,
  flagsOnOpen: false,
  flagToggles: true,
  chord: true,
  guess: "allowed",
  grade: null,
  exactly: false,
});

/** @type {Readonly<Record<string, Readonly<Rules>>>} */
export const RULES_BY_NAME = Object.freeze({
  classic: CLASSIC,
  windowed: Object.freeze({ ...CLASSIC, firstOpen: "any", flagProtectsClick: false, flagToggles: false }),
  esp: Object.freeze({ ...CLASSIC, flagProtectsClick: false, flagProtectsCascade: false, flagsOnOpen: true, chord: false }),
  comp2017: Object.freeze({ ...CLASSIC, firstOpen: "any", flagProtectsClick: false, flagProtectsCascade: false, chord: false }),
  hypermines: Object.freeze({ ...CLASSIC, firstOpen: "any", flagProtectsClick: false, flagProtectsCascade: false, chord: false }),
});

const SWITCH = /** @type {const} */ ({ on: true, off: false });

/** @type {readonly [string, keyof Rules, Readonly<Record<string, string | boolean | null>>][]} */
const WORDS = [
  ["first", "firstOpen", { any: "any", safe: "safe", opening: "opening" }],
  ["protect-click", "flagProtectsClick", SWITCH],
  ["protect-cascade", "flagProtectsCascade", SWITCH],
  ["flags-on-open", "flagsOnOpen", SWITCH],
  ["toggle", "flagToggles", SWITCH],
  ["chord", "chord", SWITCH],
  ["guess", "guess", { allowed: "allowed", never: "never", punished: "punished" }],
  ["grade", "grade", { any: null, clue: "clue", pair: "pair", set: "set", count: "count" }],
  ["exactly", "exactly", SWITCH],
];

/**
 * Check that rules can be combined, and return them in their normal form.
 * @param {Rules} rules
 * @returns {Readonly<Rules>}
 */
export function checkRules(rules) {
  oneOf(rules.firstOpen, "a first open", FIRST_OPENS, "RulesError");
  oneOf(rules.guess, "a guess", GUESSES, "RulesError");
  for (const name of /** @type {const} */ (["flagProtectsClick", "flagProtectsCascade", "flagsOnOpen", "flagToggles", "chord", "exactly"])) {
    if (typeof rules[name] !== "boolean") {
      throw new HypersweepError("ParameterError", `expected true or false for ${name}, got ${shorten(rules[name])}`, { what: "own_fault" });
    }
  }
  if (rules.flagProtectsClick && !rules.flagToggles) {
    const message = "expected flags that protect from clicks only where a second flag takes them away: a flagged cell could never be opened";
    throw new HypersweepError("RulesError", message, { what: "flags_lock" });
  }
  if (rules.grade !== null) {
    oneOf(rules.grade, "a grade", GRADES, "RulesError");
    if (rules.guess !== "never") {
      throw new HypersweepError("RulesError", `expected a grade only with guess "never", got ${shorten(rules.grade)}`, { what: "grade_needs_never" });
    }
  }
  if (rules.exactly && rules.grade === null) {
    throw new HypersweepError("RulesError", "expected exactly only with a grade, got true without one", { what: "exactly_needs_grade" });
  }
  if (rules.guess === "never" && rules.firstOpen === "any") {
    const message = 'expected guess "never" with a first open that is "safe" or an "opening", got "any"';
    throw new HypersweepError("RulesError", message, { what: "never_any" });
  }
  // Every board needs the easiest grade, and the hardest one excludes no board.
  const exactly = rules.exactly && rules.grade !== GRADES[0];
  return Object.freeze({ ...rules, exactly, grade: rules.grade === "count" && !exactly ? null : rules.grade });
}

/** The name of the rules' grade in messages: "needs_pair" if the board must need it. @param {Rules} rules @returns {string | null} */
export function gradeName({ grade, exactly }) {
  return exactly ? `needs_${grade}` : grade;
}

/**
 * The effective promise for the first open: with guess "punished" it is at least "safe".
 * @param {Rules} rules
 * @returns {FirstOpen}
 */
export function firstOpenPromise({ firstOpen, guess }) {
  return guess === "punished" && firstOpen === "any" ? "safe" : firstOpen;
}

/**
 * Parse rules: a name, followed by changes such as "first=any" or "chord=off".
 * @param {string} text
 * @returns {Readonly<Rules>}
 */
export function parseRules(text) {
  if (typeof text !== "string") {
    throw new HypersweepError("ParameterError", `expected the text of rules, got ${shorten(text)}`, { what: "own_fault" });
  }
  const [name, ...changes] = text.split(",");
  if (!Object.hasOwn(RULES_BY_NAME, name)) {
    const names = Object.keys(RULES_BY_NAME).join(", ");
    throw new HypersweepError("ParseError", `expected one of the rules ${names}, got ${shorten(name)}`, { what: "rules_name", names, got: name });
  }
  /** @type {Record<string, string | boolean | null>} */
  const found = {};
  for (const change of changes) {
    const equals = change.indexOf("=");
    const word = equals < 0 ? change : change.slice(0, equals);
    const own = WORDS.find((entry) => entry[0] === word);
    if (!own || Object.hasOwn(found, own[1])) {
      const words = WORDS.map((entry) => entry[0]).join(", ");
      const message = `expected one of ${words}, each once, got ${shorten(word)} in the rules`;
      throw new HypersweepError("ParseError", message, { what: own ? "rules_twice" : "rules_word", words, got: word });
    }
    const value = equals < 0 ? "" : change.slice(equals + 1);
    if (!Object.hasOwn(own[2], value)) {
      const known = Object.keys(own[2]);
      const message = `expected ${known.join(" or ")} for ${word}, got ${shorten(value)}`;
      throw new HypersweepError("ParseError", message, { what: "rules_value", known, word, got: value });
    }
    found[own[1]] = own[2][value];
  }
  try {
    return checkRules(/** @type {Rules} */ ({ ...RULES_BY_NAME[name], ...found }));
  } catch (error) {
    if (error instanceof HypersweepError) throw new HypersweepError("ParseError", error.message, error.detail);
    throw error;
  }
}

/**
 * The differences from the classic rules, in the format of Python's Rules.format.
 * @param {Rules} rules
 * @returns {string}
 */
export function formatRules(rules) {
  const own = checkRules(rules);
  const parts = ["classic"];
  for (const [word, name, values] of WORDS) {
    if (own[name] === CLASSIC[name]) continue;
    parts.push(`${word}=${Object.keys(values).find((text) => values[text] === own[name])}`);
  }
  return parts.join(",");
}

/**
 * Accept rules as an object or as text.
 * @param {Rules | string} rules
 * @returns {Readonly<Rules>}
 */
export function readRules(rules) {
  return typeof rules === "string" ? parseRules(rules) : checkRules(rules);
}
