// Dropped or chosen files, and pasted text: recognises each by its content, and shows it on the right screen.

import { RAWVF, TATHAM_SAVE } from "../data/files.ts";
import { LARGEST_FILE } from "../data/protocol.ts";
import { MAGIC } from "../data/records.ts";
import { parseBoardId } from "../engine/board_id.ts";
import { HypersweepError } from "../engine/errors.ts";
import { parsePosition } from "../play/position.ts";
import { parseRecord, splitGames } from "../play/record.ts";
import { refusedText as toldOf } from "../play/error_text.ts";
import { ask, hasServer } from "../multiplayer/http.ts";
import { isGameId, parseGameId } from "./game_id.ts";
import type { App } from "../app.ts";

/** The kind of a text, and the data for its screen; `first`: row and column of a layout's first cell. */
type Found = { kind: "record" | "position" | "layout" | "games"; text: string; first?: [number, number] | null };

const MOST_BYTES = 2 ** 24;
/** Maximum size of a file with many games. */
const MOST_OF_GAMES = 2 ** 28;
const MOST_FILES = 20;
/** How one of our own records begins. */
const RECORD = /^\s*hypersweep-record\b/;
/** A line of a mouse replay in text form; tried after `RECORD`, because our own records have a board line too. */
const REPLAY = new RegExp(RAWVF, "im");

async function identify(text: string): Promise<Found> {
  const plain = text.replace(/^\ufeff/, "");
  // A text that starts like a record is reported with a record's error.
  if (RECORD.test(plain)) return record(plain);
  const line = plain.trim();
  if (/^[0-9x~a-z=,]+\.[bg][A-Za-z0-9_-]*$/.test(line)) {
    parseBoardId(line);
    return { kind: "layout", text: line };
  }
  if (isGameId(line)) {
    const { layout, first } = parseGameId(line);
    return { kind: "layout", text: layout, first };
  }
  try {
    parsePosition(plain);
  } catch (error) {
    // A position without a number of mines is accepted: its screen asks for the number.
    if (!(error instanceof HypersweepError) || error.detail.needs !== "mines") throw error;
  }
  return { kind: "position", text: plain };
}

async function record(text: string): Promise<Found> {
  if (splitGames(text).length > 1) return { kind: "games", text };
  parseRecord(text);
  return { kind: "record", text };
}

/** @param name - of the file; "" for pasted text */
async function show(app: App, { kind, text, first }: Found, name: string) {
  if (kind === "record") app.go("replay", { record: text, name });
  else if (kind === "layout") app.go(`game?layout=${encodeURIComponent(text)}${first ? `&first=${first}` : ""}`);
  else if (kind === "position") app.go("analysis", { text });
  else {
    app.go("settings?part=kept", { games: text });
  }
}

/** Let the server convert another program's file to a record. */
async function madeByServer(app: App, file: File): Promise<Found> {
  if (!hasServer()) throw new HypersweepError("ParseError", app.text("drop.no_server", { name: file.name }));
  if (file.size > LARGEST_FILE) throw new HypersweepError("ParseError", app.text("drop.large", { name: file.name, most: LARGEST_FILE >> 20 }));
  await app.messages.add("together_refusals");
  const bytes = new Uint8Array(await file.arrayBuffer());
  let signs = "";
  for (let from = 0; from < bytes.length; from += 1 << 15) signs += String.fromCharCode(...bytes.subarray(from, from + (1 << 15)));
  const made = await ask("/api/record", { body: { data: btoa(signs), name: file.name.slice(-255) } });
  return { kind: "record", text: made.record };
}

async function identifyFile(app: App, file: File): Promise<Found> {
  const text = await textOf(app, file);
  if (text === null) return madeByServer(app, file);
  const head = text.slice(0, 4096).replace(/^\ufeff/, "");
  if (!RECORD.test(head) && (REPLAY.test(head) || head.startsWith(TATHAM_SAVE))) return madeByServer(app, file);
  return identify(text);
}

/** The text of a file, up to a maximum size; null if it isn't text. */
async function textOf(app: App, file: File) {
  const { name, size } = file;
  const isGames = size > MOST_BYTES && (await file.slice(0, MAGIC.length).text()) === MAGIC;
  const most = isGames ? MOST_OF_GAMES : MOST_BYTES;
  if (size > most) throw new HypersweepError("ParseError", app.text("drop.large", { name, most: most >> 20 }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Detect byte order marks, which Windows shells write.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!/[\0-\x08\x0e-\x1a]/.test(text)) return text;
  } catch {
    // Not valid text.
  }
  return null;
}

/**
 * The message for text that can't be used. Errors about the file itself already name the file, so they are returned
 * unchanged.
 */
function refusedText(app: App, name: string, error: HypersweepError) {
  const message = toldOf(app.messages, error);
  if (!error.detail.what) return message;
  // If the text was recognised, such as a position with too many mines or a record with a broken line, show only its
  // error.
  return app.text(error.detail.what === "not_a_position" ? "drop.refused" : "drop.wrong", { name, message });
}

/** Show the first usable file; list the others in a message. */
export async function openFiles(app: App, files: readonly File[]) {
  await app.messages.add("drop", "refusals");
  app.say("");
  const problems = [];
  if (files.length > MOST_FILES) problems.push(app.text("drop.many", { most: MOST_FILES }));
  let isShown = false;
  for (const file of files.slice(0, MOST_FILES)) {
    try {
      const found = await identifyFile(app, file);
      if (isShown) problems.push(app.text("drop.one_only", { name: file.name }));
      else await show(app, found, file.name);
      isShown = true;
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      problems.push(refusedText(app, file.name, error));
    }
  }
  if (problems.length) app.warn(problems.join(" "), isShown ? 1 : 0);
}

export async function openText(app: App, text: string) {
  await app.messages.add("drop", "refusals");
  app.say("");
  try {
    const screen = app.screen as any;
    // The analysis board accepts a pasted position as an edit.
    if (screen?.takePaste && (await screen.takePaste(text))) return;
    if (text.length > MOST_BYTES) throw new HypersweepError("ParseError", app.text("drop.large", { name: app.text("drop.pasted"), most: MOST_BYTES >> 20 }));
    await show(app, await identify(text), "");
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    app.warn(refusedText(app, app.text("drop.pasted"), error));
  }
}

export async function chooseFiles(app: App) {
  await app.messages.add("drop", "refusals");
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.hidden = true;
  input.setAttribute("aria-label", app.text("drop.choose"));
  document.body.append(input);
  input.addEventListener("change", () => void openFiles(app, [...(input.files ?? [])]).catch((error) => app.fail(error)));
  for (const name of ["change", "cancel"]) input.addEventListener(name, () => input.remove());
  input.click();
}
