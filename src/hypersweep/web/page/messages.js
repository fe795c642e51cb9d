// @ts-check
// Every text of the page by name, in the player's language.
//
// Each part of the page has a file of texts per language: messages/en/game.js, messages/de/game.js. A text is a string,
// or a function of its values, such as a number or a name. Missing translations fall back to English. messages/en.js
// has the parts needed up to the first move, messages/en_more.js all others.

import english from "./messages/en.js";

/** @typedef {string | ((values: any) => string)} Text */
/** @typedef {Record<string, Text>} Texts */

/** The available languages, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** The files of texts. English is bundled with this script, because every other language may lack a text. */
const FILES = {
  en: async () => ({ default: english }),
  en_more: () => import("./messages/en_more.js"),
  de: () => import("./messages/de.js"),
  de_more: () => import("./messages/de_more.js"),
};

/**
 * The language to use: the chosen one, otherwise the first available one among the browser's preferences.
 * @param {unknown} chosen
 * @param {readonly string[]} [wished]
 */
function languageOf(chosen, wished = navigator.languages) {
  const names = [chosen, ...wished].map((name) => String(name).slice(0, 2).toLowerCase());
  return names.find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

/**
 * The browser's preferred variant of a language, such as British English for dates; the language itself if the browser
 * prefers others.
 * @param {string} language
 * @param {readonly string[]} [wished]
 */
export function localeOf(language, wished = navigator.languages) {
  return wished.find((each) => each.toLowerCase().split("-")[0] === language) ?? language;
}

/** Characters that change the text direction: in a name from elsewhere, they could reorder the sentence around it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text in which such characters are visible, escaped as in Python. @param {string} text */
function withTurnsSeen(text) {
  return text.replace(TURNS, (turn) => `\\u${turn.charCodeAt(0).toString(16)}`);
}

export class Messages {
  /** @type {Map<string, Texts>} */
  #parts = new Map();

  /** @param {string} language */
  constructor(language) {
    this.language = language;
    this.numbers = new Intl.NumberFormat(language);
  }

  /** The locale for dates and numbers. */
  get locale() {
    return localeOf(this.language);
  }

  /** Format a date in the player's locale. @param {number | Date} moment @param {Intl.DateTimeFormatOptions} [how] - such as with the time of day */
  date(moment, how) {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", ...how }).format(moment);
  }

  /**
   * Switch to another language, and load all parts used so far.
   * @param {unknown} chosen - a language; by default the browser's
   */
  async change(chosen) {
    const next = new Messages(languageOf(chosen));
    await next.add(...this.#parts.keys());
    this.language = next.language;
    this.numbers = next.numbers;
    this.#parts = next.#parts;
  }

  /**
   * Load the texts of the page's frame; a screen adds its own with `add`.
   * @param {unknown} [chosen] - a language; if omitted, the browser's
   */
  static async load(chosen) {
    const messages = new Messages(languageOf(chosen));
    await messages.add("page");
    return messages;
  }

  /**
   * Load the texts of a part.
   * @param {...string} parts - names of files in messages/en
   */
  async add(...parts) {
    const missing = parts.filter((part) => !this.#parts.has(part));
    await Promise.all(
      missing.map(async (part) => {
        const files = /** @type {Record<string, () => Promise<{default: Record<string, Texts>}>>} */ (FILES);
        const more = part in english ? "" : "_more";
        const [usual, own] = await Promise.all(["en", this.language].map((language) => files[language + more]()));
        this.#parts.set(part, { ...usual.default[part], ...own.default[part] });
      }),
    );
  }

  /**
   * The text with a name.
   * @param {string} name - "part.name"
   * @param {any} [values] - values to insert
   * @returns {string}
   */
  text(name, values = {}) {
    const dot = name.indexOf(".");
    const found = this.#parts.get(name.slice(0, dot))?.[name.slice(dot + 1)];
    if (found === undefined) throw new Error(`expected the name of a text, got ${name}`);
    if (typeof found === "string") return found;
    return withTurnsSeen(found({ number: (/** @type {number} */ value) => this.numbers.format(value), ...values }));
  }
}
