import type { Texts } from "../../messages.ts";

const FIRST: Record<string, string> = { any: "first open unprotected", safe: "first open safe", opening: "first open an opening" };
const GUESSES: Record<string, string> = { never: "no guess", punished: "guesses punished" };
const GRADES: Record<string, string> = {
  clue: "single clues", pair: "at most pairs", set: "at most sets",
  needs_pair: "needs pairs", needs_set: "needs sets", needs_count: "needs the number of mines",
};

export default {
  title: "hypersweep",
  skip: "Skip the navigation",
  ways: "Screens",
  menu: "Menu",
  go_play: "Play",
  go_resume: "Resume",
  go_statistics: "Statistics",
  go_analysis: "Analysis",
  go_settings: "Settings",
  go_help: "Help",
  yes: "Yes",
  no: "No",
  ok: "OK",
  cancel: "Cancel",
  close: "Close",
  copy: "Copy",
  copied: ({ what }) => (what ? `Copied: ${what}.` : "Copied."),
  not_copied: "The browser doesn't let the page copy: copy it from here",
  messages: "Messages",
  note: "Latest message",
  nothing_said: "There are no messages yet.",
  palette: "All commands",
  palette_filter: "Find a command",
  palette_none: "No command matches.",
  failed: "Something went wrong",
  failed_error: "This is the page's own mistake, not yours. A running game is saved. The text below says what happened.",
  failed_browser: ({ missing }) => `This browser doesn't support what the page needs: ${missing}. Try a newer browser, or turn it on.`,
  failed_part: "A part of the page can't be loaded. Are you offline? Screens that you have used before work offline; the others need a network once.",
  failed_details: "What happened",
  failed_reload: "Load the page again",
  failed_home: "To the start",
  command: "Command",
  command_example: "open 2 5 1, where am I, help",
  // How cells, axes and tiles are read aloud.
  axis_0: "row",
  axis_1: "column",
  axis_cell: "cell",
  axis_layer: "layer",
  axis_further: ({ axis }) => `x${axis}`,
  axis_place: ({ name, place }) => `${name} ${place}`,
  axis_place_of: ({ name, place, side }) => `${name} ${place} of ${side}`,
  cell_covered: "covered",
  cell_flagged: "flag",
  cell_mine: "mine",
  cell_exploded: "mine that went off",
  cell_wrong_flag: "wrong flag",
  cell_empty: "no mine around",
  cell_hidden: "hidden",
  cell_finished: "done",
  cell_remaining: ({ count, number }) => `${number(count)} remaining`,
  cell_excess: ({ count, number }) => (count === 1 ? "1 flag too many" : `${number(count)} flags too many`),
  // What a board is called.
  preset: ({ name }) => name,
  board: ({ sides, isOrthogonal, wraps, axes, mines, number }) => {
    const around = wraps && (axes ? `wraps along ${axes.includes(",") ? "axes" : "axis"} ${axes}` : "wraps around");
    const how = [isOrthogonal && "orthogonal", around].filter(Boolean).join(", ");
    return `${sides}${how && ` (${how})`}, ${mines === 1 ? "1 mine" : `${number(mines)} mines`}`;
  },
  rules_note: ({ rules, firstOpen, guess, grade }) => [rules, FIRST[firstOpen], GUESSES[guess], GRADES[grade]].filter(Boolean).join(", "),
  grid_board: ({ board }) => `Board ${board}`,
  grid_mines: ({ board, mines, number }) => `Board ${board}, ${mines === 1 ? "1 mine" : `${number(mines)} mines`}`,
  // What is read aloud of the game.
  told_shows: ({ place, what }) => `${place}: ${what}`,
  told_opened: ({ count, number, place, what }) => `${count === 1 ? "opened 1 cell" : `opened ${number(count)} cells`}, ${place}: ${what}`,
  told_covered: ({ count, number }) => (count === 1 ? "1 cell is covered again" : `${number(count)} cells are covered again`),
  told_flagged: ({ place, left }) => `flag at ${place}, ${left}`,
  told_unflagged: ({ place, left }) => `no flag at ${place}, ${left}`,
  told_flags: ({ count, number, left }) => `${number(count)} flags changed, ${left}`,
  told_left: ({ count, number }) => (count === 1 ? "1 mine left" : `${number(count)} mines left`),
  told_paused: "paused, the board is hidden",
  setting_not_kept: "The setting applies until the page is closed: the browser can't save it.",
  storage_silent:
    "The browser's storage doesn't answer: saved games and settings aren't available, and nothing is saved. Load the page again to retry.",
  engine_silent: "The engine of the page doesn't answer yet. If it stays like that, load the page again.",
  still_loading: "Still loading. If it stays like that, load the page again.",
  not_found: ({ address }) => `There is nothing at ${address.length > 60 ? `${address.slice(0, 59)}…` : address} here; this is the start screen.`,
  // Acts that are final.
  final_open: ({ place }) => `${place}: open it? Do the same again to open it.`,
  final_chord: ({ place }) => `${place}: chord on it? Do the same again to chord.`,
  final_remove: ({ what }) => `Delete ${what}? It can't be brought back.`,
  final_remove_yes: "Delete",
  final_remove_no: "Keep",
} satisfies Texts;
