// Types of the messages between the page and its kernels.

import { HypersweepError } from "./errors.ts";
import type { FirstOpen, Grade } from "./rules.ts";
import type { CellLike } from "./shape.ts";

export type Outcome = "ongoing" | "won" | "lost";
export type MoveKind = "open" | "flag" | "chord";
export type AnyMove = MoveKind | "undo" | "redo";
export type Policy = "safest" | "progress" | "look-ahead";

/**
 * The budget of an analysis: states and bytes for one component, and how often it may check whether to continue (about
 * ten thousand times a second; 0 for no limit). The module has no clock, so the same view always gives the same answer.
 */
export type Budget = { states?: number; bytes?: number; asks?: number };

export interface Change {
  /** number of cells that look different */ changed: number;
  /** safe cells opened; negative for cells that an undo covered again */ opened: number;
  /** change in the number of flags on covered cells */ flags: number;
  /** after the move */ outcome: Outcome;
}

export interface Standing {
  outcome: Outcome;
  /** number of open safe cells */ opened: number;
  /** number of flags on covered cells */ flags: number;
  /** whether the layout is decided */ isDecided: boolean;
  /** number of moves that can be undone */ undoable: number;
  /** number of moves that can be redone */ redoable: number;
}

export interface BoardValue {
  /** 3BV: number of openings plus single cells */ value: number;
  openings: number;
  /** safe cells outside openings and their rims */ single: number;
  /** connected groups of those */ islands: number;
  /** openings with an open zero; 0 for a layout */ openingsOpen: number;
  /** single cells that are open; 0 for a layout */ singleOpen: number;
}

export interface Analysis {
  /** chances of a mine, by cell index: 0 for open and safe cells, 1 for certain mines */ chances: Float64Array;
  /** standard errors if the chances are estimates; null if they are exact */ errors: Float64Array | null;
  /** number of states used */ states: number;
  /** number of independent groups of clues */ components: number;
}

export interface Choice {
  /** index of the cell to open */ cell: number;
  kind: "safe" | "guess" | "end-game";
  /** the chance that the cell is safe */ safety: number;
  /** the value by which the policy compares cells */ score: number;
  /** in an endgame: layouts won by opening it, out of those left */ wins: [number, number] | null;
  /** whether the chances it is based on are exact */ isExact: boolean;
  /** the cells it was compared with, if there was an analysis */ weighed: {cell: number, score: number}[];
}

export interface SearchRequest {
  mines: number;
  seed: bigint | number;
  /** the cell to open first */ first: CellLike;
  /** "opening" or "safe" */ firstOpen?: FirstOpen;
  /** the hardest deduction that may be needed; null for any */ grade?: Grade | null;
  /** whether a deduction of that grade must be needed */ exactly?: boolean;
}

/** The effect of a move of a record. */
export interface RecordedEffect {
  /** the cells that look different; null if any may */ cells: Uint32Array | null;
  /** their codes, or those of all cells */ codes: Int32Array;
  /** state after it */ outcome: Outcome;
  flags: number;
}

export interface SearchProgress {
  /** layouts tried so far */ tried: number;
  /** maximum number of layouts */ tries: number;
  /** maximum number of safe cells that deduction opened in any layout */ mostOpened: number;
  /** number of safe cells on the board */ safeCells: number;
}

export const CODES = Object.freeze({ covered: -1, flagged: -2, mine: -3, exploded: -4, wrongFlag: -5 });
export const OUTCOMES: readonly Outcome[] = ["ongoing", "won", "lost"];
export const MOVE_KINDS: readonly MoveKind[] = ["open", "flag", "chord"];
/** The kinds of moves, by their numbers in rows of `Game.playRecorded`. */
export const MOVES: readonly AnyMove[] = [...MOVE_KINDS, "undo", "redo"];
/** In rows of `Game.playRecorded`: accept any number of changed cells except 0. No move changes this many. */
export const ANY_CHANGE = 2 ** 32 - 1;
export const POLICIES: readonly Policy[] = ["safest", "progress", "look-ahead"];
/** The default budget of an analysis. */
export const BUDGET = Object.freeze({ states: 1 << 20, bytes: 1 << 28, asks: 0 });

/** A budget as arguments for the kernels. */
export function limitsOf(budget: Budget): [number, number, number] {
  const { states, bytes, asks } = { ...BUDGET, ...budget };
  return [states, bytes, asks];
}

/**
 * Convert a seed for the kernels.
 * @param seed - 0 to 2**64 - 1; numbers must be exact integers
 */
export function readSeed(seed: bigint | number): bigint {
  if (typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0) return BigInt(seed);
  if (typeof seed === "bigint" && seed >= 0n && seed < 1n << 64n) return seed;
  throw new HypersweepError("ParameterError", { what: "seed", got: seed });
}

export function freshSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}
