import type { Texts } from "../../messages.ts";

export default {
  // What stands in the table of keys, which the game in the terminal has, too.
  table: ({ text }) => text,
  title: "Help",
  of_screens: "Keys and gestures",
  of_game: "in the game",
  of_start: "at the start",
  of_replay: "in the replay",
  of_review: "in the review",
  of_statistics: "in the statistics",
  of_analysis: "on the analysis board",
  of_settings: "in the settings",
  keys_for: ({ where }) => `Keys and gestures ${where}`,
  keys: "keys",
  does: "what they do",
  gestures: "gestures",
  close: "Close the help",
  rules: "The game",
  rules_1:
    "Mines lie below covered cells. An open cell shows how many mines are around it. Open all cells without a mine, and you have won; open a mine, and the game is lost.",
  rules_2:
    "Where there are no mines around a cell, its neighbours open by themselves. Flags mark where you expect mines; a flagged cell can't be opened by mistake.",
  rules_3:
    "Where a number has that many flags around it, a chord on the number opens everything else around it. If a flag is wrong, a mine may go off.",
  dimensions: "More than two dimensions",
  dimensions_1:
    "“16x30” is a board of 16 rows and 30 columns, “4x4x4” one of three axes. Around a cell are all cells whose coordinates differ by at most 1 on every axis: 2 cells in one dimension, 8 in two, 26 in three, 80 in four, 242 in five and 728 in six.",
  dimensions_2:
    "Axis 0 runs down and axis 1 across: together they are a tile. Tiles stand side by side along axis 2 and below each other along axis 3, and so form a group; groups are arranged the same way along axes 4 and 5. The cells around are tinted in every tile.",
  dimensions_3:
    "Rows, columns and further axes are numbered from 0, in commands and for screen readers too. Some boards wrap around: opposite edges touch. On some, only cells that share a whole side are neighbours.",
  hints: "Hints",
  hints_1:
    "A hint comes in three steps: where to look, which cells, and why. The cells are lit on the board. Where nothing is certain, it names the cell with the best chances. Where the server runs engines, the settings let you choose one to give the hints.",
  hints_2: "After a hint or an undo the game no longer counts for the best times.",
  guess: "Guesses",
  guess_1:
    "Most boards come to a point where thinking doesn't help. With “none needed” the board is made after your first move, so that you can finish it by thought alone. The grades say how hard the thinking gets: with single clues, with pairs of clues, with sets of cells.",
  guess_2: "With “punished” a guess that isn't needed always hits a mine, and one that is needed never does.",
  first: "The first open",
  first_1:
    "On the boards with names and in three or more dimensions the first move opens an area: no mine there or next to it. Elsewhere only the cell itself has none.",
  without_eyes: "Playing with a screen reader or without a mouse",
  without_eyes_1:
    "To screen readers every tile is a table. The focus is on the cell; a cell is read as “3, row 2 column 5, layer 1 of 4, 2 remaining”: what it shows, where it is, and how many mines have no flag yet. What a move opens is announced. If the screen reader takes keys for itself, switch it to focus mode on the board.",
  without_eyes_2:
    "Press : or Tab to get to a line for commands. “open 2 5 1” opens, “where am I”, “list layer 2” and “list row 3” read out cells, “help” names all commands. A setting keeps the line visible.",
  final: "Confirmations",
  final_1:
    "The setting “Ask before opening” asks before a key or command opens a cell: do the same again to open it. Leaving a game never asks, because the game is saved. Deleting always asks.",
} satisfies Texts;
