// Expected errors: one class, whose `kind` is the name of the error class in Python.

export type ErrorKind = "ParameterError" | "ShapeError" | "CellError" | "MineCountError" | "RulesError" | "LayoutError" | "ParseError" | "InconsistentViewError" | "BudgetExceededError" | "GenerationError" | "BoardTooLargeError" | "UnsupportedError" | "RecordError" | "BusyError" | "RefusedError";

/** `what` selects the message for players, and the other values fill in its placeholders: see play/error_text.ts. */
export type Detail = { [name: string]: unknown };

/**
 * An expected error of the engine. Its message, for logs, is made from its detail.
 *
 * A cancelled request doesn't raise this error: it rejects with the reason of its AbortSignal.
 */
export class HypersweepError extends Error {
  detail: Detail;

  /**
   * @param kind - name of the error class in Python; "UnsupportedError" if this browser or engine lacks a feature
   * @param about - the detail, or a text for players
   */
  constructor(public kind: ErrorKind, about: Detail | string) {
    super(typeof about === "string" ? about : describe(about));
    this.name = kind;
    this.detail = typeof about === "string" ? {} : { ...about };
  }
}

/** Whether an error is an expected one of some kinds. */
export function isKind(error: unknown, ...kinds: ErrorKind[]): error is HypersweepError {
  return error instanceof HypersweepError && kinds.includes(error.kind);
}

function describe({ what, ...values }: Detail) {
  return [what, ...Object.entries(values).map(([name, value]) => `${name}=${shorten(value)}`)].join(" ");
}

export function shorten(value: unknown): string {
  let text;
  try {
    text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The error for an invalid call by the page's own code. */
export function ownFault(expected: string, got?: unknown, kind: ErrorKind = "ParameterError") {
  return new HypersweepError(kind, { what: "own_fault", expected, got });
}

/** Check that a value is a whole number, at least `least` and below `below`, and return it. */
export function wholeNumber(value: unknown, least: number, below: number, kind: ErrorKind = "ParameterError", detail: Detail = { what: "number" }): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value >= below) {
    throw new HypersweepError(kind, { least, most: below - 1, got: value, ...detail });
  }
  return value;
}

export function oneOf<Word extends string>(value: unknown, words: readonly Word[], kind: ErrorKind = "ParameterError"): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new HypersweepError(kind, { what: "word", words, got: value });
  return found;
}
