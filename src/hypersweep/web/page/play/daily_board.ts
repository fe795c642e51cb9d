// A board for each day without a server, its results among the saved games, and the text to share. The same as Python's
// hypersweep.daily, which says why days are in UTC, and what counts for a streak.

import { DAILY_BOARDS, DAILY_RULES, SHARE_PARTS, SHARE_SIGNS } from "../data/daily.ts";
import { HypersweepError } from "../engine/errors.ts";
import { Shape } from "../engine/shape.ts";
import { timeText } from "./clock.ts";
import { dayText, winStreak } from "./days.ts";
import { running } from "./games.ts";
import { Session, type Page } from "./session.ts";
import { Tally, type GameRow } from "./tally.ts";
import type { Record as GameRecord } from "./record_writer.ts";

interface DailyBoard {
  tag: string;
  day: string;
  name: string;
  board: string;
  mines: number;
  rules: string;
  seed: bigint;
  /** the cell opened for the player */ first: number[];
}

const BOARDS: Record<string, { board: string; mines: number }> = DAILY_BOARDS;
export const DAILY_NAMES = Object.keys(BOARDS);

export const today = () => dayText(new Date());

/**
 * A day's board.
 * @param tag - such as "2026-11-29-4d"
 */
export function dailyBoard(tag: string): DailyBoard {
  const [, day = "", name = ""] = /^(\d{4}-\d\d-\d\d)-(\w+)$/.exec(tag) ?? [];
  const date = new Date(`${day}T00:00Z`);
  // The browser may read 30 February as a day in March.
  if (!Object.hasOwn(BOARDS, name) || !(date.getTime() >= 0) || dayText(date) !== day) {
    throw new HypersweepError("ParseError", { what: "daily", got: tag });
  }
  const first = Shape.parse(BOARDS[name].board).sides.map((side) => side >> 1);
  return { tag, day, name, ...BOARDS[name], rules: DAILY_RULES, seed: BigInt(day.replaceAll("-", "")), first };
}

/** Start a game on a day's board, or continue the one that was begun; the boards of later days are refused. */
export async function playDaily(app: Page, tag: string): Promise<Session> {
  const { day, board, mines, rules, seed, first } = dailyBoard(tag);
  if (day > today()) throw new HypersweepError("ParameterError", { what: "daily_later", day, today: today() });
  const own = (await running(app)).filter(({ daily }) => daily === tag);
  // If the game is open in another tab, refuse it instead of starting another one.
  const begun = own.find(({ isBusy }) => !isBusy) ?? own[0];
  if (begun) return Session.resume(app, begun.key);
  const session = await Session.begin(app, { board, mines, rules, seed, tags: { daily: tag } });
  await session.open(first);
  return session;
}

// Results from the saved games.

/**
 * The game that counts for a board: its first win or, if it wasn't won, its first loss.
 * @param rows - all finished games
 */
export function dailyResult(rows: readonly GameRow[], tag: string): GameRow | undefined {
  const own = rows.filter(({ daily, outcome }) => daily === tag && outcome !== "ongoing");
  own.sort((one, other) => (one.start < other.start ? -1 : 1));
  return own.find(({ outcome }) => outcome === "won") ?? own[0];
}

/**
 * The number of consecutive days on which a daily board was won on its own day.
 * @param name - the board; "" for any of them
 */
export function dailyStreak(rows: readonly GameRow[], day: string, name = ""): number {
  const won = rows.filter(({ daily = "", outcome, start }) =>
    daily && outcome === "won" && start.slice(0, 10) === daily.slice(0, 10) && (!name || daily.slice(11) === name));
  return winStreak(new Set(won.map(({ start }) => start.slice(0, 10))), day).length;
}

// What players share.

type Finished = Pick<GameRecord, "board" | "mines" | "tags" | "events" | "outcome" | "milliseconds">;

/**
 * A text that tells others about a finished game without revealing a mine.
 * @param streak - from `dailyStreak`; 0 shows none
 */
export function shareText(record: Finished, streak = 0): string {
  const { board, mines, tags, events, outcome, milliseconds } = record;
  const signs = SHARE_SIGNS;
  const name = tags.daily ? `${board.dimensions}-D ${tags.daily.slice(0, 10)}` : `${board.format()}/${mines}`;
  const words = ["hypersweep", name, outcome === "won" ? signs.won : signs.lost, timeText(milliseconds)];
  const { unrankedBy } = Tally.of({ tags: {}, events });
  if (unrankedBy.has("hint") || unrankedBy.has("undo")) words.push(signs.helped);
  if (streak) words.push(`${signs.streak} ${streak}`);
  return `${words.join(" ")}\n${picture(record)}`;
}

/** Rows, with spaces between tiles and empty lines between rows of tiles. */
function picture({ board: { sides }, events, milliseconds }: Finished): string {
  const most = SHARE_PARTS[Math.min(sides.length, 4) - 1];
  const parts = most.map((count, axis) => Math.min(count, sides[axis]));
  const quarters = [...SHARE_SIGNS.quarters];
  const found: Map<string, string> = new Map();
  for (const { kind, changed, cell, ended, milliseconds: time } of events) {
    // A click on a mine isn't shown: in a short game it would give away where the mine is.
    if ((kind !== "open" && kind !== "chord") || !changed || !cell || ended === "lost") continue;
    const part = parts.map((count, axis) => Math.floor((cell[axis] * count) / sides[axis])).join();
    if (!found.has(part)) found.set(part, quarters[Math.min(3, Math.floor((4 * time) / Math.max(1, milliseconds)))]);
  }
  // A line of cells is drawn as a row.
  const [rows, columns, layers = 1, tables = 1] = parts.length > 1 ? parts : [1, parts[0]];
  const sign = (...place: number[]) => {
    const part = parts.length > 1 ? place.slice(0, parts.length) : [place[1]];
    return found.get(part.join()) ?? SHARE_SIGNS.rest;
  };
  const list = (length: number, text: (place: number) => string) => Array.from({ length }, (_, place) => text(place));
  const line = (row: number, table: number) =>
    list(layers, (layer) => list(columns, (column) => sign(row, column, layer, table)).join("")).join(" ");
  return list(tables, (table) => list(rows, (row) => line(row, table)).join("\n")).join("\n\n");
}
