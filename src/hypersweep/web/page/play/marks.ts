// Question marks and draft flags: marks on cells that aren't moves. Like Python's record/marks.py, and what a session
// does with them.

import { cellsAround } from "../engine/around.ts";
import { DRAFT, QUESTION } from "../board/cell_appearance.ts";
import { CODES } from "../engine/terms.ts";
import type { Rules } from "../engine/rules.ts";
import type { Shape } from "../engine/shape.ts";
import type { Event } from "./record_writer.ts";

export type MarkKind = "question" | "draft";
/** The actions on marks, which `stepsOf` splits into steps. */
export type Marking = MarkKind | "cycle_flag" | "flag_around" | "draft_around" | "keep_drafts" | "drop_drafts";
/** A part of an action: a flag, or a mark. */
type MarkStep = readonly ["flag" | MarkKind, number];

export const isMark = (kind: string): kind is MarkKind => kind === "question" || kind === "draft";
/** Whether a kind of event exists only in version 3 of the record format. */
export const isNewKind = (kind: string) => isMark(kind) || kind === "and";

/** Marks to undo or to redo, latest first, each with the number of moves before it. */
type Link = { moves: number; mark: Event; next: Link } | null;

/** The order in which marks and moves are undone and redone. Create it no later than before the first mark. */
export class MarkOrder {
  #moves = 0;
  /** Number of moves that may be redone; before the first mark, as many as the game itself can redo. */
  #redoable = Infinity;
  #count = 0;
  #done: Link = null;
  #undone: Link = null;
  /** Places between two steps of one action. */
  #joints: Set<string> = new Set();
  #isJoining = false;

  /** The mark that the next undo or redo changes; null if that concerns a move. */
  next(kind: "undo" | "redo"): Event | null {
    const link = kind === "undo" ? this.#done : this.#undone;
    return link?.moves === this.#moves ? link.mark : null;
  }

  /** Whether a move may be redone, if the game has one to redo: one undone since the latest mark. */
  get canRedoMove() {
    return this.#redoable > 0;
  }

  get #place() {
    return `${this.#moves} ${this.#count}`;
  }

  /** Whether the steps before and after this position are one action. */
  get isJoined() {
    return this.#joints.has(this.#place);
  }

  /**
   * Follow an event, which must be possible.
   * @returns the event of the mark that it sets or removes, if any
   */
  act(event: Event): Event | null {
    const { kind, changed } = event;
    let mark: Event | null = null;
    if (kind === "undo" || kind === "redo") {
      const way = kind === "redo" ? 1 : -1;
      if (changed) {
        this.#moves += way;
        this.#redoable -= way;
      } else if ((mark = this.next(kind))) {
        const link = (kind === "undo" ? this.#done : this.#undone) as NonNullable<Link>;
        this.#count += way;
        if (kind === "undo") [this.#done, this.#undone] = [link.next, { ...link, next: this.#undone }];
        else [this.#undone, this.#done] = [link.next, { ...link, next: this.#done }];
      }
    } else if (isMark(kind)) {
      this.#join();
      mark = event;
      this.#done = { moves: this.#moves, mark, next: this.#done };
      this.#count += 1;
      this.#redoable = 0;
      this.#undone = null;
    } else if (changed) {
      this.#join();
      this.#moves += 1;
      this.#redoable = 0;
      this.#undone = null;
    }
    this.#isJoining = kind === "and";
    return mark;
  }

  #join() {
    if (this.#isJoining) this.#joints.add(this.#place);
    else this.#joints.delete(this.#place);
  }
}

export class Marks {
  questions: Set<number> = new Set();
  drafts: Set<number> = new Set();

  toggle(kind: MarkKind, index: number) {
    const cells = kind === "question" ? this.questions : this.drafts;
    if (!cells.delete(index)) cells.add(index);
  }

  /** The looks of covered cells; a draft flag hides a question mark. */
  get looks(): ReadonlyMap<number, number> {
    const looks = new Map([...this.questions].map((index) => [index, QUESTION]));
    for (const index of this.drafts) looks.set(index, DRAFT);
    return looks;
  }
}

/** The cells without a flag around a number whose covered neighbours must all be mines. */
export function flagsAround(shape: Shape, codes: ArrayLike<number>, index: number) {
  const covered = cellsAround(shape, index).filter((other) => codes[other] === CODES.covered || codes[other] === CODES.flagged);
  return covered.length === codes[index] ? covered.filter((other) => codes[other] === CODES.covered) : [];
}

/** The parts of an action, like the methods of Python's Session; none if it has no effect. */
export function stepsOf(action: Marking, { shape, codes, rules, marks }: { shape: Shape; codes: ArrayLike<number>; rules: Rules; marks: Marks | null }, index: number): MarkStep[] {
  const isCovered = codes[index] === CODES.covered;
  if (isMark(action)) return isCovered ? [[action, index]] : [];
  if (action === "cycle_flag") {
    const isQuestion = marks?.questions.has(index) ?? false;
    if (isCovered && isQuestion) return [["question", index]];
    // The flag comes last, because undoing the whole action then counts as an undo.
    const isTurned = codes[index] === CODES.flagged && rules.flagToggles && !isQuestion;
    return isTurned ? [["question", index], ["flag", index]] : [["flag", index]];
  }
  if (action === "flag_around" || action === "draft_around") {
    const cells = flagsAround(shape, codes, index);
    if (action === "flag_around") return cells.map((other) => ["flag", other]);
    return cells.filter((other) => !marks?.drafts.has(other)).map((other) => ["draft", other]);
  }
  const drafts = [...(marks?.drafts ?? [])].sort((one, other) => one - other);
  const flags = action === "keep_drafts" ? drafts.filter((other) => codes[other] === CODES.covered) : [];
  return [...drafts.map((other) => ["draft", other] as const), ...flags.map((other) => ["flag", other] as const)];
}
