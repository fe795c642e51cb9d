// Records of games: the same as Python's Record, as plain objects. Replaying shows whether the game is possible.

import { MAGIC, MOST_MILLISECONDS, OWN_TAGS } from "../data/records.ts";
import { countBits, formatBoardId, parseBoardId } from "../engine/board_id.ts";
import { HypersweepError, wholeNumber } from "../engine/errors.ts";
import { checkDeal, checkRoom } from "../engine/mine_counts.ts";
import { readSeed } from "../engine/terms.ts";
import { readRules, type Rules } from "../engine/rules.ts";
import { readShape, type Shape } from "../engine/shape.ts";
import { readParts } from "./record_reader.ts";
import type { Event, Record } from "./record_writer.ts";

export { formatEvent, formatHead, formatRecord } from "./record_writer.ts";
export { decodeRecord } from "./record_reader.ts";

/** The parts of a record; missing ones are derived from the others. */
export type Parts = Partial<Omit<Record, "board" | "rules" | "seed">> & {board: Shape | string, rules?: Rules | string, seed?: bigint | number | null};

/** Make a record, checking that its parts are consistent. */
export function makeRecord({ board, mines, rules = "classic", seed = null, layout = null, ...rest }: Parts): Record {
  const shape = readShape(board);
  const laws = readRules(rules);
  const { events = [], tags = {}, comments = new Map(), variations = [] } = rest;
  let count = mines;
  let stated = layout;
  if (layout !== null) {
    if (laws.guess === "punished") throw new HypersweepError("RulesError", { what: "layout_punished" });
    const given = parseBoardId(layout);
    if (given.shape.format() !== shape.format()) {
      const detail = { what: "layout_shape", board: shape.format(), got: given.shape.format() };
      throw new HypersweepError("LayoutError", detail);
    }
    const own = countBits(given.bits);
    if (count !== undefined && count !== own) {
      throw new HypersweepError("MineCountError", { what: "layout_mines", wanted: own, got: count });
    }
    count = own;
    stated = formatBoardId(given.shape, given.bits);
  }
  const isGiven = layout !== null && seed === null;
  const whole = isGiven ? checkRoom(shape, count, "any") : checkDeal(shape, count, laws);
  for (const name of Object.keys(tags)) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || (OWN_TAGS as readonly string[]).includes(name)) {
      throw new HypersweepError("ParameterError", { what: "record_tag_name", got: name });
    }
  }
  let last = events.length;
  while (last && !events[last - 1].changed) last -= 1;
  return {
    board: shape,
    mines: whole,
    rules: laws,
    seed: seed === null ? null : readSeed(seed),
    layout: stated,
    events,
    outcome: rest.outcome ?? (last ? events[last - 1].ended : null) ?? "ongoing",
    milliseconds: wholeNumber(rest.milliseconds ?? events.at(-1)?.milliseconds ?? 0, 0, MOST_MILLISECONDS + 1),
    tags,
    comments: checkComments(comments, events.length),
    variations,
  };
}

function checkComments(comments: ReadonlyMap<number, string>, length: number) {
  for (const place of comments.keys()) wholeNumber(place, 0, length + 1);
  return new Map([...comments].filter(([, text]) => text).sort(([one], [other]) => one - other));
}

/**
 * Parse a record. Returns: the record, and whether the text is complete; a truncated text yields the events before the
 * cut.
 * @param options - maximum number of cells of its board, and the number of its first line
 */
export function readRecord(text: string, { maxCells = Infinity, firstLine = 1 }: {maxCells?: number, firstLine?: number} = {}): {record: Record, isWhole: boolean} {
  const { parts, isWhole } = readParts(text, maxCells, firstLine);
  try {
    return { record: makeRecord(parts), isWhole };
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    // The error belongs to no single line, so report the line where the game starts.
    throw new HypersweepError("ParseError", { ...error.detail, line: firstLine, isWhole: true });
  }
}

export function parseRecord(text: string, options?: {maxCells?: number}): Record {
  return readRecord(text, options).record;
}

/** The texts of the games in a file, each starting with a record's first line, and the number of that line. */
export function splitGames(text: string): {text: string, firstLine: number}[] {
  const found = [];
  const mark = `\n${MAGIC}:`;
  let firstLine = 1;
  for (let begin = 0; begin < text.length; ) {
    const next = text.indexOf(mark, begin);
    const end = next < 0 ? text.length : next + 1;
    const own = text.slice(begin, end);
    found.push({ text: own, firstLine });
    firstLine += own.split("\n").length - 1;
    begin = end;
  }
  return found;
}

/**
 * All events from the start of the game to the end of a line.
 * @param line - 0 for the main line, n for the n-th side line
 */
export function lineEvents({ events, variations }: Record, line: number): Event[] {
  wholeNumber(line, 0, variations.length + 1);
  const parts = [];
  let end = Infinity;
  while (line) {
    const own = variations[line - 1];
    parts.push(own.events.slice(0, end));
    end = own.position;
    line = own.parent;
  }
  parts.push(events.slice(0, end));
  return parts.reverse().flat();
}

/**
 * The record cut off after some of its events; of a finished game, without its end.
 * @param events - events from the start of one of its lines
 */
export function recordUpTo(record: Record, events: readonly Event[]): Record {
  let count = events.length;
  while (count && events[count - 1].ended) count -= 1;
  const own = events.slice(0, count);
  return { ...record, events: own, outcome: "ongoing", milliseconds: own.at(-1)?.milliseconds ?? 0, comments: new Map(), variations: [] };
}
