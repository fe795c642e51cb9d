// Exports all games as one text and imports them: records one after another, which Python's load_games reads as well.

import { HypersweepError } from "../engine/errors.ts";
import { formatRules } from "../engine/rules.ts";
import { recordOf } from "./damaged_games.ts";
import { verified } from "./games.ts";
import { formatRecord, readRecord, splitGames } from "./record.ts";
import { RowReader } from "./saved_rows.ts";
import { locks, newKey } from "./running_game.ts";
import { readRunning } from "./lock_game.ts";
import { engineGames, type GameMaker } from "./played_game.ts";
import { Tally, gameRow } from "./tally.ts";
import type { Step, Storage } from "../storage.ts";
import { movesInEffect, type Event, type Record } from "./record_writer.ts";
import type { Page } from "./session.ts";

type Options = { signal?: AbortSignal; onProgress?: (done: number, all: number) => void };

/** Tags of exported games: the first marks a game that can be continued, the second holds a review's result. */
const RUNNING = "can-go-on";
const UNNEEDED = "unneeded-guesses";
/** Maximum milliseconds of uninterrupted work. */
const PART = 25;
/** Number of games saved in one transaction: saving them one by one is slow. */
const MOST_AT_ONCE = 100;

/** Return a function that lets the page do other work from time to time. */
function breather(): () => Promise<void> | null {
  let began = performance.now();
  return () => {
    if (performance.now() - began < PART) return null;
    return new Promise((resolve) => {
      setTimeout(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}

/** The readable running games, most recently played last. */
async function runningRecords(storage: Storage) {
  const found = [];
  for (const key of await storage.keys("running")) {
    const own = await readRunning(storage, key);
    const record = own && recordOf(own.text);
    if (own && record) found.push({ record, saved: own.row.saved });
  }
  return found.sort((one, other) => one.saved - other.saved).map(({ record }) => record);
}

/**
 * All readable games as one text.
 * @returns `damaged`: records that can't be read, which are left out
 */
export async function exportAll({ storage }: {storage: Storage}, { signal, onProgress }: Options = {}): Promise<{file: Blob, games: number, damaged: number}> {
  const pause = breather();
  const reader = new RowReader();
  const rows = new Map((await storage.all("games")).map(([key, row]) => [key, reader.game(key, row)]));
  const records = await storage.all("records");
  const texts: string[] = [];
  for (const [place, [key, text]] of records.entries()) {
    signal?.throwIfAborted();
    await pause();
    onProgress?.(place, records.length);
    const record = recordOf(text);
    if (!record) continue;
    const unneeded = rows.get(key)?.unneeded;
    if (unneeded === undefined) texts.push(text.endsWith("\n") ? text : `${text}\n`);
    else texts.push(formatRecord({ ...record, tags: { ...record.tags, [UNNEEDED]: String(unneeded) } }));
  }
  const damaged = records.length - texts.length;
  for (const record of await runningRecords(storage)) {
    texts.push(formatRecord({ ...record, tags: { ...record.tags, [RUNNING]: "yes" } }));
  }
  const file = new Blob(
    texts.map((text, place) => (place ? `\n${text}` : text)),
    { type: "text/plain;charset=utf-8" },
  );
  return { file, games: texts.length, damaged };
}

/** Texts of the games already saved here. */
class KnownGames {
  #texts: Set<string> = new Set();
  /** The games saved before the import, by the header of their record; computed when first needed. */
  #heads: Map<string, string[]> | null = null;

  static async of(storage: Storage) {
    const known = new KnownGames();
    for (const [, text] of await storage.all("records")) if (typeof text === "string") known.add(text);
    for (const record of await runningRecords(storage)) known.add(formatRecord(record));
    return known;
  }

  add(text: string) {
    this.#texts.add(text);
  }

  has(text: string) {
    return this.#texts.has(text);
  }

  /** Whether a running game here has the same beginning, and more moves. */
  hasMoreOf(text: string) {
    const headOf = (own: string) => own.slice(0, own.indexOf("\n\n") + 2);
    if (!this.#heads) {
      this.#heads = new Map();
      for (const own of this.#texts) {
        const head = headOf(own);
        this.#heads.set(head, [...(this.#heads.get(head) ?? []), own]);
      }
    }
    const begun = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
    return (this.#heads.get(headOf(text)) ?? []).some((own) => own.startsWith(begun));
  }
}

/**
 * The result of an import: `kept` games are new, `known` ones were already here. `first`: the first rejected game, with
 * its first or invalid line, and the reason. `isStopped`: whether it was cancelled; `failure`: any other reason for
 * ending early.
 */
interface Imported {
  all: number;
  kept: number;
  known: number;
  refused: number;
  first: {game: number, line: number, message: string, detail: {[name: string]: unknown}} | null;
  isStopped: boolean;
  failure: unknown;
}

/**
 * Import the games in a text; known games are skipped. Each game is checked by replaying it, and saved as a whole or
 * not at all. If the import is cancelled, or storage is full, the games imported so far stay.
 */
export async function importAll(app: Page, text: string, { makeGame = engineGames(app), signal, onProgress }: Options & {makeGame?: GameMaker} = {}): Promise<Imported> {
  const work = () => new Import(app, makeGame, { signal, onProgress }).run(text);
  const own = locks();
  if (!own) return work();
  return own.request("hypersweep import", { ifAvailable: true }, (lock) => {
    if (lock) return work();
    throw new HypersweepError("BusyError", { what: "busy" });
  });
}

class Import {
  signal;
  onProgress;
  result: Imported = { all: 0, kept: 0, known: 0, refused: 0, first: null, isStopped: false, failure: null };
  #waiting: {key: string, steps: Step[]}[] = [];
  #base = newKey();
  /** The time given to the latest imported running game: each gets a slightly later one, to keep their order. */
  #saved = Date.now();

  constructor(public app: Page, public makeGame: GameMaker, { signal, onProgress }: Options) {
    this.signal = signal;
    this.onProgress = onProgress;
  }

  async run(text: string) {
    const { signal, result } = this;
    const games = splitGames(text);
    result.all = games.length;
    const pause = breather();
    try {
      const known = await KnownGames.of(this.app.storage);
      for (const [place, { text: own, firstLine }] of games.entries()) {
        await pause();
        if (signal?.aborted) break;
        this.onProgress?.(place, games.length);
        await this.#take(own, firstLine, place, known);
        if (this.#waiting.length >= MOST_AT_ONCE) await this.#keep();
      }
    } catch (error) {
      if (!signal?.aborted) result.failure = error;
    }
    try {
      await this.#keep();
    } catch (error) {
      result.failure ??= error;
    }
    result.isStopped = signal?.aborted === true;
    return result;
  }

  async #take(text: string, firstLine: number, place: number, known: KnownGames) {
    const { result } = this;
    try {
      const { record: given } = readRecord(text, { firstLine });
      const { [RUNNING]: running, [UNNEEDED]: unneeded = "", ...tags } = given.tags;
      const record = { ...given, tags };
      const plain = formatRecord(record);
      const goesOn = running === "yes" && record.outcome === "ongoing";
      if (known.has(plain) || (goesOn && known.hasMoreOf(plain))) {
        result.known += 1;
        return;
      }
      const threeBV = await verified(this.app, record, this.makeGame, { signal: this.signal });
      known.add(plain);
      const key = `${this.#base}-${String(place).padStart(7, "0")}`;
      if (goesOn) return void this.#waiting.push({ key, steps: runningSteps(key, record, (this.#saved += 1)) });
      const row = { ...gameRow(key, record, Tally.of(record), threeBV), ...(/^[0-9]{1,9}$/.test(unneeded) ? { unneeded: Number(unneeded) } : {}) };
      this.#waiting.push({ key, steps: [{ store: "games", key, value: row }, { store: "records", key, value: plain }] });
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      result.refused += 1;
      const line = Number(error.detail.line ?? firstLine);
      result.first ??= { game: place + 1, line, message: error.message, detail: error.detail };
    }
  }

  /** Save all waiting games, or none of them. */
  async #keep() {
    const waiting = this.#waiting.splice(0);
    if (!waiting.length) return;
    await this.app.storage.write(waiting.flatMap(({ steps }) => steps), { isStrict: true });
    this.result.kept += waiting.length;
  }
}

/** Number of open safe cells, from the number of changed cells. */
function countOpened(events: readonly Event[]) {
  return movesInEffect(events).reduce((opened, { kind, changed }) => opened + (kind === "flag" ? 0 : changed), 0);
}

function runningSteps(key: string, record: Record, saved: number): Step[] {
  const { board, mines, rules, milliseconds, events, outcome } = record;
  const whole = formatRecord(record);
  const gap = whole.indexOf("\n\n") + 2;
  const lines = whole.slice(gap, whole.lastIndexOf("\n", whole.length - 2) + 1);
  const about = { board: board.format(), mines, rules: formatRules(rules), milliseconds, opened: countOpened(events) };
  const row = { head: whole.slice(0, gap), ...about, cursor: null, outcome, picture: "", saved, stamp: null };
  const steps = [{ store: "running", key, value: row }] as Step[];
  return events.length ? [...steps, { store: "events", key: [key, 0], value: lines }] : steps;
}
