// @ts-check
// Decodes reasons from the kernel's rows of numbers (native/solve/reasons/request.hpp).

/** A clue: its number, and the index of its cell. @typedef {[number, number]} Clue */

/**
 * A reason that needs only one clue.
 * @typedef {object} ClueGrounds
 * @property {"clue"} kind
 * @property {Clue} clue
 * @property {number[]} used - cells known from earlier steps: mines if the others are safe, safe cells if they are
 * mines
 * @property {number[]} shown - neighbouring mines visible on the board
 * @property {number} covered - number of covered neighbours
 */
/**
 * One clue of a sum, and the covered cells around it.
 * @typedef {object} Side
 * @property {Clue} clue
 * @property {number} rest - its number of mines minus the visible ones
 * @property {number[]} shown - the visible ones
 * @property {number[]} own - cells that count for it and may be mines: those that no clue of the other side touches
 * @property {number[]} shared - cells that it shares with the other side
 * @property {number[]} known - its own cells that are known mines, if that matters
 * @property {number[]} safe - its own cells that are known to be safe, if that matters
 */
/**
 * Clues that are added, and clues that are subtracted. A cell's weight is the number of added clues that touch it, minus the number
 * of subtracted ones.
 * @typedef {object} SumGrounds
 * @property {"sum"} kind
 * @property {Side[]} more - the added clues
 * @property {Side[]} less - the subtracted clues
 * @property {number[]} able - cells of positive weight that may be mines
 * @property {number[]} ableWeights
 * @property {number[]} known - mines of negative weight, known from earlier steps
 * @property {number[]} knownWeights
 * @property {number[]} safe - safe cells of positive weight, known from earlier steps
 * @property {boolean} isNested - whether one side is a single clue, next to which no two clues of the other side share
 * a cell
 */
/**
 * What one clue implies under an assumption.
 * @typedef {object} LineStep
 * @property {Clue} clue
 * @property {boolean} isMine - whether the remaining cells would be mines; otherwise the clue has all its mines, and
 * they would be safe
 * @property {number[]} shown - neighbouring mines visible on the board
 * @property {number[]} supposed - its covered neighbours that may still be mines, or those that would be mines
 * @property {number[]} follows - the cells that this decides; none if the clue can't be satisfied
 */
/**
 * A cell assumed to be a mine, or safe, and how that leads to a contradiction.
 * @typedef {object} LineCase
 * @property {number} cell
 * @property {boolean} isMine
 * @property {LineStep[]} steps
 * @property {LineCase[]} cases - another cell, assumed to be a mine, then safe; both lead to contradictions
 */
/**
 * A line of contradiction; `alike` are other cells touched by the same clues, for which it holds too.
 * @typedef {{kind: "line", supposed: LineCase, alike: number[]}} LineGrounds
 */
/** Clues that settle a cell together, without a short explanation. @typedef {{kind: "tried", clues: Clue[]}} TriedGrounds */
/**
 * Clues that share no covered cells contain all mines; or the mines outside them fill all other cells.
 * @typedef {object} ShareGrounds
 * @property {"share"} kind
 * @property {Clue[]} clues
 * @property {number[]} needs - for each clue, its mines that aren't visible on the board
 * @property {number} mines - total number of mines on the board
 * @property {number} found - relevant mines that are visible or known from earlier steps
 * @property {number} safe - relevant covered cells known to be safe from earlier steps
 */
/**
 * The number of mines, with clues whose cells overlap: the minimum number of mines that the opposite would need, or the
 * maximum that it allows.
 * @typedef {{kind: "bound", clues: number[], mines: number, bound: number, isLeast: boolean}} BoundGrounds
 */
/**
 * The facts about a guess.
 * @typedef {object} GuessGrounds
 * @property {"guess"} kind
 * @property {number} chance - that the cell is a mine
 * @property {{cell: number, kind: string, policy: string, wins: [number, number] | null} | null} choice - null if the
 * budget was too small
 * @property {number} safest - the first cell with the lowest chance, perhaps the guessed cell itself
 * @property {number} least - the lowest chance
 * @property {number} equals - number of other cells with the lowest chance
 * @property {number} opening - the chance that no neighbour is a mine; 0 if computing it takes too much work
 * @property {boolean} isSeen - whether the cell has a neighbouring clue
 * @property {number} beside - number of uncertain covered cells next to clues
 * @property {number} elsewhere - number of other uncertain cells
 * @property {number | null} error - standard error if chances are estimated
 */
/** @typedef {ClueGrounds | SumGrounds | LineGrounds | TriedGrounds | ShareGrounds | BoundGrounds | {kind: "all"} | GuessGrounds} Grounds */

const KINDS = /** @type {const} */ (["clue", "sum", "line", "tried", "share", "bound", "all"]);
/** From easy to hard. */
export const RULES = /** @type {const} */ (["clue", "pair", "set", "count", "guess"]);

/** Reads one row of numbers from left to right. */
class Row {
  #place = 0;

  /** @param {Int32Array} row @param {Int32Array} codes */
  constructor(row, codes) {
    this.row = row;
    this.codes = codes;
  }

  number() {
    return this.row[this.#place++];
  }

  isTrue() {
    return this.number() !== 0;
  }

  /** @param {number} count */
  numbers(count) {
    return Array.from({ length: count }, () => this.number());
  }

  /** @template Own @param {() => Own} read @returns {Own[]} */
  each(read) {
    return Array.from({ length: this.number() }, read);
  }

  list() {
    return this.numbers(this.number());
  }

  /** @returns {Clue} */
  clue() {
    const cell = this.number();
    return [this.codes[cell], cell];
  }

  /** @returns {Side} */
  side() {
    const [clue, rest] = [this.clue(), this.number()];
    const [shown, own, shared, known, safe] = Array.from({ length: 5 }, () => this.list());
    return { clue, rest, shown, own, shared, known, safe };
  }

  /** Read cells, each with a weight. @returns {[number[], number[]]} */
  weighed() {
    const cells = this.list();
    return [cells, this.numbers(cells.length)];
  }

  /** @returns {LineCase} */
  case() {
    const [cell, isMine] = [this.number(), this.isTrue()];
    const steps = this.each(() => {
      const [clue, isLeft] = [this.clue(), this.isTrue()];
      return { clue, isMine: isLeft, shown: this.list(), supposed: this.list(), follows: this.list() };
    });
    return { cell, isMine, steps, cases: this.each(() => this.case()) };
  }

  /** @param {typeof KINDS[number]} kind @param {number[]} clues @returns {Grounds} */
  grounds(kind, clues) {
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
        const needed = this.each(() => /** @type {[Clue, number]} */ ([this.clue(), this.number()]));
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
 * @param {Int32Array} numbers
 * @param {Int32Array} codes - codes of the view
 * @returns {import("./reasons.js").Reason}
 */
export function readRow(numbers, codes) {
  const row = new Row(numbers, codes);
  const [rule, isMine, kind, cellCount, clueCount, premises] = row.numbers(6);
  const [cells, clues, because] = [row.numbers(cellCount), row.numbers(clueCount), row.numbers(premises)];
  const grounds = row.grounds(KINDS[kind], clues);
  return { rule: RULES[rule], conclusion: isMine ? "mine" : "safe", cells, clues, because, grounds };
}
