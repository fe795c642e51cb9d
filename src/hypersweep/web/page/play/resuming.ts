// Continues games from a record: saved games, and any position of another game.

import { cellsAround } from "../engine/around.ts";
import { parseBoardId } from "../engine/board_id.ts";
import { HypersweepError, type Detail } from "../engine/errors.ts";
import { CLASSIC, GRADES, firstOpenPromise, type Grade } from "../engine/rules.ts";
import { emptyCodes, engineGames, refreshCodes, type GameMaker, type PlayedGame } from "./played_game.ts";
import { parseRecord, readRecord } from "./record.ts";
import { Session, type Page } from "./session.ts";
import { readRunning, takeGame } from "./taking.ts";
import { KNOWN } from "./tally.ts";
import { refusedText } from "./told.ts";
import type { RequestOptions } from "../engine/lane.ts";
import type { Record } from "./record_writer.ts";

type Grader = (layout: string, first: number) => Promise<{grade: Grade | null}>;

const impossible = (detail: Detail) => new HypersweepError("RecordError", detail);

/**
 * Checks that don't need the board: times don't run backwards, pauses end, and after the end only an undo follows.
 * @returns the state at its end
 */
function checkEvents({ events, outcome, milliseconds }: Pick<Record, "events" | "outcome" | "milliseconds">): {isPaused: boolean, isStarted: boolean} {
  let isPaused = false;
  let isStarted = false;
  let now = 0;
  let over: "won" | "lost" | null = null;
  events.forEach((event, place) => {
    const { milliseconds, kind } = event;
    const fail = (detail: Detail) => impossible({ ...detail, event: place + 1 });
    const stands = over !== null || isPaused || !isStarted;
    if (milliseconds < now || (stands && milliseconds !== now)) {
      throw fail({ what: stands ? "event_still" : "event_early", now, milliseconds });
    }
    if (isPaused && kind !== "resume") throw fail({ what: "event_paused" });
    if (over !== null && kind !== "undo") throw fail({ what: "event_over" });
    if (kind === "resume" && !isPaused) throw fail({ what: "event_resume" });
    if ((kind === "undo" || kind === "redo") && !event.changed) throw fail({ what: `nothing_to_${kind}` });
    if (kind === "pause" || kind === "resume") isPaused = kind === "pause";
    else if (kind !== "hint") {
      isStarted ||= kind === "open" && event.changed > 0;
      over = event.ended;
    }
    now = milliseconds;
  });
  if (outcome !== (over ?? "ongoing")) {
    throw impossible({ what: "record_outcome", outcome: over ?? "ongoing", got: outcome });
  }
  if (milliseconds < now || (milliseconds > now && (over !== null || isPaused || !isStarted))) {
    throw impossible({ what: "record_length", wanted: now, got: milliseconds });
  }
  return { isPaused, isStarted };
}

/**
 * Create a game and replay a record in it.
 *
 * For records that this page has written, only the end is checked, and the moves are sent in one request. For others,
 * every effect is checked, and whether the layout keeps the promise of the rules.
 * @param options - `grade`: returns whether a given layout needs a guess
 */
export async function playRecord(record: Record, makeGame: GameMaker, { isOurs = false, grade, ...options }: RequestOptions & {isOurs?: boolean, grade?: Grader} = {}): Promise<PlayedGame> {
  const { board, mines, rules, seed, layout, events, outcome } = record;
  checkEvents(record);
  const isGiven = seed === null && layout !== null;
  const places = events.map(({ cell, kind, milliseconds }, number) => {
    try {
      return cell ? board.index(cell) : 0;
    } catch {
      throw impossible({ what: "cell", cell, board: board.format(), event: number + 1 });
    }
  });
  const first = events.findIndex(({ kind, changed }) => kind === "open" && changed > 0);
  if (seed === null && layout === null && first >= 0) throw impossible({ what: "event_no_board", event: first + 1 });
  if (isGiven && first >= 0 && !isOurs) {
    checkPromise(record, places[first]);
    if (rules.guess === "never" && grade) await checkNoGuess(record, places[first], grade);
  }
  const game = await makeGame(isGiven ? { layout, rules } : { board: board.format(), mines, rules, seed: seed ?? undefined });
  try {
    if (isOurs) {
      const moves = [] as [any, any?][];
      events.forEach(({ kind, cell, changed }, number) => changed && moves.push(cell ? [kind, places[number]] : [kind]));
      const made = moves.length ? await game.playAll(moves, options) : 0;
      if (made < moves.length) throw impossible({ what: "record_move", move: made + 1, moves: moves.length });
    } else await playEach(game, record, places, options);
    if (game.standing.outcome !== outcome) {
      throw impossible({ what: "record_outcome", outcome: game.standing.outcome, got: outcome });
    }
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

async function checkNoGuess({ rules, layout }: Record, first: number, grade: Grader) {
  const found = await grade(layout as string, first);
  if (found.grade === null) throw impossible({ what: "record_guess" });
  const excess = rules.grade === null ? 0 : GRADES.indexOf(found.grade) - GRADES.indexOf(rules.grade);
  if (excess > 0 || (excess < 0 && rules.exactly)) {
    throw impossible({ what: excess > 0 ? "record_grade" : "record_easy" });
  }
}

/** Maximum number of moves in one request. */
const AT_ONCE = 10_000;
/** No board has that many cells. */
const MOST_CHANGED = 2 ** 32 - 2;
/** In the engine's numbering. */
const KINDS = ["open", "flag", "chord", "undo", "redo"];
const OUTCOMES = ["ongoing", "won", "lost"];

async function playEach(game: PlayedGame, { events }: Record, places: number[], options: RequestOptions) {
  const { mostCells } = game;
  // The board isn't visible meanwhile, so cells needn't be returned.
  game.mostCells = 0;
  const moves = events.flatMap(({ kind }, number) => (KINDS.includes(kind) ? [number] : []));
  for (let begin = 0; begin < moves.length; begin += AT_ONCE) {
    const part = moves.slice(begin, begin + AT_ONCE);
    const rows = new Uint32Array(4 * part.length);
    part.forEach((number, place) => {
      const { kind, changed, ended } = events[number];
      rows.set([KINDS.indexOf(kind), places[number], Math.min(Number(changed), MOST_CHANGED), OUTCOMES.indexOf(ended ?? "ongoing")], 4 * place);
    });
    const told = await game.playRecorded(rows, options);
    if (told.made === part.length) continue;
    const event = part[told.made] + 1;
    throw impossible({ what: "event_effect", changed: told.changed, outcome: told.outcome, event });
  }
  game.mostCells = mostCells;
}

/** Check that a given layout keeps the rules' promise for the first open. */
function checkPromise({ board, rules, layout }: Record, first: number) {
  const { bits } = parseBoardId(layout as string);
  const promise = firstOpenPromise(rules);
  const kept = promise === "any" ? [] : promise === "safe" ? [first] : [first, ...cellsAround(board, first)];
  const mine = kept.find((index) => (bits[index >> 3] ?? 0) & (1 << (index & 7)));
  if (mine !== undefined) {
    const cell = board.cell(mine);
    throw impossible({ what: "record_promise", promise, cell });
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
  const state = checkEvents(record);
  const { row } = found;
  const noted = record.events.length && !state.isPaused ? row.milliseconds : 0;
  const milliseconds = record.outcome === "ongoing" ? Math.max(record.milliseconds, noted) : record.milliseconds;
  return { record, isCut: isCut || found.isCut, ...state, milliseconds, cursor: row.cursor };
}

/** The codes of a saved running game, for display; null if its board would have to be searched for again. */
export async function keptCodes(app: Page, key: string, makeGame: GameMaker = engineGames(app)): Promise<Int16Array | null> {
  const { record } = await readKept(app, key);
  if (record.rules.guess === "never" && record.seed !== null) return null;
  const game = await playRecord(record, makeGame, { isOurs: true });
  try {
    const codes = emptyCodes(record.board);
    await refreshCodes(game, codes);
    return codes;
  } finally {
    await game.close();
  }
}

/** See `Session.resume`. */
export async function resume(app: Page, key: string, makeGame: GameMaker = engineGames(app), options: RequestOptions = {}) {
  await app.messages.add("session");
  const hold = await takeGame(app.storage, key).catch((error) => told(app, error));
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
    return told(app, error);
  }
}

/** Throw an error as one with a text for players. */
export async function told({ messages }: Pick<Page, "messages">, error: unknown): Promise<never> {
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
  const { isPaused, isStarted } = checkEvents(record);
  const game = await playRecord(record, makeGame, options);
  const known = { ...record, tags: { ...record.tags, [KNOWN]: "yes" } };
  const session = sessionOf(app, known, game, makeGame);
  const { events, milliseconds } = record;
  await session.takeOver(events, { milliseconds, isPaused, isStarted, cursor: null }, null);
  await session.goOn();
  return session;
}
