// The record shown by a screen, saved or passed in memory; and the actions available for every record.

import { render } from "preact";
import { HypersweepError } from "../engine/errors.ts";
import { download, fileStem } from "../frame/download.ts";
import { mount } from "./view_screen.tsx";
import { load } from "../play/games.ts";
import { isMark } from "../play/marks.ts";
import { cellText } from "../play/phrases.ts";
import { formatRecord, parseRecord, recordUpTo } from "../play/record.ts";
import { ReplayPlayer } from "../play/replay_player.ts";
import { Session } from "../play/session.ts";
import { hasServer } from "../multiplayer/http.ts";
import { openAsStudy } from "../multiplayer/new_room.ts";
import type { App, Place } from "../app.ts";
import type { Event, Record as GameRecord } from "../play/record_writer.ts";

/** A record, and the part of an address that leads to it. */
export type Shown = { record: GameRecord; text: string; name: string; key: string };

/** The record passed most recently: the back button returns to it while the page is open. */
let latest: Shown | null = null;

/**
 * The record named by an address, or passed in memory.
 * @returns rejects with a HypersweepError if it is invalid, or if there is none
 */
async function findRecord(app: App, { parts: [key], handed }: Place): Promise<Shown> {
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

export function addressOf(screen: string, { key }: Shown, query: Record<string, number | string> = {}) {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `${screen}${key ? `/${encodeURIComponent(key)}` : ""}${asked ? `?${asked}` : ""}`;
}

/** The player's name, safe to display. */
export function playerText({ tags }: GameRecord) {
  const name = [...(tags.player ?? "")].filter((letter) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(letter)).join("").trim();
  return [...name].length <= 40 ? name : `${[...name].slice(0, 39).join("")}…`;
}

export function eventText(app: App, { kind, cell, changed, ended, level }: Event) {
  if (isMark(kind)) return `${app.text(`page.cell_${kind}`)} ${cellText(cell as readonly number[])}`;
  return app.text("replay.event", { kind, place: cell && cellText(cell), changed, ended, level });
}

function fileName(what: string, { tags }: GameRecord) {
  return `${what}-${fileStem(tags.start ?? "") || "game"}`;
}

export function saveRecord({ text, record }: Shown) {
  download(new Blob([text], { type: "text/plain;charset=utf-8" }), `${fileName("game", record)}.sweep`);
}

/** @param text - SVG text */
export function savePicture(text: string, record: GameRecord) {
  download(new Blob([text], { type: "image/svg+xml" }), `${fileName("review", record)}.svg`);
}

/**
 * Continue playing from a position: not ranked, not saved.
 * @param events - events up to the position
 * @param cell - initial cell of the cursor
 * @param back - address to return to
 */
export async function attempt(app: App, record: GameRecord, events: readonly Event[], cell: readonly number[] | null, back: string) {
  const begin = async () => {
    const session = await Session.attempt(app, recordUpTo(record, events));
    if (cell) session.cursor = record.board.index(cell);
    return session;
  };
  try {
    app.go("game", { session: await begin(), again: begin, back });
  } catch (error) {
    await app.fail(error);
  }
}

/**
 * Open a record on a screen. If it can't be shown, the screen says why.
 * @param check - what else must succeed
 * @returns null if it can't be shown, or isn't wanted any more
 */
export async function openRecord(app: App, place: Place, element: HTMLElement, signal: AbortSignal, check?: (player: ReplayPlayer) => Promise<unknown>) {
  render(<p class="loading">{app.text("replay.loading")}</p>, element);
  let player: ReplayPlayer | null = null;
  try {
    const shown = await findRecord(app, place);
    player = await ReplayPlayer.begin(await app.engine(), shown.record);
    await check?.(player);
    if (!signal.aborted) return { shown, player };
  } catch (error) {
    if (!(error instanceof Error && "kind" in error)) throw error;
    const why = await app.errorText(error);
    const broken = (
      <section class="broken">
        <h1>{app.text("replay.broken")}</h1>
        <p role="alert">{why}</p>
        <a href="#/">{app.text("replay.to_start")}</a>
      </section>
    );
    if (!signal.aborted) mount(broken, element, signal);
  }
  await player?.close().catch(() => {});
  return null;
}

/** A button that makes a study from a record, if the page has a server. */
export function StudyButton({ app, record }: { app: App; record: string }) {
  if (!hasServer()) return null;
  return <button type="button" onClick={() => openAsStudy(app, { record })}>{app.text("replay.study")}</button>;
}
