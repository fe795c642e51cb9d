// @ts-check

const count = (/** @type {number} */ number, /** @type {string} */ noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const percent = (/** @type {number} */ chance) => {
  const text = (100 * chance).toPrecision(3).replace(/\.?0+$/, "");
  return /e/.test(text) ? (100 * chance).toExponential(1) : text;
};

/** @type {import("../../messages.js").Texts} */
export default {
  title: "Analysis",
  panel: "Tools and findings",
  findings: "Findings",
  tools: "What a click draws",
  tool_next: "next symbol: covered, 0, 1, …, flag",
  "tool_-1": "covered",
  "tool_-2": "flag",
  "tool_-3": "mine",
  tool_clue: ({ clue }) => `clue ${clue}`,
  undo: "Undo",
  redo: "Redo",
  clear: "Cover all",
  paste: "Paste…",
  board: "Board",
  shape: "Sides",
  mines: "Mines",
  make: "New board",
  chances: "Show chances",
  trust: "Every flag is a mine",
  share: "Share",
  link: "Copy link",
  text: "Copy text",
  json: "Copy JSON",
  picture: "Picture (PNG)",
  more: "Think longer",
  again: "Ask again",
  keys: "Keys",
  keys_list:
    "Digits: a number; two in quick succession make a number of two digits\nF: a flag · #, Delete: covered · *: a mine · .: a zero\nEnter, click, tap: draw the chosen symbol · Space, +, −: the next or previous symbol\nRight click, long press: a flag or none\nU, Ctrl+Z: undo · Shift+U, Ctrl+Y: redo\nArrows, W A S D: move · N: the next certain cell · ?: the best move\nCtrl+V: paste a position, on any screen",
  exact: "All chances are exact.",
  certain: ({ safe, mines }) =>
    safe || mines ? `Certain: ${safe ? `${count(safe, "cell")} safe` : "no cell safe"}, ${count(mines, "mine")}.` : "Nothing is certain.",
  layouts: ({ layouts, number }) => (layouts === 1n ? "1 layout fits." : `${number(layouts)} layouts fit.`),
  layouts_about: ({ digits, leading }) => `About ${leading} × 10^${digits} layouts fit.`,
  engine: "Ask",
  engine_own: "this page's own solver",
  engine_gone: ({ engine }) => `${engine} (can't be asked now)`,
  thinks: ({ engine }) => `${engine} is thinking…`,
  says: ({ engine }) => `${engine} says:`,
  about: "The chances are estimates.",
  estimated: ({ error }) => `There are too many layouts to count: chances are estimates, with standard errors of up to ${percent(error)} %.`,
  too_large: "This position needs too much time or memory: its chances can't be worked out.",
  many_around: "A cell of this board has more neighbours than can be drawn here.",
  many_cells: ({ most, number }) => `A board can have at most ${number(most)} cells here.`,
  too_many: ({ most, clue }) => `A cell with ${count(most, "neighbour")} can't show ${clue}.`,
  most_mines: ({ most, number }) => `There can be 0 to ${number(most)} mines.`,
  whole: "The number of mines has to be a whole number.",
  no_undo: "There is nothing to undo.",
  no_redo: "There is nothing to redo.",
  nothing_certain: "Nothing is certain here.",
  how_many: "How many mines are there?",
  ranked: "Compared",
  rank_cell: "Cell",
  rank_chance: "Mine",
  rank_score: "Score",
  cell: ({ cell, chance, error, isSure }) =>
    isSure && chance === 0 ? `${cell}: certainly safe` : isSure && chance === 1 ? `${cell}: certainly a mine`
      : `${cell}: ${percent(chance)} %${error ? ` ± ${percent(error)}` : ""} chance of a mine`,
  cell_open: "Move the cursor or the pointer to a covered cell to see how likely it is a mine, and what it may show.",
  clues: "What it may show:",
  clue_chance: ({ chance }) => (chance < 0.005 ? "<1 %" : `${Math.round(100 * chance)} %`),
  clues_others: "others",
  label: ({ chance, isSure }) => (isSure && chance === 0 ? "safe" : isSure && chance === 1 ? "certainly a mine" : `${percent(chance)} % chance of a mine`),
  link_long: "This position is too large for a link: copy its text instead.",
  picture_large: "This position is too large for a picture.",
  paste_title: "A position as text",
  paste_hint: "A board as text, as a list or as JSON: what “hypersweep analyse” reads. Say how many mines there are, as in “9x9 mines=10”.",
  paste_take: "Show it",
};
