// Finds the game for an address, and makes the address of a board.

import { parseBoardId } from "../../engine/board_id.ts";
import { HypersweepError } from "../../engine/errors.ts";
import { formatRules, parseRules } from "../../engine/rules.ts";
import { boardName } from "../../play/boards.ts";
import { readChoices } from "../../play/choices.ts";
import { Session } from "../../play/session.ts";
import { savedPreferences, type Remark } from "../../play/rule_preferences.ts";
import type { App } from "../../app.ts";
import type { Head } from "../../play/record_writer.ts";
import type { Settings } from "../../settings.ts";

/** A new game: the arguments of Session.begin. */
type Board = { board: string; mines: number; rules: any; seed?: bigint; name?: string };
type Target = {saved: string} | {begin: Board | {layout: string, rules: any}, remarks: Remark[]} | null;

const START = "#/";

/**
 * @param query - "board=16x30&mines=99&rules=...&seed=..." or "layout=BOARD_ID&first=ROW,COLUMN" or "saved=KEY"
 * @returns null if the address names no game; throws an error if it is invalid
 */
function readTarget(query: URLSearchParams, settings: Settings): Target {
  const said = (name: string) => query.get(name) ?? "";
  if (said("saved")) return { saved: said("saved") };
  const rules = said("rules");
  if (said("layout")) {
    parseBoardId(said("layout"));
    const choice = readChoices({ board: said("layout"), rules });
    return { begin: { layout: said("layout"), rules: choice.rules }, remarks: [] };
  }
  if (!said("board")) return null;
  const fields = { board: said("board"), mines: said("mines"), seed: said("seed") };
  // Explicit rules are used exactly, so that a link means the same for all players.
  const exact = rules ? parseRules(rules) : null;
  const agreed = exact ? { rules, first: exact.firstOpen, guess: exact.guess, grade: exact.grade ?? "", exactly: exact.exactly ? "on" : "" } : {};
  const choice = readChoices({ ...fields, ...agreed }, savedPreferences(settings));
  const { shape, mines, seed } = choice;
  if (choice.layout) return { begin: { layout: choice.layout, rules: choice.rules }, remarks: choice.remarks };
  const name = boardName(shape, mines);
  return {
    begin: { board: shape.format(), mines, rules: choice.rules, ...(seed === null ? {} : { seed }), ...(name ? { name } : {}) },
    remarks: choice.remarks,
  };
}

/** The cell to open first on a given board, unless it has a mine. */
function firstCell(query: URLSearchParams): number[] | null {
  const [layout, first] = [query.get("layout"), query.get("first")];
  if (!layout || !first || !/^\d{1,9}(,\d{1,9})*$/.test(first)) return null;
  const { shape, bits } = parseBoardId(layout);
  const cell = first.split(",").map(Number);
  const index = shape.index(cell);
  return bits[index >> 3] & (1 << (index & 7)) ? null : cell;
}

/**
 * The address for a saved game that has ended meanwhile: the end of its replay.
 * @returns "" if there is none
 */
async function addressOfEnded(app: App, key: string): Promise<string> {
  const { load, readRecord } = await import("../../saved.ts");
  try {
    const { record } = readRecord(await load(app, key));
    return `#/replay/${encodeURIComponent(key)}?at=${record.events.length}`;
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    return "";
  }
}

/**
 * The game for an address; errors are shown.
 * @returns the game, or the address to go to instead
 */
export async function findGame(app: App, query: URLSearchParams): Promise<Session | string> {
  try {
    const daily = query.get("daily");
    if (daily !== null) return await (await import("../../saved.ts")).playDaily(app, daily);
    const target = readTarget(query, app.settings);
    if (target && "begin" in target) {
      const session = await Session.begin(app, target.begin);
      if ("name" in target.begin) app.prefer("last_board", target.begin.name);
      const first = firstCell(query);
      if (first) await session.open(first);
      for (const { name, values } of target.remarks) {
        await app.messages.add("start");
        app.say(app.text(`start.${name}`, values));
      }
      return session;
    }
    const { running } = await import("../../saved.ts");
    const saved = target ? target.saved : (await running(app)).find((each) => !each.isBusy)?.key;
    return saved ? await Session.resume(app, saved) : START;
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    const key = query.get("saved");
    const ended = key ? await addressOfEnded(app, key) : "";
    if (ended) return ended;
    app.warn(await app.errorText(error), 1);
    return START;
  }
}

export function boardAddress({ board, mines, rules, layout }: Head) {
  const query = { ...(layout ? { layout } : { board: board.format(), mines: String(mines) }), rules: formatRules(rules) };
  return `#/game?${new URLSearchParams(query)}`;
}
