// Reads saved rows of games, checking every field: another version, another program or a broken disk may have written
// them.

import { MOST_MILLISECONDS } from "../data/records.ts";
import { formatRules, parseRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { OUTCOMES } from "../engine/terms.ts";
import { readRecord } from "./record.ts";
import { isPicture } from "./board_pictures.ts";
import type { RunningRow } from "./running_game.ts";
import type { GameRow } from "./tally.ts";

/** The maximum date in JavaScript. */
const MOST_DATE = 8.64e15;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isWithin = (value: unknown, most: number): value is number => typeof value === "number" && value >= 0 && value <= most;

/** Reads the rows of saved games, returning null for invalid ones. Equal boards and rules are parsed only once. */
export class RowReader {
  #shapes: Map<string, Shape | null> = new Map();
  #rules: Map<string, string | null> = new Map();

  #read<Value>(known: Map<string, Value | null>, text: unknown, read: (text: string) => Value): Value | null {
    if (typeof text !== "string") return null;
    let found = known.get(text);
    if (found === undefined) {
      try {
        found = read(text);
      } catch {
        found = null;
      }
      known.set(text, found);
    }
    return found;
  }

  /** Read the fields that all rows have. */
  #kind(row: any) {
    const shape = this.#read(this.#shapes, row?.board, Shape.parse);
    const rules = this.#read(this.#rules, row?.rules, (text) => formatRules(parseRules(text)));
    if (!shape || rules === null || !isCount(row.mines) || row.mines > shape.cells) return null;
    return { board: shape.format(), mines: row.mines as number, rules, cells: shape.cells };
  }

  /**
   * Read the row of a finished game.
   * @param key - key of the row
   */
  game(key: unknown, row: any): GameRow | null {
    const kind = this.#kind(row);
    if (!kind || typeof key !== "string" || row.key !== key || !OUTCOMES.includes(row.outcome)) return null;
    const { outcome, milliseconds, isRanked, deaths, hints, undos, start, player, threeBV, clicks, unneeded } = row;
    if (![deaths, hints, undos, clicks].every(isCount) || !isCount(milliseconds) || milliseconds > MOST_MILLISECONDS) return null;
    if (typeof isRanked !== "boolean" || typeof start !== "string" || typeof player !== "string") return null;
    if (threeBV !== null && !isCount(threeBV)) return null;
    const { board, mines, rules } = kind;
    const own = { key, board, mines, rules, outcome, milliseconds, isRanked, deaths, hints, undos, start, player, threeBV, clicks };
    // Optional fields.
    const more = { ...(isCount(unneeded) ? { unneeded } : {}), ...(typeof row.daily === "string" ? { daily: row.daily } : {}) };
    return { ...own, isWalkover: row.isWalkover === true, ...more };
  }

  running(key: unknown, row: any): RunningRow | null {
    const kind = this.#kind(row);
    if (!kind || typeof key !== "string" || typeof row.head !== "string") return null;
    const { head, milliseconds, opened, cursor, outcome = "ongoing", picture, saved, stamp } = row;
    if (!OUTCOMES.includes(outcome) || !isCount(opened) || !isWithin(milliseconds, MOST_MILLISECONDS) || !isWithin(saved, MOST_DATE)) return null;
    const { board, mines, rules, cells } = kind;
    let daily;
    try {
      const { record } = readRecord(head);
      if (record.board.format() !== board || record.mines !== mines) return null;
      daily = record.tags.daily;
    } catch {
      return null;
    }
    return {
      ...(daily ? { daily } : {}), head, board, mines, rules, milliseconds: Math.floor(milliseconds), opened, outcome, saved,
      cursor: isCount(cursor) && cursor < cells ? cursor : null,
      picture: isPicture(picture, cells) ? picture : "",
      stamp: readStamp(stamp),
    };
  }
}

/** Read which page is writing a game, for browsers without locks. */
export function readStamp(stamp: any): RunningRow["stamp"] {
  return typeof stamp?.by === "string" && Number.isFinite(stamp.at) ? { by: stamp.by, at: stamp.at } : null;
}

/**
 * The pieces of a running game's events, up to the first gap.
 * @param pieces - with their keys
 * @returns `isCut`: whether pieces after a gap were dropped
 */
export function readPieces(pieces: readonly [any, any][]): {texts: string[], isCut: boolean} {
  const texts = [];
  let count = 0;
  for (const [key, text] of pieces) {
    if (!Array.isArray(key) || key[1] !== count || typeof text !== "string") return { texts, isCut: true };
    texts.push(text);
    for (let place = text.indexOf("\n"); place >= 0; place = text.indexOf("\n", place + 1)) count += 1;
  }
  return { texts, isCut: false };
}
