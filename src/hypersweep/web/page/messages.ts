// Every text of the page by name, in the player's language.
//
// Each part of the page has a file of texts per language: messages/en/game.ts, messages/de/game.ts. A text is a string,
// or a function of its values, such as a number or a name. Missing translations fall back to English. messages/en.ts
// has the parts needed up to the first move, messages/en_more.ts all others.

import english from "./messages/en.ts";

type Text = string | ((values: any) => string);
export type Texts = Record<string, Text>;

/** The available languages, each by its own name. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };

/** The files of texts. English is bundled with this script, because every other language may lack a text. */
const FILES = {
  en: async () => ({ default: english }),
  en_more: () => import("./messages/en_more.ts"),
  de: () => import("./messages/de.ts"),
  de_more: () => import("./messages/de_more.ts"),
};

/** The language to use: the chosen one, otherwise the first available one among the browser's preferences. */
function languageOf(chosen: unknown, wished: readonly string[] = navigator.languages) {
  const names = [chosen, ...wished].map((name) => String(name).slice(0, 2).toLowerCase());
  return names.find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

/**
 * The browser's preferred variant of a language, such as British English for dates; the language itself if the browser
 * prefers others.
 */
export function localeOf(language: string, wished: readonly string[] = navigator.languages) {
  return wished.find((each) => each.toLowerCase().split("-")[0] === language) ?? language;
}

/** Characters that change the text direction: in a name from elsewhere, they could reorder the sentence around it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text in which such characters are visible, escaped as in Python. */
function withTurnsSeen(text: string) {
  return text.replace(TURNS, (turn) => `\\u${turn.charCodeAt(0).toString(16)}`);
}

export class Messages {
  numbers;
  #parts: Map<string, Texts> = new Map();

  constructor(public language: string) {
    this.numbers = new Intl.NumberFormat(language);
  }

  /** The locale for dates and numbers. */
  get locale() {
    return localeOf(this.language);
  }

  /**
   * Format a date in the player's locale.
   * @param how - such as with the time of day
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
   * Load the texts of a part.
   * @param parts - names of files in messages/en
   */
  async add(...parts: string[]) {
    const missing = parts.filter((part) => !this.#parts.has(part));
    await Promise.all(
      missing.map(async (part) => {
        const files = FILES as Record<string, () => Promise<{default: Record<string, Texts>}>>;
        const more = part in english ? "" : "_more";
        const [usual, own] = await Promise.all(["en", this.language].map((language) => files[language + more]()));
        this.#parts.set(part, { ...usual.default[part], ...own.default[part] });
      }),
    );
  }

  /**
   * The text with a name.
   * @param name - "part.name"
   * @param values - values to insert
   */
  text(name: string, values: any = {}): string {
    const dot = name.indexOf(".");
    const found = this.#parts.get(name.slice(0, dot))?.[name.slice(dot + 1)];
    if (found === undefined) throw new Error(`expected the name of a text, got ${name}`);
    if (typeof found === "string") return found;
    return withTurnsSeen(found({ number: (value: number) => this.numbers.format(value), ...values }));
  }
}
