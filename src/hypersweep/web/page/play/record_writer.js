// @ts-check
// Writes the text of a record, the same as Python's Record.format: see docs/record.md.

import { formatRules } from "../engine/rules.js";

/** @typedef {import("../engine/terms.js").MoveKind} MoveKind */
/** @typedef {import("../engine/terms.js").Outcome} Outcome */
/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** @typedef {MoveKind | "undo" | "redo" | "pause" | "resume" | "hint"} EventKind */

/**
 * An event in a game.
 * @typedef {object} Event
 * @property {number} milliseconds - time on the game's clock
 * @property {EventKind} kind
 * @property {readonly number[] | null} cell - coordinates of the move's cell
 * @property {number} changed - number of changed cells; 0 for a click without effect
 * @property {"won" | "lost" | null} ended - how the event ended the game, if it did
 * @property {number | null} level - for a hint, its level, 1 to 9
 */
/**
 * A variation: alternative events that branch off another line.
 * @typedef {object} Variation
 * @property {number} position - number of events of that line before the branch
 * @property {number} parent - the line it branches off: 0 for the main line, n for the n-th side line
 * @property {readonly Event[]} events
 * @property {ReadonlyMap<number, string>} comments
 */
/**
 * The record of one game. Its text form is the same in Python.
 * @typedef {object} Record
 * @property {Shape} board
 * @property {number} mines
 * @property {Rules} rules
 * @property {bigint | null} seed - together with the first open, determines the layout
 * @property {string | null} layout - board ID, if the record contains the layout
 * @property {readonly Event[]} events - events of the main line
 * @property {Outcome} outcome - outcome at the end
 * @property {number} milliseconds - playing time without pauses
 * @property {Readonly<{[name: string]: string}>} tags - further data: "start", "player", "program" or any other
 * @property {ReadonlyMap<number, string>} comments - by position: 0 for before the first event, n for after the n-th
 * @property {readonly Variation[]} variations - in text order
 */
/** The header of a record. @typedef {Pick<Record, "board" | "mines" | "rules" | "seed" | "layout" | "tags">} Head */

export const MAGIC = "hypersweep-record";
/** The maximum time: every reader can represent it exactly. */
export const MOST_MILLISECONDS = 10 ** 15 - 1;

const SHORT = new Map([["\\", "\\\\"], ["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\\]|(?! )\p{Zs}|^ | $/u;
const EVERY_HIDDEN = new RegExp(HIDDEN.source, "gu");

/**
 * Escape a text so that it is one line of visible characters.
 * @param {string} value
 */
function escapeText(value) {
  if (!HIDDEN.test(value)) return value;
  return value.replace(EVERY_HIDDEN, (letter) => {
    const code = /** @type {number} */ (letter.codePointAt(0));
    return SHORT.get(letter) ?? (code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`);
  });
}

/**
 * Format an event as a line.
 * @param {Event} event
 */
export function formatEvent({ milliseconds, kind, cell, changed, ended, level }) {
  if (kind === "pause" || kind === "resume" || kind === "hint") return `${milliseconds} ${kind}${level === null ? "" : ` ${level}`}`;
  return `${milliseconds} ${kind}${cell ? ` ${cell.join(" ")}` : ""}: ${changed}${ended ? ` ${ended}` : ""}`;
}

/** @param {string} name @param {string} value */
function formatTag(name, value) {
  return value ? `${name}: ${escapeText(value)}` : `${name}:`;
}

/**
 * The header and the empty line after it. With a line for each event it becomes the text of a running game.
 * @param {Head} head
 * @param {boolean} [isPlain] - whether there are neither comments nor variations
 */
export function formatHead({ board, mines, rules, seed, layout, tags }, isPlain = true) {
  const lines = [`${MAGIC}: ${isPlain ? 1 : 2}`, `board: ${board.format()}`, `mines: ${mines}`, `rules: ${formatRules(rules)}`];
  if (seed !== null) lines.push(`seed: ${seed}`);
  if (layout !== null) lines.push(`layout: ${layout}`);
  for (const [name, value] of Object.entries(tags)) lines.push(formatTag(name, value));
  return `${lines.join("\n")}\n\n`;
}

/** @param {string[]} lines @param {string | undefined} text */
function pushComment(lines, text) {
  if (text) for (const line of text.split("\n")) lines.push(line ? `# ${escapeText(line)}` : "#");
}

/**
 * The lines of events, comments and variations.
 * @param {Pick<Record, "events" | "comments" | "variations">} record
 */
function bodyLines({ events, comments, variations }) {
  /** @type {string[]} */
  const lines = [];
  let following = 0;
  // The current line; its parents are on the stack.
  let current = { number: 0, place: 0, events, comments };
  /** @type {(typeof current)[]} */
  const outer = [];
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

/**
 * Format a record; `parseRecord` and Python's `Record.parse` can read it.
 * @param {Record} record
 */
export function formatRecord(record) {
  const isPlain = !record.comments.size && !record.variations.length;
  const lines = isPlain ? record.events.map(formatEvent) : bodyLines(record);
  lines.push(`${record.milliseconds} end: ${record.outcome}\n`);
  return formatHead(record, isPlain) + lines.join("\n");
}
