// What is refused, in a player's words; the errors' `detail.what` names the text.

import type { Texts } from "../../messages.ts";

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
const quoted = (value: unknown) => {
  if (typeof value === "string") return `“${shorten(value)}”`;
  return shorten(typeof value === "object" ? JSON.stringify(value) : String(value));
};
const count = (number: number, noun: string, text: string = String(number)) =>
  `${text} ${noun}${number === 1 ? "" : "s"}`;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
const ordinal = (axis: number) => ORDINALS[axis] ?? `${axis + 1}th`;
const place = (cell: readonly number[]) => `(${cell.join(", ")})`;
/** As the form has them. */
const FIELDS: Record<string, string> = {
  mines: "Mines", seed: "Seed", first: "First open", guess: "Guesses", grade: "Guesses", exactly: "Guesses", wrap: "Wraps around", adjacency: "Cells touch",
};
const ENDS: Record<string, string> = { won: "won", lost: "lost", ongoing: "unfinished" };

export default {
  // Where it is: the game of a file, the line of a text, the event of a game.
  at({ text, game, event, line, row, isWhole }) {
    const parts = [game && `game ${game}`, event && line && `side line ${line}`, event && `event ${event}`];
    parts.push(!event && !isWhole && line && `line ${line}`, row && `row ${row}`);
    const where = parts.filter(Boolean).join(", ");
    return where ? `${where[0].toUpperCase()}${where.slice(1)}: ${text}` : text;
  },
  own_fault: "The page has made a mistake here. Please try it again.",
  number: ({ least, most, got, number }) => `Expected a whole number of ${number(least)} to ${number(most)} here, not ${quoted(got)}.`,
  word: ({ words, got }) => `${quoted(got)} isn't one of ${words.join(", ")}.`,
  // Boards.
  board: ({ got, meant }) => `There is no board called ${quoted(got)}.${meant ? ` Did you mean ${meant}?` : " Give its sides, as in 16x30, or a name from the start screen."}`,
  no_sides: "A board needs at least one side.",
  side: ({ axis, got }) => `The ${ordinal(axis)} side of the board has to be a whole number of 1 or more; ${quoted(got)} isn't one.`,
  side_digits: ({ got, board }) => (got ? `The sides of a board are numbers, as in 16x30; ${quoted(got)} in ${quoted(board)} isn't one.` : `A side is missing in ${quoted(board)}.`),
  axis_digits: ({ board }) => `In ${quoted(board)} it isn't clear which axes wrap around; write ~wrap=0,1 or ~wrap=all.`,
  shape_option: ({ got, board }) => `${quoted(got)} in ${quoted(board)} isn't an option of a board; ~orthogonal and ~wrap=0,1 are.`,
  cells: ({ most, board, number }) => `The board ${shorten(board)} is too large: it can have at most ${number(most)} cells here.`,
  adjacency: ({ got }) => `Cells touch at sides and corners (moore) or along the axes (orthogonal), not ${quoted(got)}.`,
  wrap_axis: ({ most, got }) => (most ? `This board has the axes 0 to ${most}; there is no axis ${got}.` : `This board has only the axis 0; there is no axis ${got}.`),
  wrap_axes: ({ got }) => `Name the axes that wrap around as in 0,2 or by “all”, not by ${quoted(got)}.`,
  axis: ({ axis, last }) => `There is no axis ${axis}: the board has the axes 0 to ${last}.`,
  cell: ({ cell, board }) => `There is no cell ${place(cell)} on a board of ${board}.`,
  board_id: ({ got }) => `${quoted(got)} isn't a board ID.`,
  board_id_damaged: "This board ID is damaged or not whole: its mines can't be read.",
  // Mines and seeds.
  whole: ({ field, got }) => `The ${field === "seed" ? "seed" : "number of mines"} has to be a whole number; ${quoted(got)} isn't one.`,
  mines_negative: "There can't be fewer than 0 mines.",
  mines_room({ most, board, firstOpen, kept, got, number }) {
    if (typeof got !== "number") return "The number of mines is missing or isn't a whole number.";
    if (most < 0) return `The board ${board} is too small for a first open that is ${firstOpen === "opening" ? "an opening" : "safe"}.`;
    const why = kept ? `, because the first open keeps ${count(kept, "cell", number(kept))} free` : "";
    return `The board ${board} holds at most ${count(most, "mine", number(most))}, not ${number(got)}${why}.`;
  },
  mines_span: ({ most, got, number }) => `This board can have 0 to ${number(most)} mines, not ${quoted(got)}.`,
  twins: ({ group, isSafe, board, got, number }) =>
    `Without guesses${isSafe ? "" : ", and with an opening first,"} the number of mines on ${board} has to be a multiple of ${group}${isSafe ? " (or 1 less)" : ""}, not ${number(got)}.`,
  seed: ({ got }) => `A seed is a whole number of 0 to 18,446,744,073,709,551,615, not ${quoted(got)}.`,
  no_board: ({ board, mines, tried, number }) => `No board of ${board} with ${count(mines, "mine", number(mines))} and without guesses was found in ${number(tried)} ${tried === 1 ? "try" : "tries"}.`,
  first_is_mine: ({ cell }) => `The first open would hit a mine: it lies at ${place(cell)}.`,
  // Rules.
  rules_name: ({ names, got }) => `There are no rules called ${quoted(got)}; there are ${names}.`,
  rules_word: ({ words, got }) => `${quoted(got)} isn't a word of the rules; there are ${words}.`,
  rules_twice: ({ got }) => `The rules say ${quoted(got)} twice.`,
  rules_value: ({ known, word, got }) => `In the rules, ${word} is ${known.join(" or ")}, not ${quoted(got)}.`,
  exactly_needs_grade: "“Exactly” only makes sense with a grade.",
  grade_needs_never: "A grade only makes sense if no guess is needed.",
  flags_lock: "Flags that stay can't protect from clicks: a flagged cell could never be opened.",
  never_any: "A board without guesses needs a first open that is safe or an opening.",
  fixed_by_id: ({ field }) => `“${FIELDS[field] ?? field}” is fixed by the board ID, which says where the mines are.`,
  guess_with_id: "A board ID says where the mines are: guesses can't be ruled out or punished any more.",
  layout_punished: "Where guesses are punished the mines can't be placed beforehand.",
  layout_shape: ({ board, got }) => `The mines are those of a board of ${got}, not of ${board}.`,
  layout_mines: ({ wanted, got }) => `The layout has ${count(wanted, "mine")}, not ${quoted(got)}.`,
  // This browser.
  other_version: "Two versions of the page have met: reload it.",
  no_kernels: ({ status }) => `A part of the page can't be loaded (status ${status}). Reload it.`,
  old_browser: "This browser is too old: the page needs WebAssembly with SIMD, which newer ones have.",
  no_memory: "The browser has no memory left for this.",
  too_much: "This would take too long to work out.",
  contradiction: "These numbers contradict each other: no layout of the mines fits them.",
  // Games that are kept.
  busy: "This game is open in another tab.",
  damaged: "What is left of this game can't be read.",
  gone: "This game is over or was removed.",
  no_game: ({ got }) => `There is no game ${quoted(got)} in this browser: it was deleted, or it was played elsewhere.`,
  // Positions.
  not_a_position: ({ got }) => `${quoted(got)} is no position: paste a picture of a board, with its mines in a line above.`,
  no_position: "There is nothing here to read: paste a position.",
  long_text: ({ most, number }) => `This text is too long: at most ${number(most)} characters can be read.`,
  needs_mines: "The number of mines is missing: put a line such as “99 mines” above the cells.",
  no_rows: "There are no rows of cells here.",
  few_cells: ({ wanted, board, number }) => `The board ${board} has ${count(wanted, "cell", number(wanted))}; far fewer are shown here.`,
  cell_count: ({ wanted, board, got, number }) => `The board ${board} has ${count(wanted, "cell", number(wanted))}, but ${number(got)} ${got === 1 ? "is" : "are"} shown here.`,
  row_count: ({ wanted, length, board, got }) => `The board ${board} has ${count(wanted, "row")} of ${count(length, "cell")}, but ${got} ${got === 1 ? "row is" : "rows are"} shown here.`,
  row_cells: ({ wanted, got }) => `${count(wanted, "cell")} should be here, not ${got}.`,
  part_of_board: "This is a part of a board; the whole is needed.",
  label: ({ got }) => `${quoted(got)} is no coordinate.`,
  mixed_dimensions: "The cells have different numbers of coordinates.",
  sign: ({ most, got, column }) => `${column ? `The cell in column ${column}` : "A cell"} says ${quoted(got)}, which isn't #, F, . or a clue up to ${most}.`,
  header: ({ got }) => `The first line should say the board and its mines, as in “3x4 mines=2”, not ${quoted(got)}.`,
  code: ({ got }) => `${quoted(got)} doesn't say what a cell shows: a whole number does.`,
  code_span: ({ least, most, got, cell }) => `The cell ${place(cell)} says ${got}; it can say ${least} to ${most}.`,
  list_lengths: "The lists of the position aren't all of the same length.",
  list_shape: ({ board, got }) => `These lists aren't those of the board ${board}${got ? `, but of ${got}` : ""}.`,
  mixed_rows: "The rows of the position are partly texts and partly lists.",
  json: ({ column }) => `This isn't JSON: it can't be read from column ${column} on.`,
  json_deep: "These lists are nested more deeply than any board.",
  json_twice: ({ key }) => `The JSON says ${quoted(key)} twice.`,
  json_missing: ({ key }) => `The JSON lacks ${quoted(key)}.`,
  json_object: ({ key }) => `${key ? `In the JSON, ${quoted(key)}` : "The JSON"} isn't an object.`,
  json_value: ({ key, wanted, got }) => `In the JSON, ${quoted(key)} should be ${quoted(wanted)}, not ${quoted(got)}.`,
  json_key: ({ known, key }) => `The JSON says ${quoted(key)}, which isn't one of ${known}.`,
  json_list: ({ key }) => `In the JSON, ${quoted(key)} should be a list.`,
  json_number: ({ key, least, got }) => `In the JSON, ${quoted(key)} should be a whole number of ${least} or more, not ${quoted(got)}.`,
  json_rising: "In the JSON, the axes that wrap around should rise.",
  long_number: "A number has far too many digits.",
  // Records.
  record_bytes: "This isn't the text of a record.",
  record_magic: ({ got }) => `A record begins with “hypersweep-record: 1”, not with ${quoted(got)}.`,
  record_version: ({ got }) => `This record is of version ${shorten(got)}: a newer hypersweep can read it.`,
  record_cut: "This record is cut off so early that not even its board is known.",
  record_tag: ({ got }) => `${quoted(got)} isn't a line of a record's head, such as “player: Ann”.`,
  record_tag_twice: ({ got }) => `The record says ${quoted(got)} twice.`,
  record_tag_missing: ({ name }) => `The record doesn't say its ${name}.`,
  record_tag_name: ({ got }) => `${quoted(got)} can't be said in a record's head: use lowercase letters, digits and hyphens.`,
  record_number: ({ got }) => `${quoted(got)} isn't a number that fits here.`,
  record_escape: ({ got }) => `${quoted(got)} isn't an escape for a character; “\\n” and “\\u0020” are.`,
  record_event: ({ got }) => `${quoted(got)} isn't an event, such as “1204 open 3 4: 17”.`,
  record_comment: ({ got }) => `A comment looks like “# a guess”, not like ${quoted(got)}.`,
  record_comment_late: "A comment stands right after its event, not after a side line.",
  record_bracket: ({ got }) => `A bracket stands alone on its line, unlike in ${quoted(got)}.`,
  record_bracket_close: "A side line ends here that never began.",
  record_bracket_open: "A side line has no end.",
  record_second: "A second game begins here, but there should be only one.",
  record_after_end: "Something comes after the end of the game.",
  // Games that are played again.
  event_early: ({ now, milliseconds, number }) => `Its time, ${number(milliseconds)} ms, is earlier than that of the event before it, ${number(now)} ms.`,
  event_still: ({ now, milliseconds, number }) => `The clock stands at ${number(now)} ms here, but the record says ${number(milliseconds)} ms.`,
  event_paused: "The game is paused here: it has to be resumed first.",
  event_over: "The game is over here: only an undo can follow.",
  event_resume: "The game is resumed here without having been paused.",
  event_no_board: "A cell is opened, but the record says neither a seed nor where the mines are.",
  event_effect({ changed, outcome, number }) {
    const end = outcome === "ongoing" ? "" : ` and the game is ${ENDS[outcome]}`;
    return `The record isn't right: this move changes ${changed ? count(changed, "cell", number(changed)) : "nothing"}${end}.`;
  },
  nothing_to_undo: "There is no move to take back here.",
  nothing_to_redo: "There is no move to make again here.",
  record_move: ({ move, moves, number }) => `Move ${number(move)} of ${number(moves)} changes nothing, though it should.`,
  record_outcome: ({ outcome, got }) => `The record says that the game is ${ENDS[got]}, but it is ${ENDS[outcome]}.`,
  record_length: ({ wanted, got, number }) => `The record says that the game took ${number(got)} ms, but its events say ${number(wanted)} ms.`,
  record_layout: "The mines in the record aren't where its seed puts them.",
  record_board: "With this seed there is no board that the rules allow.",
  record_promise: ({ promise, cell }) => `The rules promise ${promise === "opening" ? "an opening" : "safety"} to the first open, but there is a mine at ${place(cell)}.`,
  record_guess: "The rules promise a board without guesses, but this one needs them.",
  record_grade: "The board is harder than its rules promise.",
  record_easy: "The board is easier than its rules promise.",
  record_unchecked: "Whether the board is what its rules promise takes too long to find out.",
} satisfies Texts;
