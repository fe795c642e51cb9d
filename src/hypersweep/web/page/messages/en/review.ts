import type { Texts } from "../../messages.ts";

const PLURALS: Record<string, string> = { "forced guess": "forced guesses", "risky guess": "risky guesses", "unneeded guess": "unneeded guesses" };
const count = (number: number, noun: string) =>
  `${number} ${number === 1 || noun === "certain" || noun === "unknown" ? noun : (PLURALS[noun] ?? `${noun}s`)}`;
const GRADES: Record<string, string> = {
  clue: ", single clues", pair: ", at most pairs", set: ", at most sets",
  needs_pair: ", needs pairs", needs_set: ", needs sets", needs_count: ", needs the number of mines",
};
const GUESSES: Record<string, string> = { allowed: "", never: ", no guess", punished: ", guesses punished" };
const OUTCOMES: Record<string, string> = { ongoing: "not finished", won: "won", lost: "lost" };
const deathsText = (deaths: number) => (deaths ? (deaths === 1 ? "one came" : `${deaths} came`) : "none came");

export default {
  title: "Review",
  title_of: ({ board }) => `Review: ${board}`,
  // Figures.
  percent: ({ text, isEstimate }) => `${isEstimate ? "~" : ""}${text} %`,
  least: "< 0.1 %",
  most: "> 99.9 %",
  signed: ({ text }) => text,
  no_luck: "none",
  verdicts: ({ number, verdict }) => count(number, verdict),
  verdict_first_open: "first open",
  verdict_certain: "certain",
  verdict_forced_guess: "forced guess",
  verdict_risky_guess: "risky guess",
  verdict_unneeded_guess: "unneeded guess",
  verdict_blunder: "blunder",
  verdict_unknown: "unknown",
  move: ({ kind, place }) => `${kind} ${place}`,
  as_good: "as good as any",
  tells_less: ({ place }) => `safer ${place} tells less`,
  for_certain: ({ place }) => `${place} for certain`,
  best_at: ({ place, chance }) => `${place} at ${chance}`,
  summary: ({ board, mines, guess, grade, outcome, length, player }) =>
    `${board}, ${count(mines, "mine")}${GUESSES[guess]}${GRADES[grade] ?? ""}: ${OUTCOMES[outcome]} after ${length}${player ? `, played by ${player}` : ""}`,
  figures: ({ guesses, survival, luck, skill, accuracy }) =>
    `${guesses} guess${guesses === 1 ? "" : "es"}  ·  survival ${survival}  ·  luck ${luck}  ·  skill ${skill}  ·  accuracy ${accuracy}`,
  // The report.
  report: "Report",
  report_of: ({ summary }) => `Review of ${summary}`,
  no_moves: "No cell was opened.",
  moves: "moves",
  survival: "survival",
  luck: "luck",
  skill: "skill",
  accuracy: "accuracy",
  survival_words: ({ isNothing, best }) =>
    (isNothing ? "nothing is left after a blunder" : "the chance of surviving all moves that stand") + (best ? `; ${best} without needless risks` : ""),
  luck_words: ({ isPunished, deaths, expected }) =>
    isPunished
      ? `by the rules an unneeded guess always hits, a needed one never; deaths: ${deathsText(deaths)}`
      : `${expected} deaths expected, ${deathsText(deaths)}`,
  skill_words: ({ points, guesses }) => {
    if (points) return `of the chance to survive was kept; ${points} points were given away in all`;
    return guesses ? "no move took more risk than it had to" : "no move took any risk";
  },
  accuracy_words: ({ sound, moves }) => `${sound} of ${count(moves, "move")} gave nothing away`,
  no_guess: "There was nothing to guess.",
  head_move: "move",
  head_time: "time",
  head_what: "what",
  head_verdict: "verdict",
  head_risk: "risk",
  head_best: "best was",
  mine: "mine!",
  taken_back: "taken back",
  wins: ({ chance, kept }) => (kept ? `wins ${kept} instead of ${chance}` : `wins ${chance}`),
  lessons: ({ lessons }) => (lessons === 1 ? "The move that gave away most" : "The moves that gave away most"),
  lesson: ({ number, time, move, verdict, risk, points, isOfWinning }) =>
    `Move ${number} at ${time}, ${move}: ${verdict}, risk ${risk}. It gave away ${points} points${isOfWinning ? " of the chance to win" : ""}.`,
  why_mine: "Why it was a mine",
  better_guess: "The better guess",
  was_certain: "What was certain",
  easier: ({ steps }) => `(${steps} easier steps first)`,
  note_undone: ({ moves }) =>
    `${count(moves, "move")} taken back: judged and counted for luck and points given away, but not for survival and skill. ` +
    "What a player saw of the mines before an undo is not held against them.",
  note_late: ({ moves }) => `Time ran out: ${count(moves, "move")} could not be judged.`,
  note_unknown: "Moves called unknown were too hard to judge with this budget.",
  note_estimate: "~ marks estimates: those positions were too hard to count exactly.",
  tip: ({ number, time, move, verdict, risk, best, survived }) =>
    `move ${number} at ${time}, ${move}: ${verdict}, risk ${risk}${best}${survived ? "" : "; a mine went off"}`,
  had: ({ place, chance }) => `, ${place} had ${chance}`,
  // The chart and the picture.
  chart: "Chance to survive up to here, and the risk of each guess",
  chart_move: ({ number }) => (number ? `move ${number}` : "0"),
  seconds: ({ seconds }) => `${seconds} s`,
  no_chart: "There was nothing to guess.",
  sign_forced_guess: "forced guess",
  sign_risky_guess: "risky guess: there was a safer one",
  sign_unneeded_guess: "unneeded guess: a cell was certain",
  sign_blunder: "blunder: certain mine",
  sign_mine: "a mine went off",
  sign_taken_back: "taken back",
  sign_best: "the best there was",
  risk: "risk",
  more: "more",
  too_large: ({ board, cells, number }) => `${board}: too many cells for a picture (${number(cells)})`,
  picture: ({ summary, figures }) => `Review of ${summary}. ${figures}.`,
  // The screen.
  working: ({ move, moves }) => `working it out: move ${move} of ${moves}`,
  none: "no review",
  failed: ({ why }) => `The review can't be worked out: ${why}`,
  sums: ({ luck, skill }) => `luck ${luck} · skill ${skill}`,
  not_ready: "The review isn't ready yet.",
  no_guess_beside: ({ step }) => `there is no guess ${step > 0 ? "after" : "before"} this move`,
  no_mistake_beside: ({ step }) => `there is no mistake ${step > 0 ? "after" : "before"} this move`,
  place: ({ number, moves, time, move }) => `Move ${number} of ${moves} · ${time} · ${move}`,
  knowing: "working out what could be known …",
  unknown: "this position is too hard to be worked out",
  judged: ({ verdict, risk, best, isMistake }) => `${verdict}${risk ? `, risk ${risk}` : ""}${best ? `; ${isMistake ? "best: " : ""}${best}` : ""}`,
  why_better: ({ place, isSafe }) => `Why ${place} was ${isSafe ? "safe" : "better"}`,
  guesses: "Guesses",
  legend_move: "the move",
  legend_best: "the best",
  legend: "Chance of a mine",
  board: "The board before the move",
  previous_guess: "The guess before",
  next_guess: "The next guess",
  previous: "The move before",
  next: "The next move",
  previous_mistake: "The mistake before",
  next_mistake: "The next mistake",
  guess_button: "Guess",
  move_button: "Move",
  mistake_button: "Mistake",
  attempt: "Try again from here",
  replay: "Replay",
  save: "Save the picture",
  show_list: "List",
  show_board: "Board",
  save_report: "Save",
  back: "Back",
} satisfies Texts;
