// Parses the text of a record: the same grammar as Python's record/text_form.py, with the same limits and errors.

import { HypersweepError, shorten } from "../engine/errors.ts";
import { parseRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { MAGIC, type Event, type EventKind } from "./record_writer.ts";
import type { Outcome } from "../engine/terms.ts";
import type { Parts } from "./record.ts";

const VERSION = 2;
/** Maximum length of a text. */
const MOST_CHARACTERS = 1 << 28;
const NUMBER = /^(?:0|[1-9][0-9]{0,18})$/;
const CLICK = /^(0|[1-9][0-9]{0,14}) (open|flag|chord|undo|redo)([0-9 ]*): (0|[1-9][0-9]{0,18})(?: (won|lost))?$/;
const MARK = /^(0|[1-9][0-9]{0,14}) (?:(pause|resume)|hint(?: ([1-9]))?)$/;
const LONG = new Map([["\\", "\\"], ["n", "\n"], ["r", "\r"], ["t", "\t"]]);

const refusal = (message: string, detail: Record<string, unknown>) => new HypersweepError("ParseError", message, detail);

/** Decode a file as UTF-8; it may be cut off anywhere. */
export function decodeRecord(bytes: ArrayBuffer | Uint8Array) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    throw refusal("expected a record in UTF-8, got other bytes", { what: "record_bytes" });
  }
}

function unescapeText(text: string) {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^]?)/gu, (found) => {
    const code = found.length > 2 ? parseInt(found.slice(2), 16) : -1;
    if (code >= 0 && code < 0x110000) return String.fromCodePoint(code);
    const letter = LONG.get(found.slice(1));
    if (letter === undefined) throw refusal(`expected an escape such as '\\n' or '\\u0020', got ${shorten(found)}`, { what: "record_escape", got: found });
    return letter;
  });
}

/** Parse digits. A number too large to be exact occurs on no board, and its text is preserved elsewhere. */
function exactNumber(digits: string): number {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : (BigInt(digits) as any);
}

/** Make a parser for the event lines of one record, in which equal cells share one array. */
function eventReader(): (line: string) => Event {
  const cells: Map<string, readonly number[]> = new Map();
  const fail = (line: string) =>
    refusal(`expected an event such as '1204 open 3 4: 17', got ${shorten(line)}`, { what: "record_event", got: line });
  return (line) => {
    const click = CLICK.exec(line);
    if (!click) {
      const mark = MARK.exec(line);
      if (!mark) throw fail(line);
      const kind = (mark[2] ?? "hint") as EventKind;
      return { milliseconds: Number(mark[1]), kind, cell: null, changed: 0, ended: null, level: mark[3] ? Number(mark[3]) : null };
    }
    const [, when, kind, where, changed, ended = null] = click;
    const isStep = kind === "undo" || kind === "redo";
    if ((ended && (changed === "0" || kind === "undo")) || isStep === (where !== "")) throw fail(line);
    let cell = null;
    if (where) {
      cell = cells.get(where) ?? null;
      if (!cell) {
        const parts = where.slice(1).split(" ");
        if (where[0] !== " " || !parts.every((part) => NUMBER.test(part))) throw fail(line);
        cell = Object.freeze(parts.map(exactNumber));
        cells.set(where, cell);
      }
    }
    return {
      milliseconds: Number(when),
      kind: kind as EventKind,
      cell,
      changed: exactNumber(changed),
      ended: ended as "won" | "lost" | null,
      level: null,
    };
  };
}

/** The length and outcome of the game; null if the line isn't a record's last line. */
function readEnd(line: string): {milliseconds: number, outcome: Outcome} | null {
  const found = /^([0-9]{1,15}) end: (ongoing|won|lost)$/.exec(line);
  return found && { milliseconds: Number(found[1]), outcome: found[2] as Outcome };
}

function readVersion(line: string, isCut: boolean): number {
  const known = Array.from({ length: VERSION }, (_, place) => `${MAGIC}: ${place + 1}`);
  if (isCut && known.some((full) => full.startsWith(line))) {
    throw refusal("expected a record, got the first line cut off: the board isn't known yet", { what: "record_cut" });
  }
  const found = new RegExp(`^${MAGIC}: ([1-9][0-9]*)$`).exec(line);
  if (!found) throw refusal(`expected '${MAGIC}: 1' in the first line of a record, got ${shorten(line)}`, { what: "record_magic", got: line });
  if (!known.includes(line)) {
    const message = `expected a record of version 1 to ${VERSION}, got version ${shorten(found[1])}, which a newer hypersweep can read`;
    throw refusal(message, { what: "record_version", got: found[1] });
  }
  return Number(found[1]);
}

function readWhole(text: string) {
  const detail = { what: "record_number", got: text };
  if (!/^[0-9]+$/.test(text)) throw refusal(`expected a whole number in digits, got ${shorten(text)}`, detail);
  if (text.length > 20) throw refusal(`expected a whole number of at most 20 digits, got ${text.length} digits`, detail);
  return BigInt(text);
}

function readHead(lines: string[], maxCells: number, atLine: (message: string, number: number, detail: Record<string, unknown>) => HypersweepError): Parts {
  const tags: {[name: string]: string} = {};
  const numbers = new Map();
  lines.forEach((line, place) => {
    if (!place) return;
    const found = /^([a-z][a-z0-9-]*):(?: ([^]*))?$/.exec(line);
    if (!found) throw atLine(`expected a tag such as 'player: Ann', got ${shorten(line)}`, place + 1, { what: "record_tag", got: line });
    const [, name, value = ""] = found;
    if (numbers.has(name) || name === MAGIC) {
      throw atLine(`expected every tag once, got ${shorten(name)} again`, place + 1, { what: "record_tag_twice", got: name });
    }
    numbers.set(name, place + 1);
    try {
      tags[name] = unescapeText(value);
    } catch (error) {
      const { message, detail } = error as HypersweepError;
      throw atLine(message, place + 1, detail);
    }
  });
  for (const name of ["board", "mines", "rules"]) {
    if (!numbers.has(name)) throw refusal(`expected a tag '${name}' in the head of the record, got none`, { what: "record_tag_missing", name });
  }
  let name = "board";
  try {
    const board = Shape.parse(tags.board);
    if (board.cells > maxCells) {
      throw refusal(`expected a board of at most ${maxCells} cells, got ${board.cells}`, { what: "cells", most: maxCells, board: tags.board });
    }
    name = "rules";
    const rules = parseRules(tags.rules);
    name = "mines";
    const mines = Number(readWhole(tags.mines));
    name = "seed";
    const seed = numbers.has(name) ? readWhole(tags.seed) : null;
    name = "layout";
    const layout = numbers.has(name) ? tags.layout : null;
    // A layout is never longer than its bits in base64: four characters for three bytes.
    if (layout !== null && layout.length - layout.indexOf(".") > (Math.floor((board.cells + 7) / 8) * 4) / 3 + 6) {
      throw refusal(`expected a layout of ${board}, got ${layout.length} characters`, { what: "board_id_damaged" });
    }
    for (const own of ["board", "mines", "rules", "seed", "layout"]) delete tags[own];
    return { board, mines, rules, seed, layout, tags };
  } catch (error) {
    if (!(error instanceof HypersweepError) || error.kind === "BoardTooLargeError") throw error;
    throw atLine(`${name}: ${error.message}`, numbers.get(name), error.detail);
  }
}

/** An invalid line, numbered from 0. */
class LineError extends Error {
  constructor(message: string, public number: number, public detail: Record<string, unknown>) {
    super(message);
  }
}

/** Attach the line number to an error. */
function lineError(error: unknown, number: number) {
  const { message, detail } = error as HypersweepError;
  return new LineError(message, number, detail);
}

/**
 * Parse events, comments and variations. The end of a truncated text closes all open variations.
 * @param isPlain - whether the record has version 1, without comments and side lines
 */
export function readBody(lines: readonly string[], isPlain: boolean, isWhole: boolean) {
  const read = eventReader();
  const begin = (parent: number, position: number) => ({
    parent,
    position,
    events: [] as Event[],
    comments: new Map() as Map<number, string>,
  });
  const all = [begin(0, 0)];
  let current = 0;
  const outer: number[] = [];
  let mayComment = true;
  lines.forEach((line, place) => {
    const { events, comments } = all[current];
    const first = isPlain ? "" : line[0];
    if (first === "#") {
      const detail = { what: mayComment ? "record_comment" : "record_comment_late", got: line };
      if (!mayComment) throw new LineError("expected an event before its comment, got a comment after a side line", place, detail);
      if (line.length > 1 && line[1] !== " ") throw new LineError(`expected a comment such as '# a guess', got ${shorten(line)}`, place, detail);
      try {
        const text = unescapeText(line.slice(2));
        const before = comments.get(events.length);
        comments.set(events.length, before === undefined ? text : `${before}\n${text}`);
      } catch (error) {
        throw lineError(error, place);
      }
      return;
    }
    if (first === "(" && line.length === 1) {
      outer.push(current);
      all.push(begin(current, events.length));
      current = all.length - 1;
    } else if (first === ")" && line.length === 1 && outer.length) {
      current = outer.pop() as number;
      mayComment = false;
      return;
    } else if (first === "(" || first === ")") {
      const message = `expected ${line.length > 1 ? "'(' or ')' alone on its line" : "'(' before it"}, got ${shorten(line)}`;
      throw new LineError(message, place, { what: line.length > 1 ? "record_bracket" : "record_bracket_close", got: line });
    } else {
      try {
        events.push(read(line));
      } catch (error) {
        throw lineError(error, place);
      }
    }
    mayComment = true;
  });
  if (outer.length && isWhole) {
    throw new LineError("expected ')' for every '(' before the end, got the end", lines.length, { what: "record_bracket_open" });
  }
  const [{ events, comments }, ...variations] = all;
  return { events, comments, variations };
}

/** The parts of a record, and whether it is complete; of a truncated text, the events before the cut. */
export function readParts(given: string, maxCells: number, firstLine: number): {parts: Parts, isWhole: boolean} {
  if (typeof given !== "string") {
    throw new HypersweepError("ParameterError", `expected the text of a record, got ${shorten(given)}`, { what: "own_fault" });
  }
  if (given.length > MOST_CHARACTERS) {
    const detail = { what: "long_text", most: MOST_CHARACTERS };
    throw refusal(`expected a record of at most ${MOST_CHARACTERS} characters, got ${given.length}`, detail);
  }
  const text = (given[0] === "\ufeff" ? given.slice(1) : given).replaceAll("\r\n", "\n");
  const atLine = (message: string, number: number, detail: Record<string, unknown>) =>
    new HypersweepError("ParseError", `line ${number + firstLine - 1}: ${message}`, { ...detail, line: number + firstLine - 1 });
  const gap = text.indexOf("\n\n");
  const lines = (gap < 0 ? text : text.slice(0, gap)).split("\n");
  const version = readVersion(lines[0], lines.length === 1 && gap < 0);
  if (gap < 0) throw refusal("expected the whole head of a record, got one that is cut off: the board isn't known yet", { what: "record_cut" });
  const head = readHead(lines, maxCells, atLine);
  const rest = text.slice(gap + 2).split("\n");
  const tail = (rest.pop() as string).replace(/\r$/, "");
  while (!tail && rest.length && !rest[rest.length - 1]) rest.pop();
  const end = readEnd(tail || (rest.at(-1) ?? ""));
  if (end && !tail) rest.pop();
  try {
    return { parts: { ...head, ...readBody(rest, version === 1, end !== null), ...end }, isWhole: end !== null };
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    const { number } = error;
    let { message: why, detail } = error;
    let next = number < rest.length && readEnd(rest[number]) ? number + 1 : number;
    while (next < rest.length && !rest[next]) next += 1;
    if (next < rest.length && rest[next].startsWith(`${MAGIC}:`)) {
      [why, detail] = ["expected one game, got another one after it", { what: "record_second" }];
    } else if (number < rest.length && readEnd(rest[number])) {
      const got = rest[number + 1] ?? tail;
      [why, detail] = [`expected nothing after the end, got ${shorten(got)}`, { what: "record_after_end", got }];
    }
    throw atLine(why, lines.length + 2 + number, detail);
  }
}
