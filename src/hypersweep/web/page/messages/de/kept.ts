import type { Texts } from "../../messages.ts";

const games = (number: any, count: number) => (count === 1 ? "1 Spiel" : `${number(count)} Spiele`);

export default {
  title: "Gespeicherte Daten",
  here: "Spiele und Einstellungen sind nur in diesem Browser auf diesem Gerät gespeichert.",
  nowhere: "Dieser Browser speichert nichts: Spiele und Einstellungen sind weg, sobald du die Seite schließt.",
  sum: ({ number, over, running }) => `${games(number, over)} beendet, ${number(running)} laufend.`,
  manage: "Exportieren, importieren, löschen",
  export: "Spiele exportieren",
  import: "Spiele importieren",
  file: "Eine Datei mit Spielen",
  cancel: "Abbrechen",
  none: "Es gibt noch keine Spiele.",
  exporting: ({ number, done, all }) => `Export: Spiel ${number(done)} von ${number(all)}`,
  exported: ({ number, games: count, damaged }) =>
    `${games(number, count)} als Datei exportiert; auch das Terminal kann sie lesen.${damaged ? ` ${games(number, damaged)} nicht lesbar und nicht dabei.` : ""}`,
  importing: ({ number, done, all }) => `Import: Spiel ${number(done)} von ${number(all)}`,
  imported: ({ number, kept, known, refused }) =>
    `${games(number, kept)} importiert${known ? `, ${number(known)} ${known === 1 ? "war" : "waren"} schon da` : ""}${refused ? `, ${number(refused)} abgelehnt` : ""}.`,
  first_refused: ({ number, game, line, message }) => `Zuerst abgelehnt: Spiel ${number(game)}, Zeile ${number(line)} der Datei. ${message}`,
  no_games: "In der Datei ist kein Spiel.",
  stopped: "Abgebrochen:",
  ended_early: ({ why }) => `Der Import endete vorzeitig: ${why}.`,
  failed: "Der Browser konnte nicht mehr speichern",
  full: "Der Browser hat keinen Platz mehr",
  busy: "Ein anderer Tab importiert gerade Spiele",
  statistics: "Zur Statistik",
  damaged: ({ number, count }) =>
    `${games(number, count)} hier ${count === 1 ? "ist" : "sind"} nicht ganz lesbar: Was nicht lesbar ist, wird weder gezeigt noch gezählt noch exportiert.`,
  damaged_look: "Was du tun kannst",
  damaged_save: "Reste speichern",
  damaged_remove: "Reste löschen",
  damaged_what: ({ number, count }) => `Was von ${count === 1 ? "1 Spiel" : `${number(count)} Spielen`} übrig ist`,
  damaged_removed: "Was nicht lesbar war, ist gelöscht.",
  delete: "Alles löschen",
  everything: "Alle Spiele, Statistiken und Einstellungen",
  deleted: ({ number, busy }) =>
    busy ? `Alles ist gelöscht, bis auf ${games(number, busy)}, an denen ein anderer Tab gerade spielt.` : "Alles ist gelöscht.",
} satisfies Texts;
