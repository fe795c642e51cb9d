// Edits the lines of a record, like Python's record/tree.py. Every position has a name, its path: "12.2.3" is after 12
// events of the main line, in the second variation that branches off there, after three of its events.

import { VERSION } from "../data/records.ts";
import { ownFault } from "../engine/errors.ts";
import { makeRecord } from "./record.ts";
import { readBody } from "./record_reader.ts";
import type { Event, Record, Variation } from "./record_writer.ts";

/** A line being edited; the main line has no parent. */
type Line = { parent: Line | null; position: number; events: readonly Event[]; comments: Map<number, string> };
/** The rest of a line from some position, with all variations that branch off it. */
type Branch = Pick<Record, "events" | "comments" | "variations">;
export type Place = { line: number; position: number };

export function parseMoment(text: string): number[] {
  const steps = /^(?:0|[1-9]\d{0,14})(?:\.[1-9]\d{0,14}\.(?:0|[1-9]\d{0,14}))*$/.test(text) ? text.split(".").map(Number) : null;
  if (!steps) throw ownFault("a moment such as 12.2.3", text, "ParseError");
  return steps;
}

/** Number of a line's own events. */
export const lengthOf = (record: Record, line: number) => (line ? record.variations[line - 1] : record).events.length;

export const commentAt = (record: Record, { line, position }: Place) => (line ? record.variations[line - 1] : record).comments.get(position) ?? "";

/** The numbers of the variations that branch off at a position. */
export function branchesAt({ variations }: Record, { line, position }: Place) {
  return variations.flatMap((own, index) => (own.parent === line && own.position === position ? [index + 1] : []));
}

/** The name (path) of a position. */
export function momentName(record: Record, { line, position }: Place) {
  const steps = [position];
  while (line) {
    const own = record.variations[line - 1];
    steps.push(branchesAt(record, { line: own.parent, position: own.position }).indexOf(line) + 1, own.position);
    line = own.parent;
  }
  return steps.reverse().join(".");
}

export function findMoment(record: Record, name: string): Place {
  const [first, ...steps] = parseMoment(name);
  let place = { line: 0, position: first };
  for (let step = 0; step < steps.length; step += 2) {
    place = { line: branchesAt(record, place)[steps[step] - 1] ?? Infinity, position: steps[step + 1] };
    if (place.line === Infinity) break;
  }
  if (place.line === Infinity || place.position > lengthOf(record, place.line)) {
    throw ownFault("a moment of the record", name);
  }
  return place;
}

export function hasMoment(record: Record, name: string) {
  try {
    findMoment(record, name);
    return true;
  } catch {
    return false;
  }
}

function linesOf({ events, comments, variations }: Record): Line[] {
  const lines: Line[] = [{ parent: null, position: 0, events, comments: new Map(comments) }];
  for (const own of variations) {
    lines.push({ parent: lines[own.parent], position: own.position, events: own.events, comments: new Map(own.comments) });
  }
  return lines;
}

/**
 * Sort variations so that each comes after its parent; those at the same position keep their order.
 * @param lines - main line first
 */
function numbered(lines: readonly Line[]): Variation[] {
  const children: Map<Line | null, Line[]> = new Map();
  for (const line of lines.slice(1)) children.set(line.parent, [...(children.get(line.parent) ?? []), line]);
  const numbers: Map<Line, number> = new Map();
  const found = [];
  const stack = [lines[0]];
  while (stack.length) {
    const line = stack.pop() as Line;
    numbers.set(line, numbers.size);
    if (line !== lines[0]) {
      const parent = numbers.get(line.parent as Line) as number;
      found.push({ position: line.position, parent, events: line.events, comments: line.comments });
    }
    const own = children.get(line) ?? [];
    own.sort((one, other) => one.position - other.position);
    for (let index = own.length; index-- > 0; ) stack.push(own[index]);
  }
  return found;
}

/** The record with other lines; if the main line has changed, its end is updated. */
function recordOf(record: Record, lines: readonly Line[]) {
  const [{ events, comments }] = lines;
  const { outcome, milliseconds, ...parts } = record;
  const ends = events === record.events ? { outcome, milliseconds } : {};
  return makeRecord({ ...parts, ...ends, events, comments, variations: numbered(lines) });
}

/** The variations that branch off a line after more than a number of events, and all within them. */
function within(lines: readonly Line[], first: Line, after: number) {
  const inside: Set<Line | null> = new Set();
  for (const line of lines) if (inside.has(line.parent) || (line.parent === first && line.position > after)) inside.add(line);
  return inside;
}

/** Cut off a line after a number of events. Returns: the removed events. */
function endLine(line: Line, position: number) {
  const events = line.events.slice(position);
  const behind = [...line.comments].filter(([place]) => place > position);
  for (const [place] of behind) line.comments.delete(place);
  line.events = line.events.slice(0, position);
  return { events, comments: new Map(behind.map(([place, text]) => [place - position, text])) };
}

function extendLine(line: Line, { events, comments }: {events: readonly Event[], comments: ReadonlyMap<number, string>}) {
  const length = line.events.length;
  for (const [place, text] of comments) line.comments.set(place + length, text);
  if (events.length) line.events = [...line.events, ...events];
}

function hang(lines: Line[], own: Line, { variations }: Branch, after: number) {
  const added = [own];
  for (const each of variations) {
    const position = each.position + (each.parent ? 0 : after);
    added.push({ parent: added[each.parent], position, events: each.events, comments: new Map(each.comments) });
  }
  lines.push(...added.slice(1));
}

export function parseBranch(text: string): Branch {
  return readBody(text.split("\n").slice(0, -1), VERSION, true);
}

/** The record with a branch appended to a line. */
export function withTail(record: Record, line: number, branch: Branch) {
  const lines = linesOf(record);
  const own = lines[line];
  const length = own.events.length;
  const comments = new Map(branch.comments);
  const before = comments.get(0);
  comments.delete(0);
  if (before) own.comments.set(length, [own.comments.get(length), before].filter(Boolean).join("\n"));
  hang(lines, own, branch, length);
  extendLine(own, { events: branch.events, comments });
  return recordOf(record, lines);
}

/** The record with another variation, the `rank`-th at its position; 0 makes it the last. */
export function withBranch(record: Record, { line, position }: Place, branch: Branch, rank = 0) {
  const lines = linesOf(record);
  const parent = lines[line];
  const beside = lines.flatMap((own, index) => (own.parent === parent && own.position === position ? [index] : []));
  const own: Line = { parent, position, events: branch.events, comments: new Map(branch.comments) };
  lines.splice(rank && rank <= beside.length ? beside[rank - 1] : lines.length, 0, own);
  hang(lines, own, branch, 0);
  return recordOf(record, lines);
}

/** The record with a line cut off after a number of events. */
export function without(record: Record, { line, position }: Place) {
  const lines = linesOf(record);
  const gone = within(lines, lines[line], position);
  endLine(lines[line], position);
  return recordOf(record, lines.filter((each) => !gone.has(each)));
}

/** The record without a variation and those within it. */
export function withoutLine(record: Record, line: number) {
  const lines = linesOf(record);
  const gone = within(lines, lines[line], -1);
  return recordOf(record, lines.filter((each) => each !== lines[line] && !gone.has(each)));
}

/** The record with a variation swapped with its parent's continuation. */
export function promoted(record: Record, line: number) {
  const lines = linesOf(record);
  const own = lines[line];
  const parent = own.parent as Line;
  const { position } = own;
  const mine = lines.filter((each) => each.parent === own && each.position);
  const theirs = lines.filter((each) => each.parent === parent && each.position > position);
  const events = endLine(own, 0);
  const before = own.comments.get(0);
  own.comments.delete(0);
  if (before) events.comments.set(1, [before, events.comments.get(1)].filter(Boolean).join("\n"));
  extendLine(own, endLine(parent, position));
  extendLine(parent, events);
  for (const each of mine) [each.parent, each.position] = [parent, each.position + position];
  for (const each of theirs) [each.parent, each.position] = [own, each.position - position];
  const isEmpty = !own.events.length && !lines.some((each) => each.parent === own);
  return recordOf(record, isEmpty ? lines.filter((each) => each !== own) : lines);
}

/** The same record with another comment at a position, or with none. */
export function withComment(record: Record, { line, position }: Place, text: string) {
  const lines = linesOf(record);
  if (text) lines[line].comments.set(position, text);
  else lines[line].comments.delete(position);
  return recordOf(record, lines);
}

export function withTags(record: Record, tags: {[name: string]: string}) {
  return makeRecord({ ...record, tags });
}
