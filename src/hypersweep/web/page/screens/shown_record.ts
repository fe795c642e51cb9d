// The record shown by a screen, saved or passed in memory; and the actions available for every record.

import { HypersweepError } from "../engine/errors.ts";
import { button, download, node } from "../frame/elements.ts";
import { load } from "../play/games.ts";
import { cellText } from "../play/phrases.ts";
import { formatRecord, parseRecord, recordUpTo } from "../play/record.ts";
import { Session } from "../play/session.ts";
import { openAsStudy } from "../together/new_study.ts";
import type { App, Place } from "../app.ts";
import type { Event, Record as GameRecord } from "../play/record_writer.ts";

/** A record, and the part of an address that leads to it. */
export type Shown = { record: GameRecord; text: string; name: string; key: string };

/** Maximum length of names in file names. */
const MOST_NAME = 40;

/** The record passed most recently: the back button returns to it while the page is open. */
let latest: Shown | null = null;

/**
 * The record named by an address, or passed in memory.
 * @returns rejects with a HypersweepError if it is invalid; null if there is none
 */
export async function findRecord(app: App, { parts: [key], handed }: Place): Promise<Shown> {
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

/** The address of a screen with this record. */
export function addressOf(screen: string, { key }: Shown, query: Record<string, number | string> = {}) {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `${screen}${key ? `/${encodeURIComponent(key)}` : ""}${asked ? `?${asked}` : ""}`;
}

/** The player's name, safe to display. */
export function playerText({ tags }: GameRecord) {
  const name = [...(tags.player ?? "")].filter((letter) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(letter)).join("").trim();
  return [...name].length <= 40 ? name : `${[...name].slice(0, 39).join("")}…`;
}

/** Describe an event in words. */
export function eventText(app: App, { kind, cell, changed, ended, level }: Event) {
  return app.text("replay.event", { kind, place: cell && cellText(cell), changed, ended, level });
}

/** A file name for something made from a record. */
function fileName(what: string, { tags }: GameRecord) {
  const kept = [...(tags.start ?? "")].filter((letter) => /[\p{L}\p{N}-]/u.test(letter)).join("").slice(0, MOST_NAME);
  return `${what}-${kept || "game"}`;
}

export function saveRecord({ text, record }: Shown) {
  download(new Blob([text], { type: "text/plain;charset=utf-8" }), `${fileName("game", record)}.sweep`);
}

/** @param text - SVG text */
export function savePicture(text: string, record: GameRecord, what = "review") {
  download(new Blob([text], { type: "image/svg+xml" }), `${fileName(what, record)}.svg`);
}

/**
 * Continue playing from a position: not ranked, not saved.
 * @param events - events up to the position
 * @param cell - initial cell of the cursor
 * @param back - address to return to
 */
export async function attempt(app: App, record: GameRecord, events: readonly Event[], cell: readonly number[] | null, back: string) {
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
 * @param element - element of the screen
 */
export function showBroken(app: App, element: HTMLElement, error: unknown) {
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
 * @param textOf - returns the record's text
 */
export function studyButtons(app: App, textOf: () => string | undefined): HTMLButtonElement[] {
  if (!document.querySelector("meta[name=hypersweep-server]")) return [];
  const begin = async () => {
    const record = textOf();
    if (record) await openAsStudy(app, { record });
  };
  return [button(app.text("replay.study"), begin)];
}
