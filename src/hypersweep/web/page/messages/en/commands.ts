import type { Texts } from "../../messages.ts";

const mines = (count: number) => (count === 1 ? "1 mine" : `${count} mines`);
const cells = (count: number) => (count === 1 ? "1 cell" : `${count} cells`);
const quoted = (word: string) => word.replace(/^"([^]*)"$/, "“$1”");
const flags = (count: number) => (count === 1 ? "1 flag" : `${count} flags`);

export default {
  // The words of each command; the first is its name.
  words_open: "open o",
  words_flag: "flag f",
  words_chord: "chord c",
  words_undo: "undo u",
  words_redo: "redo r",
  words_hint: "hint tip",
  words_where: "where w show s",
  words_list: "list l",
  words_mines: "mines m",
  words_time: "time t",
  words_board: "board b",
  words_pause: "pause p continue",
  words_new: "new n",
  words_again: "again a",
  words_help: "help h ?",
  words_leave: "leave quit q exit",
  words_here: "here",
  words_row: "row rows",
  words_column: "column columns col",
  words_layer: "layer layers",
  words_cell: "cell cells",
  words_of: "of",
  unknown: ({ names, word }) => `There is no command ${quoted(word)}; there are ${names}.`,
  nothing_after: ({ word, rest }) => `Nothing can follow “${word}”, but here is ${quoted(rest)}.`,
  not_here: ({ word }) => `“${word}” can't be done here.`,
  expected_coordinates: ({ count, got, example }) =>
    `A cell has ${count === 1 ? "1 coordinate" : `${count} coordinates`} here, not ${got}: try “${example}”.`,
  expected_number: ({ axis, word, example }) => `Axis ${axis} takes a whole number, not ${quoted(word)}: try “${example}”.`,
  expected_place: ({ axis, most, word, board }) => `Axis ${axis} goes from 0 to ${most}, ${word ? `so there is no ${word}` : "and its number is missing here"}: the board is ${board}.`,
  expected_axis: ({ names, word }) => `Say ${names} and its number here, not ${quoted(word)}.`,
  expected_different: "Name each cell only once: a flag put twice is taken away again.",
  time: ({ time }) => `the clock shows ${time}`,
  flags: (values) => `${flags(values.count)} for ${mines(values.mines)}`,
  mines: (values) =>
    `${mines(values.left)} left, ${values.flags ? `${flags(values.flags)}, ` : ""}${cells(values.covered)} covered`,
  around: (values) => `around it ${flags(values.flags)} and ${values.covered} covered`,
  run_covered: ({ count }) => (count === 1 ? "covered" : `${count} covered`),
  run_empty: ({ count }) => (count === 1 ? "empty" : `${count} empty`),
  run_flags: ({ count }) => flags(count),
  run_mines: ({ count }) => mines(count),
  more_rows: ({ rows }) => `${rows} more rows: 'list row 3' lists one`,
  help_open: ({ word, cell }) => `${word} ${cell}: open a cell; '${cell}' alone does the same, '${word} here' the cell of the cursor`,
  help_flag: ({ word, cell }) => `${word} ${cell}: put or take away flags on one or more cells; alone, list them`,
  help_chord: ({ word, cell }) => `${word} ${cell}: open all around a clue that has that many flags around it`,
  help_undo: ({ word }) => `${word}: take the latest move back`,
  help_redo: ({ word }) => `${word}: make an undone move again`,
  help_hint: ({ word }) => `${word}: where to look; again: which cells; again: why`,
  help_where: ({ word, cell }) => `${word} am I: the cell of the cursor; '${word} ${cell}' for another one`,
  help_list: ({ word }) => `${word} row 3, ${word} column 2, ${word} layer 1: what the cells there show`,
  help_mines: ({ word }) => `${word}: how many mines are left`,
  help_time: ({ word }) => `${word}: what the clock shows`,
  help_board: ({ word }) => `${word}: its rules, seed and board ID, how to play it again`,
  help_pause: ({ word }) => `${word}: pause, or continue`,
  help_new: ({ word }) => `${word}: a new board of the same kind`,
  help_again: ({ word }) => `${word}: the same board once more, with the mines where they are`,
  help_help: ({ word }) => `${word}: this text`,
  help_leave: ({ word }) => `${word}: to the start; the game is saved`,
  help_cells: ({ names, count, cell }) =>
    count === 1
      ? `Cells are named by number, starting from 0: ${cell}. The first letter of a command will do.`
      : `A cell is its ${names}, each starting from 0: ${cell}. The first letter of a command will do.`,
} satisfies Texts;
