// The rules, chosen before the game. Their text form is the same as that of Python's Rules.

import { HypersweepError, oneOf, shorten } from "./errors.ts";

export type FirstOpen = "any" | "safe" | "opening";
type Guess = "allowed" | "never" | "punished";
export type Grade = "clue" | "pair" | "set" | "count";

export const FIRST_OPENS: readonly FirstOpen[] = ["any", "safe", "opening"];
export const GUESSES: readonly Guess[] = ["allowed", "never", "punished"];
/** The hardest deduction that a board needs: from one clue, from two, from more, or from the number of mines. */
export const GRADES: readonly Grade[] = ["clue", "pair", "set", "count"];

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

export const CLASSIC: Readonly<Rules> = Object.freeze({
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

export const RULES_BY_NAME: Readonly<Record<string, Readonly<Rules>>> = Object.freeze({
  classic: CLASSIC,
  windowed: Object.freeze({ ...CLASSIC, firstOpen: "any", flagProtectsClick: false, flagToggles: false }),
  esp: Object.freeze({ ...CLASSIC, flagProtectsClick: false, flagProtectsCascade: false, flagsOnOpen: true, chord: false }),
  comp2017: Object.freeze({ ...CLASSIC, firstOpen: "any", flagProtectsClick: false, flagProtectsCascade: false, chord: false }),
  hypermines: Object.freeze({ ...CLASSIC, firstOpen: "any", flagProtectsClick: false, flagProtectsCascade: false, chord: false }),
});

const SWITCH = { on: true, off: false } as const;

const WORDS: readonly [string, keyof Rules, Readonly<Record<string, string | boolean | null>>][] = [
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

/** Check that rules can be combined, and return them in their normal form. */
export function checkRules(rules: Rules): Readonly<Rules> {
  oneOf(rules.firstOpen, "a first open", FIRST_OPENS, "RulesError");
  oneOf(rules.guess, "a guess", GUESSES, "RulesError");
  for (const name of ["flagProtectsClick", "flagProtectsCascade", "flagsOnOpen", "flagToggles", "chord", "exactly"] as const) {
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
  if (typeof text !== "string") {
    throw new HypersweepError("ParameterError", `expected the text of rules, got ${shorten(text)}`, { what: "own_fault" });
  }
  const [name, ...changes] = text.split(",");
  if (!Object.hasOwn(RULES_BY_NAME, name)) {
    const names = Object.keys(RULES_BY_NAME).join(", ");
    throw new HypersweepError("ParseError", `expected one of the rules ${names}, got ${shorten(name)}`, { what: "rules_name", names, got: name });
  }
  const found: Record<string, string | boolean | null> = {};
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
    return checkRules({ ...RULES_BY_NAME[name], ...found } as Rules);
  } catch (error) {
    if (error instanceof HypersweepError) throw new HypersweepError("ParseError", error.message, error.detail);
    throw error;
  }
}

/** The differences from the classic rules, in the format of Python's Rules.format. */
export function formatRules(rules: Rules): string {
  const own = checkRules(rules);
  const parts = ["classic"];
  for (const [word, name, values] of WORDS) {
    if (own[name] === CLASSIC[name]) continue;
    parts.push(`${word}=${Object.keys(values).find((text) => values[text] === own[name])}`);
  }
  return parts.join(",");
}

/** Accept rules as an object or as text. */
export function readRules(rules: Rules | string): Readonly<Rules> {
  return typeof rules === "string" ? parseRules(rules) : checkRules(rules);
}
