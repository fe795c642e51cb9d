// Parses the text of a record: the same grammar as Python's record/text_form.py, with the same limits and errors.

import { ESCAPES, MAGIC, OWN_TAGS, VERSION } from "../data/records.ts";
import { HypersweepError, type Detail } from "../engine/errors.ts";
import { parseRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { isNewKind } from "./marks.ts";
import type { Event, EventKind } from "./record_writer.ts";
import type { Outcome } from "../engine/terms.ts";
import type { Parts } from "./record.ts";

const MOST_CHARACTERS = 1 << 28;
const NUMBER = /^(?:0|[1-9][0-9]{0,18})$/;
const CLICK = /^(0|[1-9][0-9]{0,14}) (open|flag|chord|undo|redo)([0-9 ]*): (0|[1-9][0-9]{0,18})(?: (won|lost))?$/;
const MARK = /^(0|[1-9][0-9]{0,14}) (?:(pause|resume|and)|hint(?: ([1-9]))?|(question|draft)([0-9 ]+))$/;
const LONG = new Map(Object.entries(ESCAPES));

const refusal = (detail: Detail) => new HypersweepError("ParseError", detail);

/** Decode a file as UTF-8; it may be cut off anywhere. */
export function decodeRecord(bytes: ArrayBuffer | Uint8Array) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    throw refusal({ what: "record_bytes" });
  }
}

function unescapeText(text: string) {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^]?)/gu, (found) => {
    const code = found.length > 2 ? parseInt(found.slice(2), 16) : -1;
    if (code >= 0 && code < 0x110000) return String.fromCodePoint(code);
    const letter = LONG.get(found.slice(1));
    if (letter === undefined) throw refusal({ what: "record_escape", got: found });
    return letter;
  });
}

/** Parse digits. A number that isn't exact as a double becomes a BigInt; no board has such numbers. */
function exactNumber(digits: string): number {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : (BigInt(digits) as any);
}

/** Make a parser for the event lines of a record of some version, in which equal cells share one array. */
function eventReader(version: number): (line: string) => Event {
  const cells: Map<string, readonly number[]> = new Map();
  const fail = (line: string) =>
    refusal({ what: "record_event", got: line });
  const cellOf = (where: string, line: string) => {
    let cell = cells.get(where);
    if (!cell) {
      const parts = where.slice(1).split(" ");
      if (where[0] !== " " || !parts.every((part) => NUMBER.test(part))) throw fail(line);
      cell = Object.freeze(parts.map(exactNumber));
      cells.set(where, cell);
    }
    return cell;
  };
  return (line) => {
    const click = CLICK.exec(line);
    if (!click) {
      const mark = MARK.exec(line);
      if (!mark) throw fail(line);
      const kind = (mark[2] ?? mark[4] ?? "hint") as EventKind;
      if (version < VERSION && isNewKind(kind)) throw fail(line);
      const cell = mark[5] ? cellOf(mark[5], line) : null;
      return { milliseconds: Number(mark[1]), kind, cell, changed: 0, ended: null, level: mark[3] ? Number(mark[3]) : null };
    }
    const [, when, kind, where, changed, ended = null] = click;
    const isStep = kind === "undo" || kind === "redo";
    if ((ended && (changed === "0" || kind === "undo")) || isStep === (where !== "")) throw fail(line);
    return {
      milliseconds: Number(when),
      kind: kind as EventKind,
      cell: where ? cellOf(where, line) : null,
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
  if (isCut && known.some((full) => full.startsWith(line))) throw refusal({ what: "record_cut" });
  const found = new RegExp(`^${MAGIC}: ([1-9][0-9]*)$`).exec(line);
  if (!found) throw refusal({ what: "record_magic", got: line });
  if (!known.includes(line)) throw refusal({ what: "record_version", got: found[1] });
  return Number(found[1]);
}

function readWhole(text: string) {
  const detail = { what: "record_number", got: text };
  if (!/^[0-9]+$/.test(text)) throw refusal(detail);
  if (text.length > 20) throw refusal(detail);
  return BigInt(text);
}

function readHead(lines: string[], maxCells: number, atLine: (number: number, detail: Detail) => HypersweepError): Parts {
  const tags: {[name: string]: string} = {};
  const numbers = new Map();
  lines.forEach((line, place) => {
    if (!place) return;
    const found = /^([a-z][a-z0-9-]*):(?: ([^]*))?$/.exec(line);
    if (!found) throw atLine(place + 1, { what: "record_tag", got: line });
    const [, name, value = ""] = found;
    if (numbers.has(name) || name === MAGIC) throw atLine(place + 1, { what: "record_tag_twice", got: name });
    numbers.set(name, place + 1);
    try {
      tags[name] = unescapeText(value);
    } catch (error) {
      throw atLine(place + 1, (error as HypersweepError).detail);
    }
  });
  for (const name of ["board", "mines", "rules"]) {
    if (!numbers.has(name)) throw refusal({ what: "record_tag_missing", name });
  }
  let name = "board";
  try {
    const board = Shape.parse(tags.board);
    if (board.cells > maxCells) throw refusal({ what: "cells", most: maxCells, board: tags.board });
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
      throw refusal({ what: "board_id_damaged" });
    }
    for (const own of OWN_TAGS) delete tags[own];
    return { board, mines, rules, seed, layout, tags };
  } catch (error) {
    if (!(error instanceof HypersweepError) || error.kind === "BoardTooLargeError") throw error;
    throw atLine(numbers.get(name), error.detail);
  }
}

/** An invalid line, numbered from 0. */
class LineError extends Error {
  constructor(public number: number, public detail: Detail) {
    super();
  }
}

function lineError(error: unknown, number: number) {
  return new LineError(number, (error as HypersweepError).detail);
}

/**
 * Parse events, comments and variations. The end of a truncated text closes all open variations.
 * @param version - 1 has neither comments nor side lines
 */
export function readBody(lines: readonly string[], version: number, isWhole: boolean) {
  const read = eventReader(version);
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
    const first = version === 1 ? "" : line[0];
    if (first === "#") {
      const detail = { what: mayComment ? "record_comment" : "record_comment_late", got: line };
      if (!mayComment) throw new LineError(place, detail);
      if (line.length > 1 && line[1] !== " ") throw new LineError(place, detail);
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
      throw new LineError(place, { what: line.length > 1 ? "record_bracket" : "record_bracket_close", got: line });
    } else {
      try {
        events.push(read(line));
      } catch (error) {
        throw lineError(error, place);
      }
    }
    mayComment = true;
  });
  if (outer.length && isWhole) throw new LineError(lines.length, { what: "record_bracket_open" });
  const [{ events, comments }, ...variations] = all;
  return { events, comments, variations };
}

/** The parts of a record, and whether it is complete; of a truncated text, the events before the cut. */
export function readParts(given: string, maxCells: number, firstLine: number): {parts: Parts, isWhole: boolean} {
  if (given.length > MOST_CHARACTERS) throw refusal({ what: "long_text", most: MOST_CHARACTERS });
  const text = (given[0] === "\ufeff" ? given.slice(1) : given).replaceAll("\r\n", "\n");
  const atLine = (number: number, detail: Detail) =>
    new HypersweepError("ParseError", { ...detail, line: number + firstLine - 1 });
  const gap = text.indexOf("\n\n");
  const lines = (gap < 0 ? text : text.slice(0, gap)).split("\n");
  const version = readVersion(lines[0], lines.length === 1 && gap < 0);
  if (gap < 0) throw refusal({ what: "record_cut" });
  const head = readHead(lines, maxCells, atLine);
  const rest = text.slice(gap + 2).split("\n");
  const tail = (rest.pop() as string).replace(/\r$/, "");
  while (!tail && rest.length && !rest[rest.length - 1]) rest.pop();
  const end = readEnd(tail || (rest.at(-1) ?? ""));
  if (end && !tail) rest.pop();
  try {
    return { parts: { ...head, ...readBody(rest, version, end !== null), ...end }, isWhole: end !== null };
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    const { number } = error;
    let { detail } = error;
    let next = number < rest.length && readEnd(rest[number]) ? number + 1 : number;
    while (next < rest.length && !rest[next]) next += 1;
    if (next < rest.length && rest[next].startsWith(`${MAGIC}:`)) {
      detail = { what: "record_second" };
    } else if (number < rest.length && readEnd(rest[number])) {
      detail = { what: "record_after_end", got: rest[number + 1] ?? tail };
    }
    throw atLine(lines.length + 2 + number, detail);
  }
}
