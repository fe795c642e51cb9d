// Every text of the page by name, in the player's language.
//
// Each part of the page has a file of texts per language, such as messages/en/game.ftl, in the syntax of Fluent
// (https://projectfluent.org). Missing translations fall back to English. The build turns each folder into
// two scripts of parsed texts: those needed up to the first move, and all others.

import {
  FluentBundle,
  FluentNumber,
  type FluentFunction,
  type FluentResource,
  type FluentValue,
  type Scope,
} from "@fluent/bundle";
import english, { type Pattern } from "texts:en";
import languages from "texts:languages";

/** The available languages by code, each with its name in that language. */
export const LANGUAGES = Object.fromEntries(Object.entries(languages).map(([id, { name }]) => [id, name]));

/** The language to use: the chosen one, otherwise the first available one among the browser's preferences. */
function languageOf(chosen: unknown, preferred: readonly string[] = navigator.languages) {
  const names = [chosen, ...preferred].map((name) => String(name).slice(0, 2).toLowerCase());
  return names.find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

/**
 * The browser's preferred variant of a language, such as British English for dates; the language itself if the browser
 * prefers others.
 */
export function localeOf(language: string, preferred: readonly string[] = navigator.languages) {
  return preferred.find((each) => each.toLowerCase().split("-")[0] === language) ?? language;
}

/** Characters that change the text direction: in a name from elsewhere, they could reorder the sentence around it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text in which such characters are visible, escaped as in Python. */
function withTurnsSeen(text: string) {
  return text.replace(TURNS, (turn) => `\\u${turn.charCodeAt(0).toString(16)}`);
}

/** A missing, empty or false value: it counts as 0 in conditions, and is displayed as nothing. */
class Nothing extends FluentNumber {
  toString() {
    return "";
  }
}

const NOTHING = new Nothing(0);

/** Whether a number is written without separators in every language. */
const isShort = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) < 1000;

/** Formats numbers. The browser's formatter takes a while to load, so it isn't used for short numbers. */
class Numbers {
  #formatter: Intl.NumberFormat | null = null;

  constructor(public language: string) {}

  format(value: number | bigint) {
    if (isShort(value)) return String(value);
    return (this.#formatter ??= new Intl.NumberFormat(this.language)).format(value);
  }
}

/** A number with thousands separators. */
class Grouped extends FluentNumber {
  toString(scope: Scope) {
    return isShort(this.value) && !Object.keys(this.opts).length ? String(this.value) : super.toString(scope);
  }
}

/** A number without thousands separators. */
class Plain extends FluentNumber {
  constructor(value: number) {
    super(value, { useGrouping: false });
  }

  toString(scope: Scope) {
    return Number.isInteger(this.value) ? String(this.value) : super.toString(scope);
  }
}

/** Convert a value for use in a text. */
function fluentValue(value: unknown, numbers: Numbers): FluentValue {
  if (typeof value === "bigint" && !Number.isSafeInteger(Number(value))) return numbers.format(value);
  if (typeof value === "number" || typeof value === "bigint") return new Plain(Number(value));
  return value === true ? "true" : value ? String(value) : NOTHING;
}

/** The functions that texts can call, besides Fluent's own DATETIME. */
function functionsOf(language: string): Record<string, FluentFunction> {
  return {
    /** A number in the player's language; other values are texts already. */
    NUMBER([value], options) {
      if (!(value instanceof FluentNumber)) return value;
      return new Grouped(
        value.value,
        Object.fromEntries(Object.entries(options).map(([name, own]) => [name, own.valueOf()])),
      );
    },
    /** A number that was written as in Python, with the decimal sign of the language. */
    DECIMAL: ([value]) => String(value).replace(".", () => new Intl.NumberFormat(language).format(0.5)[1]),
    /** "yes" or "no": whether there is a value, other than 0. */
    GIVEN: ([value]) => (typeof value === "string" || (value instanceof FluentNumber && value.value) ? "yes" : "no"),
    /** A text with its first letter in upper case. */
    CAPITAL: ([value]) => String(value).slice(0, 1).toUpperCase() + String(value).slice(1),
  };
}

class Part {
  #bundle: FluentBundle | null = null;

  constructor(
    public language: string,
    public texts: Record<string, Pattern>,
  ) {}

  /** Formats texts with values; created on first use. */
  get bundle() {
    if (this.#bundle) return this.#bundle;
    this.#bundle = new FluentBundle(this.language, { useIsolating: false, functions: functionsOf(this.language) });
    const body = Object.entries(this.texts).map(([id, value]) => ({ id, value, attributes: {} }));
    this.#bundle.addResource({ body } as FluentResource);
    return this.#bundle;
  }
}

export class Messages {
  numbers;
  #parts: Map<string, Part[]> = new Map();
  /** Cache of the texts used so far: a board's hundreds of labels are made from a few texts. */
  #found: Map<string, { part: Part; pattern: Pattern }> = new Map();

  constructor(public language: string) {
    this.numbers = new Numbers(language);
  }

  /** The locale for dates and numbers. */
  get locale() {
    return localeOf(this.language);
  }

  /**
   * Format a date in the player's locale.
   * @param how - options of `Intl.DateTimeFormat`, for example to add the time of day
   */
  date(moment: number | Date, how?: Intl.DateTimeFormatOptions) {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", ...how }).format(moment);
  }

  /**
   * Switch to another language, and load all parts used so far.
   * @param chosen - a language; by default the browser's
   */
  async change(chosen: unknown) {
    const next = new Messages(languageOf(chosen));
    await next.add(...this.#parts.keys());
    this.language = next.language;
    this.numbers = next.numbers;
    this.#parts = next.#parts;
    this.#found.clear();
  }

  /**
   * Load the texts of the page's frame; a screen adds its own with `add`.
   * @param chosen - a language; if omitted, the browser's
   */
  static async load(chosen?: unknown) {
    const messages = new Messages(languageOf(chosen));
    await messages.add("page");
    return messages;
  }

  /**
   * Load the texts of parts.
   * @param parts - names of files in a language's folder
   */
  async add(...parts: string[]) {
    const missing = parts.filter((part) => !this.#parts.has(part));
    const names = [...new Set([this.language, "en"])];
    await Promise.all(
      missing.map(async (part) => {
        const which = part in english ? "first" : "more";
        const loaded = await Promise.all(names.map((name) => languages[name][which]()));
        const texts = loaded.map(({ default: sources }, place) => new Part(names[place], sources[part] ?? {}));
        this.#parts.set(part, texts);
      }),
    );
  }

  /** A text's pattern by its name, and the part that contains it; null if there is none. */
  #find(name: string) {
    const dot = name.indexOf(".");
    for (const part of this.#parts.get(name.slice(0, dot)) ?? []) {
      const pattern = part.texts[name.slice(dot + 1)];
      if (!pattern) continue;
      const found = { part, pattern };
      this.#found.set(name, found);
      return found;
    }
    return null;
  }

  has(name: string) {
    return this.#find(name) !== null;
  }

  /**
   * Format a message.
   * @param name - its key: "part.name"
   * @param values - values to insert
   */
  text(name: string, values: Record<string, unknown> = {}): string {
    const found = this.#found.get(name) ?? this.#find(name);
    if (!found) throw new Error(`expected a message key, got ${name}`);
    const { part, pattern } = found;
    if (typeof pattern === "string") return pattern;
    const given: Record<string, FluentValue> = {};
    for (const key in values) given[key] = fluentValue(values[key], this.numbers);
    const errors: Error[] = [];
    const text = part.bundle.formatPattern(pattern, given, errors);
    // A value may be missing: it counts as not given.
    const [error] = errors.filter((each) => !(each instanceof ReferenceError));
    if (error) throw error;
    return withTurnsSeen(text);
  }
}
