// @ts-check
// Which game an address asks for.

import { HypersweepError } from "../../engine/errors.js";
import { parseBoardId } from "../../engine/board_id.js";
import { parseRules } from "../../engine/rules.js";
import { boardName } from "../../play/boards.js";
import { readChoices } from "../../play/choices.js";
import { savedWishes } from "../../play/wishes.js";

/** @typedef {import("../../play/wishes.js").Remark} Remark */

/** A game to begin: what Session.begin takes. @typedef {{board: string, mines: number, rules: any, seed?: bigint, name?: string}} Board */
/** @typedef {{saved: string} | {begin: Board | {layout: string, rules: any}, remarks: Remark[]} | null} Wish */

/**
 * @param {URLSearchParams} query - "board=16x30&mines=99&rules=...&seed=..." or "layout=BOARD_ID" or "saved=KEY"
 * @param {import("../../settings.js").Settings} settings
 * @returns {Wish} null where the address says nothing; an error where it says what can't be
 */
export function readWish(query, settings) {
  const said = (/** @type {string} */ name) => query.get(name) ?? "";
  if (said("saved")) return { saved: said("saved") };
  const rules = said("rules");
  if (said("layout")) {
    parseBoardId(said("layout"));
    const choice = readChoices({ board: said("layout"), rules });
    return { begin: { layout: said("layout"), rules: choice.rules }, remarks: [] };
  }
  if (!said("board")) return null;
  const fields = { board: said("board"), mines: said("mines"), seed: said("seed") };
  // Rules that are said are meant as they are: a link means the same to everybody.
  const exact = rules ? parseRules(rules) : null;
  const agreed = exact ? { rules, first: exact.firstOpen, guess: exact.guess, grade: exact.grade ?? "" } : {};
  const choice = readChoices({ ...fields, ...agreed }, savedWishes(settings));
  const { shape, mines, seed } = choice;
  if (choice.layout) return { begin: { layout: choice.layout, rules: choice.rules }, remarks: choice.remarks };
  const name = boardName(shape, mines);
  return {
    begin: { board: shape.format(), mines, rules: choice.rules, ...(seed === null ? {} : { seed }), ...(name ? { name } : {}) },
    remarks: choice.remarks,
  };
}

/**
 * Where a game is seen that has ended since its address was written down: its replay, at the end.
 * @param {import("../../app.js").App} app
 * @param {string | null} key - of a saved game
 * @returns {Promise<string>} nothing where none is kept
 */
export async function addressOfEnded(app, key) {
  if (!key) return "";
  const [{ load }, { readRecord }] = await Promise.all([import("../../play/games.js"), import("../../play/record.js")]);
  try {
    const { record } = readRecord(await load(app, key));
    return `replay/${encodeURIComponent(key)}?at=${record.events.length}`;
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    return "";
  }
}
