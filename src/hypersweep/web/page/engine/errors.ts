// Expected errors: one class, whose `kind` is the name of the error class in Python.

export type ErrorKind = "ParameterError" | "ShapeError" | "CellError" | "MineCountError" | "RulesError" | "LayoutError" | "ParseError" | "InconsistentViewError" | "BudgetExceededError" | "GenerationError" | "BoardTooLargeError" | "UnsupportedError" | "RecordError" | "BusyError" | "RefusedError";

/**
 * An expected error of the engine; the message says what was expected, what was found, and where.
 *
 * A cancelled request doesn't raise this error: it rejects with the reason of its AbortSignal.
 */
export class HypersweepError extends Error {
  detail;

  /**
   * @param kind - name of the error class in Python; "UnsupportedError" if this browser or engine lacks a feature
   * @param detail - data for programs, such as the contradicting clues; `what` names the text for players, and the
   * other values fill it in: see play/told.ts
   */
  constructor(public kind: ErrorKind, message: string, detail: Record<string, unknown> = {}) {
    super(message);
    this.name = kind;
    this.detail = { ...detail };
  }
}

/** A value as text for a message, shortened. */
export function shorten(value: unknown): string {
  let text;
  try {
    text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Check that a value is a whole number, at least `least` and below `below`, and return it. */
export function wholeNumber(value: unknown, name: string, least: number, below: number, kind: ErrorKind = "ParameterError", detail: Record<string, unknown> = { what: "number" }): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value >= below) {
    const message = `expected ${name} from ${least} to ${below - 1}, got ${shorten(value)}`;
    throw new HypersweepError(kind, message, { least, most: below - 1, got: value, ...detail });
  }
  return value;
}

/** Check that a value is one of some words, and return it. */
export function oneOf<Word extends string>(value: unknown, what: string, words: readonly Word[], kind: ErrorKind = "ParameterError"): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw new HypersweepError(kind, `expected ${what} of ${words.join(", ")}, got ${shorten(value)}`, { what: "word", words, got: value });
  }
  return found;
}
