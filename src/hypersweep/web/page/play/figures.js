// @ts-check
// Statistics of a game: the same as in Python's hypersweep.stats, whose docstrings name their sources.

/** @typedef {import("../engine/terms.js").BoardValue} BoardValue */
/** @typedef {import("../engine/terms.js").Outcome} Outcome */
/** @typedef {import("./record_writer.js").Event} Event */
/** The result of `Engine.boardFigures`. @typedef {BoardValue & {mines: number, zini: number, humanZini: number}} BoardFigures */

/**
 * Rates are null if their divisor is 0; board figures are null before the layout is decided.
 * @typedef {object} GameFigures
 * @property {Outcome} outcome
 * @property {number} seconds - playing time without pauses
 * @property {number} clicks - opens, flags and chords, with or without effect
 * @property {number} left - clicks that open
 * @property {number} right - clicks that flag
 * @property {number} chords
 * @property {number} effectiveClicks - clicks that changed the board and weren't undone
 * @property {number} effectiveLeft
 * @property {number} effectiveRight
 * @property {number} effectiveChords
 * @property {number | null} threeBV - 3BV of the board
 * @property {number} done - 3BV solved so far
 * @property {number} openingsDone - openings solved so far
 * @property {number} flags - number of flags on covered cells
 * @property {number} deaths
 * @property {number} undos
 * @property {number} redos
 * @property {number} hints
 * @property {number} pauses
 * @property {number | null} threeBVPerSecond
 * @property {number | null} clicksPerSecond
 * @property {number | null} effectiveClicksPerSecond
 * @property {number | null} estimatedSeconds - estimated total time at this pace
 * @property {number | null} efficiency - IOE: 3BV solved / clicks
 * @property {number | null} correctness - effective clicks / clicks
 * @property {number | null} throughput - 3BV solved / effective clicks
 * @property {number | null} rqp - seconds squared / 3BV solved
 * @property {number | null} qualityGrade - seconds to the power of 1.7 / 3BV solved
 * @property {number | null} ziniEfficiency - ZiNi / clicks of a won game; needs the board's figures
 */

/** @param {number} above @param {number} below */
const ratio = (above, below) => (below ? above / below : null);

/**
 * The figures of a game, finished or not.
 * @param {{events: readonly Event[], outcome: Outcome, milliseconds: number}} record - the game as played
 * @param {{flags: number}} standing - state of a game after replaying the record
 * @param {BoardValue | null} value - figures of that game
 * @param {BoardFigures | null} [board] - needed for ZiNi
 * @returns {GameFigures}
 */
export function gameFigures({ events, outcome, milliseconds }, { flags }, value, board = null) {
  const counts = { open: 0, flag: 0, chord: 0, undo: 0, redo: 0, pause: 0, resume: 0, hint: 0 };
  const kept = { open: 0, flag: 0, chord: 0 };
  /** @type {("open" | "flag" | "chord")[]} */
  const done = [];
  /** @type {("open" | "flag" | "chord")[]} */
  const undone = [];
  let deaths = 0;
  let hints = 0;
  for (const { kind, changed, ended, level } of events) {
    counts[kind] += 1;
    if (kind === "hint") hints += Number(level === null || level === 1);
    else if (kind === "undo" || kind === "redo") {
      const move = (kind === "undo" ? done : undone).pop();
      if (!move) continue;
      (kind === "undo" ? undone : done).push(move);
      kept[move] += kind === "undo" ? -1 : 1;
    } else if (kind === "open" || kind === "flag" || kind === "chord") {
      deaths += Number(ended === "lost");
      if (!changed) continue;
      undone.length = 0;
      done.push(kind);
      kept[kind] += 1;
    }
  }
  const seconds = milliseconds / 1000;
  const clicks = counts.open + counts.flag + counts.chord;
  const effective = kept.open + kept.flag + kept.chord;
  const solved = value ? value.openingsOpen + value.singleOpen : 0;
  return {
    outcome,
    seconds,
    clicks,
    left: counts.open,
    right: counts.flag,
    chords: counts.chord,
    effectiveClicks: effective,
    effectiveLeft: kept.open,
    effectiveRight: kept.flag,
    effectiveChords: kept.chord,
    threeBV: value ? value.value : null,
    done: solved,
    openingsDone: value ? value.openingsOpen : 0,
    flags,
    deaths,
    undos: counts.undo,
    redos: counts.redo,
    hints,
    pauses: counts.pause,
    threeBVPerSecond: ratio(solved, seconds),
    clicksPerSecond: ratio(clicks, seconds),
    effectiveClicksPerSecond: ratio(effective, seconds),
    estimatedSeconds: value && ratio(seconds * value.value, solved),
    efficiency: ratio(solved, clicks),
    correctness: ratio(effective, clicks),
    throughput: ratio(solved, effective),
    rqp: ratio(seconds ** 2, solved),
    qualityGrade: ratio(seconds ** 1.7, solved),
    ziniEfficiency: board && outcome === "won" ? ratio(board.zini, clicks) : null,
  };
}
