import type { Texts } from "../../messages.ts";

const games = (number: any, count: number) => (count === 1 ? "1 game" : `${number(count)} games`);

export default {
  title: "Saved data",
  here: "Games and settings are saved only in this browser, on this device.",
  nowhere: "This browser saves nothing: games and settings are lost when the page is closed.",
  sum: ({ number, over, running }) => `${games(number, over)} finished, ${number(running)} running.`,
  manage: "Export, import, delete",
  export: "Export games",
  import: "Import games",
  file: "A file of games",
  cancel: "Cancel",
  none: "There are no games yet.",
  exporting: ({ number, done, all }) => `Exporting: game ${number(done)} of ${number(all)}`,
  exported: ({ number, games: count, damaged }) =>
    `${games(number, count)} exported as a file of records, which the terminal reads too.${damaged ? ` ${games(number, damaged)} can't be read and ${damaged === 1 ? "was" : "were"} left out.` : ""}`,
  importing: ({ number, done, all }) => `Importing: game ${number(done)} of ${number(all)}`,
  imported: ({ number, kept, known, refused }) =>
    `${games(number, kept)} imported${known ? `, ${number(known)} ${known === 1 ? "was" : "were"} here already` : ""}${refused ? `, ${number(refused)} rejected` : ""}.`,
  first_refused: ({ number, game, line, message }) => `The first rejected one is game ${number(game)}, at line ${number(line)} of the file. ${message}`,
  no_games: "The file holds no games.",
  stopped: "Cancelled:",
  ended_early: ({ why }) => `The import ended early: ${why}.`,
  full: "the browser has no room left",
  failed: "the browser couldn't save more",
  busy: "another tab is importing games",
  statistics: "See the statistics",
  damaged: ({ number, count }) =>
    `${games(number, count)} saved here can't be read in full. The unreadable parts aren't listed, counted or exported.`,
  damaged_look: "Show the choices",
  damaged_save: "Save what is left of them",
  damaged_remove: "Remove them",
  damaged_what: ({ number, count }) => `what is left of ${games(number, count)}`,
  damaged_removed: "What couldn't be read is removed.",
  delete: "Delete everything",
  everything: "all games, statistics and settings",
  deleted: ({ number, busy }) => (busy ? `Everything is deleted but ${games(number, busy)} being played in another tab.` : "Everything is deleted."),
} satisfies Texts;
