// Reads JSON values, or lists as Python writes them, strictly: a repeated key is an error, and 1.0 isn't an integer.

import { HypersweepError } from "../engine/errors.ts";

const DEEPEST = 199;
const ESCAPES = new Map(Object.entries({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\\": "\\", "/": "/", '"': '"', "'": "'" }));

const JSON_WORDS: [string, unknown][] = [["null", null], ["true", true], ["false", false]];
const PYTHON_WORDS: [string, unknown][] = [["None", null], ["True", true], ["False", false]];

/** A number that isn't written as an integer. */
export class Fraction {
  constructor(public text: string) {
  }

  toJSON() {
    return Number(this.text);
  }
}

/** A syntax error, with the first invalid position. */
class LiteralError extends Error {
  constructor(public place: number) {
    super();
  }
}

class Reader {
  blank;
  #place = 0;

  constructor(public text: string, public isPython: boolean) {
    this.blank = isPython ? /[ \t\r\n\f]*/y : /[ \t\r\n]*/y;
  }

  /** Parse the whole text as one value. */
  whole() {
    const value = this.#value(0);
    this.#skip();
    if (this.#place < this.text.length) throw this.#error();
    return value;
  }

  #skip() {
    this.blank.lastIndex = this.#place;
    this.blank.exec(this.text);
    this.#place = this.blank.lastIndex;
  }

  #error() {
    return new LiteralError(this.#place);
  }

  /** Whether that letter comes next; if so, skip it. */
  #has(letter: string) {
    this.#skip();
    if (this.text[this.#place] !== letter) return false;
    ++this.#place;
    return true;
  }

  #value(depth: number): unknown {
    if (depth > DEEPEST) {
      if (this.isPython) throw this.#error();
      throw new HypersweepError("ParameterError", { what: "json_deep" });
    }
    this.#skip();
    const letter = this.text[this.#place];
    if (letter === "[") return this.#list(depth);
    if (letter === "{" && !this.isPython) return this.#object(depth);
    if (letter === '"' || (letter === "'" && this.isPython)) return this.#string();
    for (const [word, value] of this.isPython ? PYTHON_WORDS : JSON_WORDS) {
      if (!this.text.startsWith(word, this.#place)) continue;
      this.#place += word.length;
      return value;
    }
    return this.#number();
  }

  #number() {
    const pattern = this.isPython
      ? /(?:[-+][ \t\r\n\f]*)?(?:0+|[1-9](?:_?[0-9])*)(\.[0-9]*)?([eE][-+]?[0-9]+)?(?![0-9A-Za-z_.])/y
      : /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
    pattern.lastIndex = this.#place;
    const found = pattern.exec(this.text);
    if (!found) throw this.#error();
    this.#place = pattern.lastIndex;
    if (found[0].length > 4300) throw new HypersweepError("ParseError", { what: "long_number" });
    return found[1] || found[2] ? new Fraction(found[0]) : Number(found[0].replaceAll(/[_ \t\r\n\f]/g, "")) || 0;
  }

  #list(depth: number) {
    const items = [];
    ++this.#place;
    while (!this.#has("]")) {
      if (items.length && !this.#has(",")) throw this.#error();
      // Python allows a comma after the last item.
      if (items.length && this.isPython && this.#has("]")) break;
      items.push(this.#value(depth + 1));
    }
    return items;
  }

  #object(depth: number) {
    const found: Record<string, unknown> = Object.create(null);
    ++this.#place;
    for (let isFirst = true; !this.#has("}"); isFirst = false) {
      if (!isFirst && !this.#has(",")) throw this.#error();
      this.#skip();
      if (this.text[this.#place] !== '"') throw this.#error();
      const key = this.#string();
      if (!this.#has(":")) throw this.#error();
      const value = this.#value(depth + 1);
      if (key in found) throw new HypersweepError("ParseError", { what: "json_twice", key });
      found[key] = value;
    }
    return found;
  }

  #string() {
    const end = this.text[this.#place++];
    let value = "";
    for (;;) {
      const letter = this.text[this.#place++];
      if (letter === end) return value;
      if (letter === undefined || (this.isPython ? letter === "\n" : letter < " ")) {
        --this.#place;
        throw this.#error();
      }
      if (letter !== "\\") {
        value += letter;
        continue;
      }
      const escape = this.text[this.#place++];
      const code = /^u([0-9a-fA-F]{4})|^x([0-9a-fA-F]{2})/.exec(this.text.slice(this.#place - 1, this.#place + 4));
      if (code && (code[1] || this.isPython)) {
        value += String.fromCharCode(parseInt(code[1] ?? code[2], 16));
        this.#place += code[0].length - 1;
      } else if (ESCAPES.has(escape) && (escape === "'" ? this.isPython : escape !== "/" || !this.isPython)) value += ESCAPES.get(escape);
      else {
        --this.#place;
        throw this.#error();
      }
    }
  }
}

/** Parse a JSON text. */
export function parseJson(text: string): unknown {
  try {
    return new Reader(text, false).whole();
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    const before = text.slice(0, error.place);
    const line = before.split("\n").length;
    const column = error.place - before.lastIndexOf("\n");
    throw new HypersweepError("ParseError", { what: "json", line, column });
  }
}

/** Parse lists written in Python or JSON; null for anything else. */
export function readLists(text: string): unknown[] | null {
  try {
    const found = new Reader(text, true).whole();
    return Array.isArray(found) ? found : null;
  } catch (error) {
    if (error instanceof LiteralError) return null;
    throw error;
  }
}
