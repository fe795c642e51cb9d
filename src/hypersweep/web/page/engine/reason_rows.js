// @ts-check
// Decode reasons from the kernel's rows of numbers (native/solve/reasons/request.hpp).

/** A clue: its number and its cell. @typedef {[number, number]} Clue */

/**
 * One clue.
 * @typedef {object} ClueGrounds
 * @property {"clue"} kind
 * @property {Clue} clue
 * @property {number[]} used - cells known by earlier steps: mines where the others are safe, safe cells where they are mines
 * @property {number[]} shown - neighbouring mines that the board shows
 * @property {number} covered - number of its covered neighbours
 */
/**
 * One clue of a sum, and its covered cells.
 * @typedef {object} Side
 * @property {Clue} clue
 * @property {number} rest - its mines less those that the board shows
 * @property {number[]} shown - those
 * @property {number[]} own - cells that count for it and may be mines: those that clues of the other side don't touch
 * @property {number[]} shared - cells that it has in common with the other side
 * @property {number[]} known - of its own cells those known to be mines, where that counts
 * @property {number[]} safe - of its own cells those known to be safe, where that counts
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
 * @property {number[]} known - mines of negative weight, known by earlier steps
 * @property {number[]} knownWeights
 * @property {number[]} safe - safe cells of positive weight, known by earlier steps
 * @property {boolean} isNested - whether one side is a single clue, and no two of the others share a neighbouring cell
 */
/**
 * The implication of one clue under an assumption.
 * @typedef {object} LineStep
 * @property {Clue} clue
 * @property {boolean} isMine - whether the remaining cells would be mines; otherwise the clue has its mines, and they would be safe
 * @property {number[]} shown - neighbouring mines that the board shows
 * @property {number[]} supposed - its covered neighbours that may still be mines, or those that would be mines
 * @property {number[]} follows - the cells that are determined by it; none if the clue can't be satisfied
 */
/**
 * A cell supposed to be a mine, or safe, and how that comes to a contradiction.
 * @typedef {object} LineCase
 * @property {number} cell
 * @property {boolean} isMine
 * @property {LineStep[]} steps
 * @property {LineCase[]} cases - a further cell supposed to be a mine, then safe; both end in contradictions
 */
/**
 * A line of contradiction; `alike` are other cells that the same clues touch, of which the same is true.
 * @typedef {{kind: "line", supposed: LineCase, alike: number[]}} LineGrounds
 */
/** Clues that settle a cell, but not in a few words. @typedef {{kind: "tried", clues: Clue[]}} TriedGrounds */
/**
 * Clues without common covered cells contain all mines; or the mines that they can't contain fill the other cells.
 * @typedef {object} ShareGrounds
 * @property {"share"} kind
 * @property {Clue[]} clues
 * @property {number[]} needs - for each clue the mines that the board doesn't show
 * @property {number} mines - the board's number
 * @property {number} found - relevant mines that are shown or known by earlier steps
 * @property {number} safe - relevant covered cells known to be safe by earlier steps
 */
/**
 * The number of mines with clues whose cells overlap: the fewest mines that the opposite would need, or the most that it allows.
 * @typedef {{kind: "bound", clues: number[], mines: number, bound: number, isLeast: boolean}} BoundGrounds
 */
/**
 * The facts about a guess.
 * @typedef {object} GuessGrounds
 * @property {"guess"} kind
 * @property {number} chance - that the cell is a mine
 * @property {{cell: number, kind: string, policy: string, wins: [number, number] | null} | null} choice - null if there was no time
 * @property {number} safest - the first of the cells with the lowest chance, perhaps the cell itself
 * @property {number} least - the lowest chance
 * @property {number} equals - number of other cells with that chance
 * @property {number} opening - the chance that no neighbour is a mine; 0 if computing it would take too much work
 * @property {boolean} isSeen - whether the cell has a neighbouring clue
 * @property {number} beside - number of undetermined covered cells with neighbouring clues
 * @property {number} elsewhere - number of other undetermined cells
 * @property {number | null} error - the standard error of estimated chances
 */
/** @typedef {ClueGrounds | SumGrounds | LineGrounds | TriedGrounds | ShareGrounds | BoundGrounds | {kind: "all"} | GuessGrounds} Grounds */

const KINDS = /** @type {const} */ (["clue", "sum", "line", "tried", "share", "bound", "all"]);
/** From easy to hard. */
export const RULES = /** @type {const} */ (["clue", "pair", "set", "count", "guess"]);

/** One row, read from left to right. */
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

  /** Cells with a number each. @returns {[number[], number[]]} */
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
 * A reason; those that it takes for granted are named by number.
 * @param {Int32Array} numbers
 * @param {Int32Array} codes - of the view
 * @returns {import("./reasons.js").Reason}
 */
export function readRow(numbers, codes) {
  const row = new Row(numbers, codes);
  const [rule, isMine, kind, cellCount, clueCount, premises] = row.numbers(6);
  const [cells, clues, because] = [row.numbers(cellCount), row.numbers(clueCount), row.numbers(premises)];
  const grounds = row.grounds(KINDS[kind], clues);
  return { rule: RULES[rule], conclusion: isMine ? "mine" : "safe", cells, clues, because, grounds };
}
