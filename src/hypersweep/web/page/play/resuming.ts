// Continues games from a record: saved games, and any position of another game.

import { KNOWN } from "../data/records.ts";
import { HypersweepError, type Detail } from "../engine/errors.ts";
import { CLASSIC } from "../engine/rules.ts";
import { engineGames, type GameMaker, type PlayedGame } from "./played_game.ts";
import { parseRecord, readRecord } from "./record.ts";
import { Checks, type Grader } from "./replay_checks.ts";
import { Session, type Page } from "./session.ts";
import { readRunning, takeGame } from "./lock_game.ts";
import { refusedText } from "./error_text.ts";
import type { RequestOptions } from "../engine/worker_queue.ts";
import type { Record } from "./record_writer.ts";

const impossible = (detail: Detail) => new HypersweepError("RecordError", detail);

/** Check events and their end as far as possible without the board. */
function checkEvents(record: Record): Checks {
  const { events } = record;
  const checks = new Checks(record, events);
  for (let position = 0; position < events.length; ++position) {
    const wrong = checks.whyNot(position);
    if (wrong) throw wrong;
  }
  checks.checkEnd(events.at(-1)?.ended ?? "ongoing");
  return checks;
}

/**
 * Create a game and replay a record in it.
 *
 * For records that this page has written, only the end is checked. For others, every effect is checked, and whether
 * the layout keeps the promise of the rules.
 * @param options - `grade`: finds the grade of a given layout
 */
export async function playRecord(record: Record, makeGame: GameMaker, { isOurs = false, grade, ...options }: RequestOptions & {isOurs?: boolean, grade?: Grader} = {}): Promise<PlayedGame> {
  const { board, mines, rules, seed, layout, events } = record;
  const checks = checkEvents(record);
  const { first } = checks;
  const isGiven = seed === null && layout !== null;
  if (first < events.length && seed === null && !isOurs) {
    const wrong = await checks.whyNotFirst(first, async () => null, grade);
    if (wrong) throw wrong;
  }
  const game = await makeGame(isGiven ? { layout, rules } : { board: board.format(), mines, rules, seed: seed ?? undefined });
  try {
    await playEach(game, checks, isOurs, options);
    checks.checkEnd(game.standing.outcome);
    if (layout !== null && seed !== null && game.standing.isDecided && (await game.boardId()) !== layout) {
      throw impossible({ what: "record_layout" });
    }
    return game;
  } catch (error) {
    await game.close().catch(() => {});
    if (error instanceof HypersweepError && error.kind === "GenerationError") {
      throw impossible({ what: "record_board" });
    }
    throw error;
  }
}

/** Maximum number of moves in one request. */
const AT_ONCE = 10_000;

async function playEach(game: PlayedGame, checks: Checks, isOurs: boolean, options: RequestOptions) {
  const moves = checks.events.flatMap(({ changed }, position) => (checks.isMove(position) && (changed || !isOurs) ? [position] : []));
  for (let begin = 0; begin < moves.length; begin += AT_ONCE) {
    const part = moves.slice(begin, begin + AT_ONCE);
    const result = await game.playRecorded(checks.rows(part, isOurs), options);
    if (result.made < part.length) throw checks.wrongEffect(result, part[result.made]);
  }
}

/** Parse a record that may be damaged, up to the first damage. */
function readDamaged(text: string) {
  try {
    return { ...readRecord(text), isCut: false };
  } catch (error) {
    const line = error instanceof HypersweepError ? error.detail.line : null;
    if (typeof line !== "number") throw error;
    const kept = text.split("\n").slice(0, line - 1);
    return { ...readRecord(`${kept.join("\n")}\n`), isCut: true };
  }
}

/** The readable part of a running game; its lock must be held. */
export async function readKept(app: Page, key: string) {
  const found = await readRunning(app.storage, key);
  if (!found) {
    if ((await app.storage.get("running", key)) !== undefined) throw impossible({ what: "damaged" });
    throw new HypersweepError("ParameterError", { what: "gone" });
  }
  const { record, isCut } = readDamaged(found.text);
  const { state } = checkEvents(record);
  const { row } = found;
  const noted = record.events.length && !state.isPaused ? row.milliseconds : 0;
  const milliseconds = record.outcome === "ongoing" ? Math.max(record.milliseconds, noted) : record.milliseconds;
  return { record, isCut: isCut || found.isCut, ...state, milliseconds, cursor: row.cursor };
}

/** See `Session.resume`. */
export async function resume(app: Page, key: string, makeGame: GameMaker = engineGames(app), options: RequestOptions = {}) {
  await app.messages.add("session");
  const hold = await takeGame(app.storage, key).catch((error) => rethrow(app, error));
  try {
    const { record, isCut, ...state } = await readKept(app, key);
    if (record.outcome !== "ongoing") {
      const { keepEnded } = await import("../saved.ts");
      await keepEnded(app, key, record, makeGame);
      throw new HypersweepError("ParameterError", { what: "gone" });
    }
    const game = await playRecord(record, makeGame, { ...options, isOurs: true });
    const session = sessionOf(app, record, game, makeGame, key);
    await session.takeOver(record.events, state, hold);
    if (isCut) app.warn(app.text("session.was_cut", { events: record.events.length }));
    return session;
  } catch (error) {
    hold.release();
    return rethrow(app, error);
  }
}

/** Throw an error again, with a text for players. */
export async function rethrow({ messages }: Pick<Page, "messages">, error: unknown): Promise<never> {
  if (!(error instanceof HypersweepError)) throw error;
  await messages.add("session", "refusals");
  const name = { BusyError: "is_busy", ParameterError: "is_gone" }[error.kind as string] ?? "is_broken";
  throw new HypersweepError(error.kind, messages.text(`session.${name}`, { why: refusedText(messages, error) }));
}

/** @param key - of a saved game */
function sessionOf(app: Page, record: Record, game: PlayedGame, makeGame: GameMaker, key?: string) {
  const { board, mines, rules, seed, layout, tags } = record;
  const own = { board, mines, rules, seed, layout: seed === null ? layout : null, tags };
  // A given layout can't have a promise for its first open; later boards of the same type can.
  const kind = { board: board.format(), mines, rules: seed === null ? { ...rules, firstOpen: CLASSIC.firstOpen } : rules };
  return new Session(app, { game, head: own, kind, makeGame, isSaved: key !== undefined, key });
}

/** See `Session.attempt`. */
export async function attempt(app: Page, given: Record | string, makeGame: GameMaker = engineGames(app), options: RequestOptions = {}) {
  await app.messages.add("session");
  const record = typeof given === "string" ? parseRecord(given) : given;
  const state = checkEvents(record).state;
  const game = await playRecord(record, makeGame, options);
  const known = { ...record, tags: { ...record.tags, [KNOWN]: "yes" } };
  const session = sessionOf(app, known, game, makeGame);
  const { events, milliseconds } = record;
  await session.takeOver(events, { milliseconds, ...state, cursor: null }, null);
  await session.goOn();
  return session;
}
