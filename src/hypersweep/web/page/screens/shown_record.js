// @ts-check
// The record shown by a screen, saved or passed in memory; and the actions available for every record.

import { HypersweepError } from "../engine/errors.js";
import { button, download, node } from "../frame/elements.js";
import { load } from "../play/games.js";
import { cellText } from "../play/phrases.js";
import { formatRecord, parseRecord, recordUpTo } from "../play/record.js";
import { Session } from "../play/session.js";
import { openAsStudy } from "../together/new_study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Place} Place */
/** @typedef {import("../play/record_writer.js").Event} Event */
/** @typedef {import("../play/record_writer.js").Record} GameRecord */
/** A record, and the part of an address that leads to it. @typedef {{record: GameRecord, text: string, name: string, key: string}} Shown */

/** Maximum length of names in file names. */
const MOST_NAME = 40;

/** The record passed most recently: the back button returns to it while the page is open. @type {Shown | null} */
let latest = null;

/**
 * The record named by an address, or passed in memory.
 * @param {App} app
 * @param {Place} place
 * @returns {Promise<Shown>} rejects with a HypersweepError if it is invalid; null if there is none
 */
export async function findRecord(app, { parts: [key], handed }) {
  if (handed?.record) {
    const isText = typeof handed.record === "string";
    const record = isText ? parseRecord(handed.record) : handed.record;
    const text = isText ? handed.record : formatRecord(record);
    latest = { record, text, name: handed.name ?? "", key: "" };
    return latest;
  }
  if (key) {
    const text = await load(app, key);
    return { record: parseRecord(text), text, name: "", key };
  }
  if (latest) return latest;
  throw new HypersweepError("ParameterError", app.text("replay.none"));
}

/**
 * The address of a screen with this record.
 * @param {string} screen
 * @param {Shown} shown
 * @param {Record<string, number | string>} [query]
 */
export function addressOf(screen, { key }, query = {}) {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `${screen}${key ? `/${encodeURIComponent(key)}` : ""}${asked ? `?${asked}` : ""}`;
}

/** The player's name, safe to display. @param {GameRecord} record */
export function playerText({ tags }) {
  const name = [...(tags.player ?? "")].filter((letter) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(letter)).join("").trim();
  return [...name].length <= 40 ? name : `${[...name].slice(0, 39).join("")}…`;
}

/**
 * Describe an event in words.
 * @param {App} app
 * @param {Event} event
 */
export function eventText(app, { kind, cell, changed, ended, level }) {
  return app.text("replay.event", { kind, place: cell && cellText(cell), changed, ended, level });
}

/** A file name for something made from a record. @param {string} what @param {GameRecord} record */
function fileName(what, { tags }) {
  const kept = [...(tags.start ?? "")].filter((letter) => /[\p{L}\p{N}-]/u.test(letter)).join("").slice(0, MOST_NAME);
  return `${what}-${kept || "game"}`;
}

/** @param {Shown} shown */
export function saveRecord({ text, record }) {
  download(new Blob([text], { type: "text/plain;charset=utf-8" }), `${fileName("game", record)}.sweep`);
}

/** @param {string} text - SVG text @param {GameRecord} record @param {string} [what] */
export function savePicture(text, record, what = "review") {
  download(new Blob([text], { type: "image/svg+xml" }), `${fileName(what, record)}.svg`);
}

/**
 * Continue playing from a position: not ranked, not saved.
 * @param {App} app
 * @param {GameRecord} record
 * @param {readonly Event[]} events - events up to the position
 * @param {readonly number[] | null} cell - initial cell of the cursor
 * @param {string} back - address to return to
 */
export async function attempt(app, record, events, cell, back) {
  const begun = recordUpTo(record, events);
  const begin = async () => {
    const session = await Session.attempt(app, begun);
    if (cell) session.cursor = record.board.index(cell);
    return session;
  };
  app.go("game", { session: await begin(), again: begin, back });
}

/**
 * Explain why a record can't be shown.
 * @param {App} app
 * @param {HTMLElement} element - element of the screen
 * @param {unknown} error
 */
export function showBroken(app, element, error) {
  if (!(error instanceof Error && "kind" in error)) throw error;
  const why = node("p");
  void app.told(error).then((text) => (why.textContent = text));
  why.setAttribute("role", "alert");
  const link = node("a", "", app.text("replay.to_start"));
  link.href = "#/";
  element.replaceChildren(node("section", "broken", node("h1", "", app.text("replay.broken")), why, link));
  link.focus();
}

/**
 * The button that makes a study from a record; empty without a server.
 * @param {App} app
 * @param {() => string | undefined} textOf - returns the record's text
 * @returns {HTMLButtonElement[]}
 */
export function studyButtons(app, textOf) {
  if (!document.querySelector("meta[name=hypersweep-server]")) return [];
  const begin = async () => {
    const record = textOf();
    if (record) await openAsStudy(app, { record });
  };
  return [button(app.text("replay.study"), begin)];
}
