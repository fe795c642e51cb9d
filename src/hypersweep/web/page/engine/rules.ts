// The rules, chosen before the game. Their text form is the same as that of Python's Rules.

import * as data from "../data/rules.ts";
import { HypersweepError, oneOf } from "./errors.ts";

export type FirstOpen = "any" | "safe" | "opening";
type Guess = "allowed" | "never" | "punished";
export type Grade = "clue" | "pair" | "set" | "count";

export const FIRST_OPENS = data.FIRST_OPENS as readonly FirstOpen[];
export const GUESSES = data.GUESSES as readonly Guess[];
/** The hardest deduction that a board needs: from one clue, from two, from more, or from the number of mines. */
export const GRADES = data.GRADES as readonly Grade[];

export interface Rules {
  /** the promise for the first open */ firstOpen: FirstOpen;
  /** whether opening a flagged cell does nothing */ flagProtectsClick: boolean;
  /** whether cascades leave flagged cells covered */ flagProtectsCascade: boolean;
  /** whether open cells can be flagged */ flagsOnOpen: boolean;
  /** whether flagging a flagged cell removes the flag */ flagToggles: boolean;
  /** whether opening an open number with as many flags around it opens its other neighbours */ chord: boolean;
  /** how guesses are handled */ guess: Guess;
  /** with "never": the hardest deduction that the board may need; null for any */ grade: Grade | null;
  /** whether it must need a deduction of that grade */ exactly: boolean;
}

type Value = string | boolean | null;

/** For each key of the text form its rule, the rule's value in classic games, and all values by their words. */
const WORDS: Readonly<Record<string, {rule: string, usual: Value, values: Readonly<Record<string, Value>>}>> = data.RULE_WORDS;

export const CLASSIC = Object.freeze(Object.fromEntries(Object.values(WORDS).map(({ rule, usual }) => [rule, usual]))) as unknown as Readonly<Rules>;

/** Check that rules can be combined, and return them in their normal form. */
export function checkRules(rules: Rules): Readonly<Rules> {
  oneOf(rules.firstOpen, FIRST_OPENS, "RulesError");
  oneOf(rules.guess, GUESSES, "RulesError");
  if (rules.flagProtectsClick && !rules.flagToggles) throw new HypersweepError("RulesError", { what: "flags_lock" });
  if (rules.grade !== null) {
    oneOf(rules.grade, GRADES, "RulesError");
    if (rules.guess !== "never") throw new HypersweepError("RulesError", { what: "grade_needs_never" });
  }
  if (rules.exactly && rules.grade === null) throw new HypersweepError("RulesError", { what: "exactly_needs_grade" });
  if (rules.guess === "never" && rules.firstOpen === "any") {
    throw new HypersweepError("RulesError", { what: "never_any" });
  }
  // Every board needs the easiest grade, and the hardest one excludes no board.
  const exactly = rules.exactly && rules.grade !== GRADES[0];
  return Object.freeze({ ...rules, exactly, grade: rules.grade === "count" && !exactly ? null : rules.grade });
}

/** The name of the rules' grade in messages: "needs_pair" if the board must need it. */
export function gradeName({ grade, exactly }: Rules): string | null {
  return exactly ? `needs_${grade}` : grade;
}

/** The effective promise for the first open: with guess "punished" it is at least "safe". */
export function firstOpenPromise({ firstOpen, guess }: Rules): FirstOpen {
  return guess === "punished" && firstOpen === "any" ? "safe" : firstOpen;
}

/** Parse rules: a name, followed by changes such as "first=any" or "chord=off". */
export function parseRules(text: string): Readonly<Rules> {
  const [name, ...changes] = text.split(",");
  if (!Object.hasOwn(data.RULE_TEXTS, name)) {
    const names = Object.keys(data.RULE_TEXTS).join(", ");
    throw new HypersweepError("ParseError", { what: "rules_name", names, got: name });
  }
  const found: Record<string, Value> = {};
  for (const change of changes) {
    const equals = change.indexOf("=");
    const word = equals < 0 ? change : change.slice(0, equals);
    const own = Object.hasOwn(WORDS, word) ? WORDS[word] : null;
    if (!own || Object.hasOwn(found, own.rule)) {
      const words = Object.keys(WORDS).join(", ");
      throw new HypersweepError("ParseError", { what: own ? "rules_twice" : "rules_word", words, got: word });
    }
    const value = equals < 0 ? "" : change.slice(equals + 1);
    if (!Object.hasOwn(own.values, value)) {
      const known = Object.keys(own.values);
      throw new HypersweepError("ParseError", { what: "rules_value", known, word, got: value });
    }
    found[own.rule] = own.values[value];
  }
  try {
    return checkRules({ ...(name === "classic" ? CLASSIC : RULES_BY_NAME[name]), ...found });
  } catch (error) {
    if (error instanceof HypersweepError) throw new HypersweepError("ParseError", error.detail);
    throw error;
  }
}

export const RULES_BY_NAME: Readonly<Record<string, Readonly<Rules>>> = Object.fromEntries(
  Object.entries(data.RULE_TEXTS).map(([name, text]) => [name, parseRules(text)]),
);

/** The differences from the classic rules, in the format of Python's Rules.format. */
export function formatRules(rules: Rules): string {
  const own = checkRules(rules);
  const parts = ["classic"];
  for (const [word, { rule, usual, values }] of Object.entries(WORDS)) {
    const value = own[rule as keyof Rules];
    if (value !== usual) parts.push(`${word}=${Object.keys(values).find((text) => values[text] === value)}`);
  }
  return parts.join(",");
}

export function readRules(rules: Rules | string): Readonly<Rules> {
  return typeof rules === "string" ? parseRules(rules) : checkRules(rules);
}
