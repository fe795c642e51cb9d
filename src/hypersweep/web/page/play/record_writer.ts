// Writes the text of a record, the same as Python's Record.format: see docs/record.md.

import { ESCAPES, MAGIC } from "../data/records.ts";
import { isNewKind } from "./marks.ts";
import { formatRules, type Rules } from "../engine/rules.ts";
import type { Shape } from "../engine/shape.ts";
import type { MoveKind, Outcome } from "../engine/terms.ts";

export type EventKind = MoveKind | "undo" | "redo" | "pause" | "resume" | "hint" | "question" | "draft" | "and";

export interface Event {
  /** time on the game's clock */ milliseconds: number;
  kind: EventKind;
  /** coordinates of the cell of a move or a mark */ cell: readonly number[] | null;
  /** number of changed cells; 0 for a click without effect */ changed: number;
  /** how the event ended the game, if it did */ ended: "won" | "lost" | null;
  /** for a hint, its level, 1 to 9 */ level: number | null;
}
/** A variation: alternative events that branch off another line. */
export interface Variation {
  /** number of events of that line before the branch */ position: number;
  /** the line it branches off: 0 for the main line, n for the n-th side line */ parent: number;
  events: readonly Event[];
  comments: ReadonlyMap<number, string>;
}
/** The record of one game. Its text form is the same in Python. */
export interface Record {
  board: Shape;
  mines: number;
  rules: Rules;
  /** together with the first open, determines the layout */ seed: bigint | null;
  /** board ID, if the record contains the layout */ layout: string | null;
  /** events of the main line */ events: readonly Event[];
  /** outcome at the end */ outcome: Outcome;
  /** playing time without pauses */ milliseconds: number;
  /** further data: "start", "player", "program" or any other */ tags: Readonly<{[name: string]: string}>;
  /** by position: 0 for before the first event, n for after the n-th */ comments: ReadonlyMap<number, string>;
  /** in text order */ variations: readonly Variation[];
}
export type Head = Pick<Record, "board" | "mines" | "rules" | "seed" | "layout" | "tags">;

/** The moves that changed something and weren't undone. */
export function movesInEffect(events: readonly Event[]): Event[] {
  const done: Event[] = [];
  const undone: Event[] = [];
  for (const event of events) {
    if (!event.changed) continue;
    const isStep = event.kind === "undo" || event.kind === "redo";
    const move = event.kind === "undo" ? done.pop() : event.kind === "redo" ? undone.pop() : event;
    if (!isStep) undone.length = 0;
    if (move) (event.kind === "undo" ? undone : done).push(move);
  }
  return done;
}

const SHORT = new Map(Object.entries(ESCAPES).map(([letter, character]) => [character, `\\${letter}`]));
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\\]|(?! )\p{Zs}|^ | $/u;
const EVERY_HIDDEN = new RegExp(HIDDEN.source, "gu");

/** Escape a text so that it is one line of visible characters. */
function escapeText(value: string) {
  if (!HIDDEN.test(value)) return value;
  return value.replace(EVERY_HIDDEN, (letter) => {
    const code = letter.codePointAt(0) as number;
    return SHORT.get(letter) ?? (code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`);
  });
}

export function formatEvent({ milliseconds, kind, cell, changed, ended, level }: Event) {
  const text = `${milliseconds} ${kind}${cell ? ` ${cell.join(" ")}` : ""}`;
  if (kind === "pause" || kind === "resume" || kind === "hint" || isNewKind(kind)) return `${text}${level === null ? "" : ` ${level}`}`;
  return `${text}: ${changed}${ended ? ` ${ended}` : ""}`;
}

function formatTag(name: string, value: string) {
  return value ? `${name}: ${escapeText(value)}` : `${name}:`;
}

/**
 * The header and the empty line after it. With a line for each event it becomes the text of a running game.
 * @param version - 3 with marks on cells, 2 with comments or variations, else 1
 */
export function formatHead({ board, mines, rules, seed, layout, tags }: Head, version = 1) {
  const lines = [`${MAGIC}: ${version}`, `board: ${board.format()}`, `mines: ${mines}`, `rules: ${formatRules(rules)}`];
  if (seed !== null) lines.push(`seed: ${seed}`);
  if (layout !== null) lines.push(`layout: ${layout}`);
  for (const [name, value] of Object.entries(tags)) lines.push(formatTag(name, value));
  return `${lines.join("\n")}\n\n`;
}

function pushComment(lines: string[], text: string | undefined) {
  if (text) for (const line of text.split("\n")) lines.push(line ? `# ${escapeText(line)}` : "#");
}

/** The lines of events, comments and variations. */
function bodyLines({ events, comments, variations }: Pick<Record, "events" | "comments" | "variations">) {
  const lines: string[] = [];
  let following = 0;
  // The current line; its parents are on the stack.
  let current = { number: 0, place: 0, events, comments };
  const outer: (typeof current)[] = [];
  pushComment(lines, comments.get(0));
  for (;;) {
    const next = variations[following];
    if (next && next.parent === current.number && next.position === current.place) {
      outer.push(current);
      following += 1;
      current = { number: following, place: 0, events: next.events, comments: next.comments };
      lines.push("(");
      pushComment(lines, current.comments.get(0));
    } else if (current.place < current.events.length) {
      lines.push(formatEvent(current.events[current.place]));
      current.place += 1;
      pushComment(lines, current.comments.get(current.place));
    } else {
      const before = outer.pop();
      if (!before) return lines;
      lines.push(")");
      current = before;
    }
  }
}

/** Format a record; `parseRecord` and Python's `Record.parse` can read it. */
export function formatRecord(record: Record) {
  const isPlain = !record.comments.size && !record.variations.length;
  const lines = isPlain ? record.events.map(formatEvent) : bodyLines(record);
  lines.push(`${record.milliseconds} end: ${record.outcome}\n`);
  const hasMarks = [record, ...record.variations].some(({ events }) => events.some(({ kind }) => isNewKind(kind)));
  return formatHead(record, hasMarks ? 3 : isPlain ? 1 : 2) + lines.join("\n");
}
