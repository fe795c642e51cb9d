// Decodes reasons from the kernel's rows of numbers (native/solve/reasons/request.hpp).

import type { Reason } from "./reasons.ts";

/** A clue: its number, and the index of its cell. */
export type Clue = [number, number];

/** A reason that needs only one clue. */
interface ClueGrounds {
  kind: "clue";
  clue: Clue;
  /** cells known from earlier steps: mines if the conclusion is "safe", safe cells if it is "mine" */ used: number[];
  /** neighbouring mines visible on the board */ shown: number[];
  /** number of covered neighbours */ covered: number;
}
/** One clue of a sum, and the covered cells around it. */
export interface Side {
  clue: Clue;
  /** its number of mines minus the visible ones */ rest: number;
  /** the visible mines around it */ shown: number[];
  /** cells that count for it and may be mines: those that no clue of the other side touches */ own: number[];
  /** cells that it shares with the other side */ shared: number[];
  /** its own cells that are known mines, if that matters */ known: number[];
  /** its own cells that are known to be safe, if that matters */ safe: number[];
}
/**
 * Clues that are added, and clues that are subtracted. A cell's weight is the number of added clues that touch it,
 * minus the number of subtracted ones.
 */
export interface SumGrounds {
  kind: "sum";
  /** the added clues */ more: Side[];
  /** the subtracted clues */ less: Side[];
  /** cells of positive weight that may be mines */ able: number[];
  ableWeights: number[];
  /** mines of negative weight, known from earlier steps */ known: number[];
  knownWeights: number[];
  /** safe cells of positive weight, known from earlier steps */ safe: number[];
  /** whether one side is a single clue, and no two others share a cell next to it */ isNested: boolean;
}
/** What one clue implies under an assumption. */
export interface LineStep {
  clue: Clue;
  /** whether the remaining cells would be mines; otherwise the clue has all its mines, and they would be safe */
  isMine: boolean;
  /** neighbouring mines visible on the board */ shown: number[];
  /** its covered neighbours that may still be mines, or those that would be mines */ supposed: number[];
  /** the cells that this decides; none if the clue can't be satisfied */ follows: number[];
}
/** A cell assumed to be a mine, or safe, and how that leads to a contradiction. */
export interface LineCase {
  cell: number;
  isMine: boolean;
  steps: LineStep[];
  /** another cell, assumed to be a mine, then safe; both lead to contradictions */ cases: LineCase[];
}
/** A line of contradiction; `alike` are other cells touched by the same clues, for which it holds too. */
type LineGrounds = { kind: "line"; supposed: LineCase; alike: number[] };
/** Clues that settle a cell together, without a short explanation. */
type TriedGrounds = { kind: "tried"; clues: Clue[] };
/** Clues that share no covered cells contain all mines; or the mines outside them fill all other cells. */
export interface ShareGrounds {
  kind: "share";
  clues: Clue[];
  /** for each clue, its mines that aren't visible on the board */ needs: number[];
  /** total number of mines on the board */ mines: number;
  /** relevant mines that are visible or known from earlier steps */ found: number;
  /** relevant covered cells known to be safe from earlier steps */ safe: number;
}
/**
 * Clues whose cells overlap contradict the number of mines: `bound` is the minimum number of mines that the opposite
 * would need, or the maximum that it would allow.
 */
type BoundGrounds = { kind: "bound"; clues: number[]; mines: number; bound: number; isLeast: boolean };
/** The facts about a guess. */
export interface GuessGrounds {
  kind: "guess";
  /** the chance that the cell is a mine */ chance: number;
  /** null if the budget was too small */
  choice: {cell: number, kind: string, policy: string, wins: [number, number] | null} | null;
  /** the first cell with the lowest chance, perhaps the guessed cell itself */ safest: number;
  /** the lowest chance */ least: number;
  /** number of other cells with the lowest chance */ equals: number;
  /** the chance that no neighbour is a mine; 0 if computing it takes too much work */ opening: number;
  /** whether the cell has a neighbouring clue */ isSeen: boolean;
  /** number of uncertain covered cells next to clues */ beside: number;
  /** number of other uncertain cells */ elsewhere: number;
  /** standard error if chances are estimated */ error: number | null;
}
export type Grounds = ClueGrounds | SumGrounds | LineGrounds | TriedGrounds | ShareGrounds | BoundGrounds | {kind: "all"} | GuessGrounds;

const KINDS = ["clue", "sum", "line", "tried", "share", "bound", "all"] as const;
/** From easy to hard. */
export const RULES = ["clue", "pair", "set", "count", "guess"] as const;

/** How hard some steps are to follow: by the hardest rule, then by their number. */
export const effort = (steps: readonly Reason[]) => Math.max(...steps.map(({ rule }) => RULES.indexOf(rule))) * 2 ** 32 + steps.length;

/** Reads one row of numbers from left to right. */
class Row {
  #place = 0;

  constructor(public row: Int32Array, public codes: Int32Array) {
  }

  number() {
    return this.row[this.#place++];
  }

  isTrue() {
    return this.number() !== 0;
  }

  numbers(count: number) {
    return Array.from({ length: count }, () => this.number());
  }

  each<Own>(read: () => Own): Own[] {
    return Array.from({ length: this.number() }, read);
  }

  list() {
    return this.numbers(this.number());
  }

  clue(): Clue {
    const cell = this.number();
    return [this.codes[cell], cell];
  }

  side(): Side {
    const [clue, rest] = [this.clue(), this.number()];
    const [shown, own, shared, known, safe] = Array.from({ length: 5 }, () => this.list());
    return { clue, rest, shown, own, shared, known, safe };
  }

  weighed(): [number[], number[]] {
    const cells = this.list();
    return [cells, this.numbers(cells.length)];
  }

  case(): LineCase {
    const [cell, isMine] = [this.number(), this.isTrue()];
    const steps = this.each(() => {
      const [clue, isLeft] = [this.clue(), this.isTrue()];
      return { clue, isMine: isLeft, shown: this.list(), supposed: this.list(), follows: this.list() };
    });
    return { cell, isMine, steps, cases: this.each(() => this.case()) };
  }

  grounds(kind: typeof KINDS[number], clues: number[]): Grounds {
    switch (kind) {
      case "clue": {
        const [clue, covered] = [this.clue(), this.number()];
        return { kind, clue, covered, used: this.list(), shown: this.list() };
      }
      case "sum": {
        const [more, less, isNested] = this.numbers(3);
        const sides = Array.from({ length: more + less }, () => this.side());
        const [[able, ableWeights], [known, knownWeights]] = [this.weighed(), this.weighed()];
        const [first, second] = [sides.slice(0, more), sides.slice(more)];
        return { kind, more: first, less: second, able, ableWeights, known, knownWeights, safe: this.list(), isNested: isNested !== 0 };
      }
      case "line": {
        const alike = this.list();
        return { kind, supposed: this.case(), alike };
      }
      case "tried":
        return { kind, clues: clues.map((cell) => [this.codes[cell], cell]) };
      case "share": {
        const needed = this.each(() => [this.clue(), this.number()] as [Clue, number]);
        const [mines, found, safe] = this.numbers(3);
        return { kind, clues: needed.map(([clue]) => clue), needs: needed.map(([, need]) => need), mines, found, safe };
      }
      case "bound": {
        const [mines, bound, isLeast] = this.numbers(3);
        return { kind, clues, mines, bound, isLeast: isLeast !== 0 };
      }
      default:
        return { kind };
    }
  }
}

/**
 * Decode a reason; it refers to its premises by number.
 * @param codes - codes of the view
 */
export function readRow(numbers: Int32Array, codes: Int32Array): Reason {
  const row = new Row(numbers, codes);
  const [rule, isMine, kind, cellCount, clueCount, premises] = row.numbers(6);
  const [cells, clues, because] = [row.numbers(cellCount), row.numbers(clueCount), row.numbers(premises)];
  const grounds = row.grounds(KINDS[kind], clues);
  return { rule: RULES[rule], conclusion: isMine ? "mine" : "safe", cells, clues, because, grounds };
}
