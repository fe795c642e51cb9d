// Hints in steps: first where to look, then which cells, then why. Like Python's session/hint.py.
//
// Hints are computed from the player's view, in the worker for analyses. If the position changes meanwhile, the hint is
// dropped.

import { MOST_STEPS } from "../data/limits.ts";
import { HypersweepError } from "../engine/errors.ts";
import { firstOpenPromise, type Rules } from "../engine/rules.ts";
import { tellEngine } from "./engine_answer.ts";
import { HintWriter, type Left } from "./hint_text.ts";
import { percentText } from "./phrases.ts";
import { Numbering, marksOf, namesOf, reasonText, type Name } from "./reasons.ts";
import { movesInEffect } from "./record_writer.ts";
import { insteadOf, tellRefused } from "./error_text.ts";
import type { App } from "../app.ts";
import type { Advice } from "../engine/advice.ts";
import type { Engine } from "../engine/client.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Shape } from "../engine/shape.ts";
import type { Budget, MoveKind } from "../engine/terms.ts";
import type { PlayedGame } from "./played_game.ts";
import type { Session } from "./session.ts";

type HintKind = Advice["kind"] | "start";
/** The parts of the page and of a session that hints use. */
type Page = Pick<App, "engine" | "text" | "messages"> & Partial<Pick<App, "wantedEngine" | "chosenEngine">>;
type Hinted = Pick<
  Session, "shape" | "mines" | "rules" | "codes" | "standing" | "outcome" | "isPaused" | "isBusy" | "position" | "noteHint"
>;

export interface Hint {
  /** "start" before the first open; otherwise the kind of advice */ kind: HintKind;
  /** 1 where to look, 2 which cells, 3 why */ level: number;
  /** a sentence; at the last level several if a reason needs them */ text: string;
  /** whether this is the last level */ isLast: boolean;
  /** open cells to look at */ clues: number[];
  /** the cells it is about, as far as this level reveals them */ cells: number[];
  /** marks for both, for `Board.setMarks` */ marks: Map<number, number>;
  /** for a guess, the chance of a mine */ chance: number | null;
  /** ever shorter versions of the text, for use with these marks on the board */ shorter: string[];
  /** such versions, longest first, for when several of the safe cells are left to open */ rest: string[];
  /** such versions for when one of several safe cells is left */ last: string[];
}

/** Budget of each step of a hint: about a second. */
const HINT_BUDGET = Object.freeze({ states: 1 << 20, bytes: 1 << 28, asks: 10_000 });
/** Maximum number of cells to analyse: on a larger board, that would take too long for a hint. */
const MOST_CELLS = 1 << 20;
/** Kinds of hints that don't make a game unranked. */
const FREE: readonly HintKind[] = ["none", "start"];

/** All levels of the hint for a position. */
export interface HintTexts {
  kind: HintKind;
  /** for each level its text, followed by shorter versions */ levels: string[][];
  /** texts of the last level, longest first, for when several of the safe cells are left to open */ rest?: string[];
  /** such texts for when one of several safe cells is left */ last?: string[];
  clues: number[];
  cells: number[];
  chance: number | null;
  /** the numbers that the texts call cells by */ numbers?: ReadonlyMap<number, number>;
  /** whether asking again may give another answer */ isPassing?: boolean;
}

/**
 * The same hint, preceded by the reason why the page's own solver gave it.
 * @param why - key of the message with the reason
 */
function instead(app: Page, texts: HintTexts, why: string): HintTexts {
  const [first, ...more] = texts.levels;
  const begun = (name: string) => first.map((text) => app.text(`hints.${name}`, { engine: app.wantedEngine, text }));
  return { ...texts, levels: [[...begun(why), ...begun("engine_without")], ...more] };
}

const plain = (kind: HintKind, levels: string[][]): HintTexts => ({ kind, levels, clues: [], cells: [], chance: null });

/**
 * Put advice into words.
 * @param app - with the texts "reasons" and "hints" loaded
 */
export function tellAdvice(app: Page, advice: Advice, shape: Shape, mines: number, name: Name = namesOf(app, shape)): HintTexts {
  const { kind, form, clues, cells, steps, isFlagged } = advice;
  const writer = new HintWriter(app, name, advice);
  // Two versions: cells by name, and shorter, cells by their marks.
  const both = (write: (isMarked: boolean) => string) => [false, true].map(write);
  const where = (what: string) => both((isMarked) => writer.where(what, isMarked));
  const why = (left?: Left) => [chain(app, steps, shape, name), writer.safeBrief(left), writer.safeWhy(left), ...writer.briefly()];
  let levels: string[][];
  switch (form) {
    case "wrong":
      levels = [
        where(cells.length === 1 ? "flag" : "flags"),
        both((isMarked) => writer.wrongFlags(isMarked)),
        [`${writer.wrongFlags()} ${chain(app, steps, shape, name)}`, ...writer.briefly()],
      ];
      break;
    case "crowded":
      levels = [where("together"), [writer.crowded()], both((isMarked) => writer.crowdedWhy(isMarked))];
      break;
    case "many":
      levels = [[writer.text("many", { flags: advice.flags, mines })]];
      break;
    case "contradiction":
      levels = [
        where("together"),
        both((isMarked) => writer.together(isMarked)),
        both((isMarked) => writer.togetherWhy(isMarked)),
      ];
      break;
    case "unproved":
      levels = [[writer.unproved()], both((isMarked) => writer.unprovedWhy(isMarked))];
      break;
    case "safe":
      levels = [
        where(""),
        both((isMarked) => writer.safe(isMarked)),
        why(),
      ];
      break;
    case "guess":
    case "estimate": {
      const text = reasonText(app, steps[0], shape, name);
      const values = { text, cells: name(cells) };
      const last = [isFlagged ? writer.text("guess_flagged", values) : text, ...writer.briefly(steps[0].clues)];
      levels =
        form === "guess"
          ? [[writer.text("guess")], [writer.text("guess_where", values)], last]
          : [both((isMarked) => writer.text("estimate", { isMarked })), last];
      break;
    }
    default:
      levels = [[writer.text(form === "over" ? "all_mines" : "large")]];
  }
  const [first] = steps;
  const chance = first?.grounds.kind === "guess" ? first.grounds.chance : null;
  const rest = form === "safe" && cells.length > 2 ? [...new Set(why("several"))] : [];
  const last = form === "safe" && cells.length > 1 ? [...new Set(why("one"))] : [];
  return { kind, levels, rest, last, clues, cells, chance };
}

function chain(app: Page, steps: Advice["steps"], shape: Shape, name: Name) {
  const sentences = steps.slice(-MOST_STEPS).map((step) => reasonText(app, step, shape, name));
  const left = steps.length - MOST_STEPS;
  return left > 0 ? app.text("hints.chain", { left, sentences: sentences.join(" ") }) : sentences.join(" ");
}

/** The hint before the first open, while no layout is decided. */
export function tellFirst(app: Page, cells: number, mines: number, rules: Rules): HintTexts {
  const chance = percentText(mines / cells);
  const values = { promise: firstOpenPromise(rules), chance, isSolvable: rules.guess === "never" };
  return plain("start", [["start", "start_short"].map((name) => app.text(`hints.${name}`, values))]);
}

/**
 * One level of a hint; higher levels than the last repeat the last.
 * @param wanted - counted from 1
 */
export function hintOf({ kind, levels, rest = [], last = [], clues, cells, chance, numbers = new Map() }: HintTexts, wanted: number): Hint {
  const level = Math.min(wanted, levels.length);
  const isLast = level === levels.length;
  const isTold = isLast || level === 2;
  const [text, ...others] = levels[level - 1];
  // A guess isn't based on clues that would help find it.
  const ownClues = kind !== "guess" || isTold ? clues : [];
  const ownCells = isTold ? cells : [];
  const shorter = [...new Set(others)].filter((other) => other !== text);
  // The text of the last level may name more cells than are marked.
  const marks = marksOf(ownClues, ownCells, new Map([...numbers].filter(([cell]) => isLast || ownClues.includes(cell) || ownCells.includes(cell))));
  return { kind, level, text, isLast, clues: ownClues, cells: ownCells, marks, chance: isTold ? chance : null, shorter, rest: isLast ? rest : [], last: isLast ? last : [] };
}

/** Provides hints level by level: asking again in the same position reveals a little more. */
export class Hints {
  budget;
  isNumbered;
  /** The hint for the latest position. */
  #found: {position: number, texts: HintTexts} | null = null;
  /** What the latest hint was about, and its level. */
  #subject = "";
  #level = 0;
  #search: {promise: Promise<Hint | null>, stop: AbortController, position: number} | null = null;

  /** @param options - `budget` for each step of the search; `isNumbered`: whether the board shows numbers of cells */
  constructor(public session: Hinted, public app: Page, { budget = HINT_BUDGET, isNumbered = false }: {budget?: Budget, isNumbered?: boolean} = {}) {
    this.budget = budget;
    this.isNumbered = isNumbered;
  }

  /**
   * Whether a hint now would make the game unranked: those before the first open don't, and neither do refused ones.
   */
  get isCounted() {
    const { session } = this;
    if (this.#why() || !session.standing.isDecided || session.shape.cells > MOST_CELLS) return false;
    const found = this.#found;
    return !found || found.position !== session.position || !FREE.includes(found.texts.kind);
  }

  /** Whether a hint for the current view is being computed. */
  get isSearching() {
    const search = this.#search;
    return search !== null && search.position === this.session.position && !search.stop.signal.aborted;
  }

  cancel() {
    this.#search?.stop.abort();
  }

  /**
   * The next hint; null if the position changed meanwhile, or the search was cancelled. Simultaneous requests share one
   * search.
   */
  next({ signal = null }: {signal?: AbortSignal | null} = {}): Promise<Hint | null> {
    if (this.#search && this.isSearching) return this.#search.promise;
    this.cancel();
    const stop = new AbortController();
    const drop = () => stop.abort();
    signal?.addEventListener("abort", drop, { once: true });
    if (signal?.aborted) drop();
    const promise = this.#next(stop.signal).finally(() => {
      signal?.removeEventListener("abort", drop);
      if (this.#search === search) this.#search = null;
    });
    const search = (this.#search = { promise, stop, position: this.session.position });
    return promise;
  }

  async #next(signal: AbortSignal): Promise<Hint | null> {
    const { app, session } = this;
    const { position } = session;
    await app.messages.add("reasons", "hints");
    if (signal.aborted) return null;
    const refusal = this.#why();
    if (refusal) return hintOf(plain("none", [[app.text(`hints.${refusal}`)]]), 1);
    const texts = await this.#tell(position, signal);
    if (!texts || session.position !== position || this.#why()) return null;
    this.#found = texts.isPassing ? null : { position, texts };
    // A new position continues the same hint if its subject is the same.
    const subject = JSON.stringify([texts.kind, texts.cells]);
    const before = subject === this.#subject ? this.#level : 0;
    const hint = hintOf(texts, before + 1);
    this.#subject = subject;
    this.#level = hint.level;
    if (before < texts.levels.length && !FREE.includes(hint.kind)) session.noteHint(hint.level);
    return hint;
  }

  async #tell(position: number, signal: AbortSignal): Promise<HintTexts | null> {
    const { app, session } = this;
    const { shape, mines } = session;
    if (this.#found?.position === position) return this.#found.texts;
    if (!session.standing.isDecided) return tellFirst(app, shape.cells, mines, session.rules);
    if (shape.cells > MOST_CELLS) return plain("none", [[app.text("hints.large_board")]]);
    const numbering = this.isNumbered ? new Numbering(shape) : null;
    const name = namesOf(app, shape, numbering);
    const numbers = numbering?.numbers;
    try {
      const other = await this.#askOther(signal, name);
      if (other && typeof other !== "string") return { ...other, numbers };
      const engine = await app.engine();
      if (session.position !== position) return null;
      const asked = { board: shape, mines, codes: Int32Array.from(session.codes) };
      const advice = await engine.advise(asked, { signal, budget: this.budget });
      for (const cell of [...advice.clues, ...advice.cells]) numbering?.name(cell);
      const texts = { ...tellAdvice(app, advice, shape, mines, name), numbers };
      return other ? instead(app, texts, other) : texts;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /**
   * Ask a server's engine, if the player has chosen one.
   * @returns null if none is chosen; a string is the key of the message that says why to ask the page's own solver
   * instead
   */
  async #askOther(signal: AbortSignal, name: Name): Promise<HintTexts | string | null> {
    const { app, session } = this;
    const asked = { board: session.shape, mines: session.mines, codes: Int32Array.from(session.codes) };
    try {
      const other = await app.chosenEngine?.();
      return other ? tellEngine(app, await other.ask(asked, { signal }), name) : null;
    } catch (error) {
      if (signal.aborted || !(error instanceof HypersweepError)) throw error;
      const why = insteadOf(error);
      if (why) return why;
      const text = await tellRefused(app.messages as any, error);
      return { ...plain("none", [[app.text("hints.engine_fault", { text })]]), isPassing: true };
    }
  }

  /** Why there can be no hint now, as a message key; "" if there can. */
  #why() {
    const { outcome, isBusy, isPaused } = this.session;
    return outcome !== "ongoing" ? "over" : isBusy ? "busy" : isPaused ? "paused" : "";
  }
}

/** The distance between two cells along each axis, longest first. */
function distances(shape: Shape, from: readonly number[], index: number) {
  const cell = shape.cell(index);
  const ways = cell.map((place, axis) => {
    const way = Math.abs(place - from[axis]);
    return shape.wrap.includes(axis) ? Math.min(way, shape.sides[axis] - way) : way;
  });
  return ways.sort((one, other) => other - one);
}

/**
 * Explain why the safe cell nearest to another cell is safe, as in Python's missed_move; if that exceeds the budget,
 * explain the simplest safe cell.
 * @returns no reasons if no cell was safe
 */
async function explainNearest(engine: Engine, position: any, shape: Shape, from: readonly number[], signal: AbortSignal | null): Promise<{nearest: number | null, reasons: Reason[]}> {
  const options = { signal, budget: HINT_BUDGET };
  let analysis;
  try {
    analysis = await engine.analyse(position, options);
  } catch (error) {
    if (!(error instanceof HypersweepError) || error.kind !== "BudgetExceededError") throw error;
    return { nearest: null, reasons: await engine.explain(position, options) };
  }
  const ways = analysis.certain(0).map((index) => ({ index, way: distances(shape, from, index) }));
  if (!ways.length) return { nearest: null, reasons: [] };
  const isNearer = (one: number[], other: number[]) => {
    const axis = one.findIndex((way, place) => way !== other[place]);
    return axis >= 0 && one[axis] < other[axis];
  };
  const { index } = ways.reduce((best, each) => (isNearer(each.way, best.way) ? each : best));
  const [reasons] = await analysis.explain([index], { signal });
  return { nearest: index, reasons };
}

/** The certain move nearest to the cell that lost the game; null if there was none, or finding it failed. */
export async function missedMove(session: Pick<Session, "shape" | "rules" | "events"> & {game: Pick<PlayedGame, "boardId">}, app: Page, { signal = null }: {signal?: AbortSignal | null} = {}): Promise<Hint | null> {
  const [engine] = await Promise.all([app.engine(), app.messages.add("reasons", "hints")]);
  // The player may already have left the game.
  const layout = await session.game.boardId().catch(() => null);
  const standing = movesInEffect(session.events);
  const [last, moves] = [standing.pop(), standing];
  if (layout === null || !last?.cell || !moves.length || signal?.aborted) return null;
  const { shape, rules } = session;
  const game = await engine.newGame({ layout, rules: { ...rules, guess: "allowed", grade: null, exactly: false, firstOpen: "any" } });
  try {
    await game.playAll(moves.map(({ kind, cell }) => [kind as MoveKind, cell ?? undefined] as const));
    const { nearest, reasons } = await explainNearest(engine, await game.position(), shape, last.cell, signal);
    const end = reasons[reasons.length - 1];
    if (!end || end.conclusion !== "safe") return null;
    const clues = [...new Set(reasons.flatMap((reason) => reason.clues))].sort((one, other) => one - other);
    const shown = nearest ?? end.cells[0];
    const text = app.text("hints.was_safe", { cells: namesOf(app, shape)([shown]) });
    return { ...hintOf({ kind: "safe", levels: [[text]], clues, cells: [shown], chance: null }, 1), level: 3 };
  } catch (error) {
    // If the analysis exceeds the budget, give up: a finished game isn't worth more work.
    if (error instanceof HypersweepError || signal?.aborted) return null;
    throw error;
  } finally {
    await game.close();
  }
}
