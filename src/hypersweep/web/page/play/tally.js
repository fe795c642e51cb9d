// @ts-check
// Counters of a game besides its moves, like Python's session/results.py; and the row for lists of games.

import { formatRules } from "../engine/rules.js";

/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").Head} Head */
/** @typedef {import("../engine/terms.js").Outcome} Outcome */

/** Tag with the value "yes" in records whose player may have known the board. */
export const KNOWN = "known";

/**
 * Data of a finished game for lists.
 * @typedef {object} GameRow
 * @property {string} key - for `load`, and in addresses
 * @property {string} board - text form of its shape
 * @property {number} mines
 * @property {string} rules - text form
 * @property {Outcome} outcome - "ongoing" if it was abandoned
 * @property {number} milliseconds
 * @property {boolean} isRanked - no undo, no hint, an unknown board, and not won by the first open alone
 * @property {boolean} isWalkover - won by the first open alone, so not counted anywhere
 * @property {number} deaths - number of losses, including undone ones
 * @property {number} hints
 * @property {number} undos
 * @property {string} start - when it began, as ISO 8601 in UTC, or ""
 * @property {string} player
 * @property {number | null} threeBV - 3BV of a won game, otherwise null
 * @property {number} clicks - all clicks, including those without effect and undone ones
 * @property {number} [unneeded] - number of unnecessary guesses, once reviewed
 */

/** Counts events as they happen. */
export class Tally {
  deaths = 0;
  hints = 0;
  undos = 0;
  clicks = 0;
  isWalkover = false;
  #hasOpened = false;

  /** @param {boolean} [isKnown] - whether the player may have known the board */
  constructor(isKnown = false) {
    this.isRanked = !isKnown;
  }

  /** @param {Event} event */
  add({ kind, ended, changed, level }) {
    if (kind === "hint") this.hints += Number(level === null || level === 1);
    else if (kind === "open" || kind === "flag" || kind === "chord") {
      this.clicks += 1;
      this.deaths += Number(ended === "lost");
      this.isWalkover = ended === "won" && !this.#hasOpened;
      this.#hasOpened ||= kind === "open" && changed > 0;
    } else if (kind === "undo") {
      this.undos += 1;
      this.isWalkover = false;
    }
    if (kind === "undo" || kind === "redo" || kind === "hint" || this.isWalkover) this.isRanked = false;
  }

  /** @param {{tags: Head["tags"], events: readonly Event[]}} record */
  static of({ tags, events }) {
    const tally = new Tally(tags[KNOWN] === "yes");
    for (const event of events) tally.add(event);
    return tally;
  }
}

/**
 * Make the row of a game.
 * @param {string} key
 * @param {Head & {outcome: Outcome, milliseconds: number}} record
 * @param {Tally} tally
 * @param {number | null} threeBV
 * @returns {GameRow}
 */
export function gameRow(key, { board, mines, rules, tags, outcome, milliseconds }, tally, threeBV) {
  const { isRanked, isWalkover, deaths, hints, undos, clicks } = tally;
  return {
    key,
    board: board.format(),
    mines,
    rules: formatRules(rules),
    outcome,
    milliseconds,
    isRanked,
    isWalkover,
    deaths,
    hints,
    undos,
    start: tags.start ?? "",
    player: tags.player ?? "",
    threeBV: outcome === "won" ? threeBV : null,
    clicks,
  };
}

/** Efficiency of a won game, 3BV / clicks; null for others. @param {Pick<GameRow, "threeBV" | "clicks">} row */
export function efficiencyOf({ threeBV, clicks }) {
  return threeBV === null || !clicks ? null : threeBV / clicks;
}

/** 3BV/s of a won game; null for others. @param {Pick<GameRow, "threeBV" | "milliseconds">} row */
export function speedOf({ threeBV, milliseconds }) {
  return threeBV === null || !milliseconds ? null : (threeBV * 1000) / milliseconds;
}
