import type { Texts } from "../../messages.ts";

const FIRST: Record<string, string> = { any: "erstes Aufdecken ungeschützt", safe: "erstes Aufdecken sicher", opening: "erstes Aufdecken eine Öffnung" };
const GUESSES: Record<string, string> = { never: "ohne Raten", punished: "Raten wird bestraft" };
const GRADES: Record<string, string> = {
  clue: "einzelne Zahlen", pair: "höchstens Paare", set: "höchstens Mengen",
  needs_pair: "verlangt Paare", needs_set: "verlangt Mengen", needs_count: "verlangt die Zahl der Minen",
};

const PRESETS: Record<string, string> = { beginner: "Anfänger", intermediate: "Fortgeschritten", expert: "Experte", evil: "Teuflisch", "1d": "1D" };
for (const dimensions of [3, 4, 5]) {
  for (const [name, own] of [["easy", "leicht"], ["medium", "mittel"], ["hard", "schwer"]]) PRESETS[`${dimensions}d-${name}`] = `${dimensions}D ${own}`;
}

export default {
  title: "hypersweep",
  skip: "Navigation überspringen",
  ways: "Seiten",
  menu: "Menü",
  go_play: "Spielen",
  go_resume: "Fortsetzen",
  go_statistics: "Statistik",
  go_analysis: "Analyse",
  go_settings: "Einstellungen",
  go_help: "Hilfe",
  yes: "Ja",
  no: "Nein",
  ok: "OK",
  cancel: "Abbrechen",
  close: "Schließen",
  copy: "Kopieren",
  copied: ({ what }) => (what ? `Kopiert: ${what}.` : "Kopiert."),
  not_copied: "Der Browser lässt die Seite nicht kopieren: Kopier es von hier",
  messages: "Meldungen",
  note: "Letzte Meldung",
  nothing_said: "Bisher gab es keine Meldung.",
  palette: "Alle Befehle",
  palette_filter: "Befehl suchen",
  palette_none: "Kein Befehl passt dazu.",
  failed: "Etwas ist schiefgegangen",
  failed_error: "Das ist ein Fehler der Seite und nicht deiner. Ein laufendes Spiel ist gespeichert. Der Text unten sagt, was passiert ist.",
  failed_browser: ({ missing }) => `Diesem Browser fehlt, was die Seite braucht: ${missing}. Ein neuerer hat es, oder es ist hier abgeschaltet.`,
  failed_part:
    "Ein Teil der Seite lässt sich nicht laden. Bist du offline? Was du hier schon benutzt hast, geht auch ohne Netz; der Rest braucht es einmal.",
  failed_details: "Was passiert ist",
  failed_reload: "Seite neu laden",
  failed_home: "Zum Start",
  command: "Befehl",
  command_example: "aufdecken 2 5, wo bin ich, hilfe",
  axis_0: "Zeile",
  axis_1: "Spalte",
  axis_cell: "Zelle",
  axis_layer: "Ebene",
  axis_further: ({ axis }) => `x${axis}`,
  axis_place: ({ name, place }) => `${name} ${place}`,
  axis_place_of: ({ name, place, side }) => `${name} ${place} von ${side}`,
  cell_covered: "verdeckt",
  cell_flagged: "Fahne",
  cell_mine: "Mine",
  cell_exploded: "explodierte Mine",
  cell_wrong_flag: "falsche Fahne",
  cell_empty: "keine Mine ringsum",
  cell_hidden: "verborgen",
  cell_finished: "erledigt",
  cell_remaining: ({ count, number }) => `noch ${number(count)}`,
  cell_excess: ({ count, number }) => (count === 1 ? "1 Fahne zu viel" : `${number(count)} Fahnen zu viel`),
  // What a board is called.
  preset: ({ name }) => PRESETS[name] ?? name,
  board: ({ sides, isOrthogonal, wraps, axes, mines, number }) => {
    const around = wraps && (axes ? `rundherum entlang ${axes.includes(",") ? "der Achsen" : "Achse"} ${axes}` : "rundherum");
    const how = [isOrthogonal && "orthogonal", around].filter(Boolean).join(", ");
    return `${sides}${how && ` (${how})`}, ${mines === 1 ? "1 Mine" : `${number(mines)} Minen`}`;
  },
  rules_note: ({ rules, firstOpen, guess, grade }) => [rules, FIRST[firstOpen], GUESSES[guess], GRADES[grade]].filter(Boolean).join(", "),
  grid_board: ({ board }) => `Brett ${board}`,
  grid_mines: ({ board, mines, number }) => `Brett ${board}, ${mines === 1 ? "1 Mine" : `${number(mines)} Minen`}`,
  told_shows: ({ place, what }) => `${place}: ${what}`,
  told_opened: ({ count, number, place, what }) =>
    `${count === 1 ? "1 Zelle aufgedeckt" : `${number(count)} Zellen aufgedeckt`}, ${place}: ${what}`,
  told_covered: ({ count, number }) => (count === 1 ? "1 Zelle ist wieder verdeckt" : `${number(count)} Zellen sind wieder verdeckt`),
  told_flagged: ({ place, left }) => `Fahne auf ${place}, ${left}`,
  told_unflagged: ({ place, left }) => `keine Fahne mehr auf ${place}, ${left}`,
  told_flags: ({ count, number, left }) => `${number(count)} Fahnen geändert, ${left}`,
  told_left: ({ count, number }) => (count === 1 ? "noch 1 Mine" : `noch ${number(count)} Minen`),
  told_paused: "Pause, das Brett ist verborgen",
  setting_not_kept: "Die Einstellung gilt, bis du die Seite schließt: Der Browser kann sie nicht speichern.",
  storage_silent:
    "Der Speicher des Browsers antwortet nicht: Gespeicherte Spiele und Einstellungen fehlen, und nichts wird gespeichert. " +
    "Lade die Seite neu, um es noch einmal zu versuchen.",
  engine_silent: "Der Rechenkern der Seite antwortet noch nicht. Bleibt es dabei, lade die Seite neu.",
  still_loading: "Lädt noch. Bleibt es dabei, lade die Seite neu.",
  not_found: ({ address }) => `Unter ${address.length > 60 ? `${address.slice(0, 59)}…` : address} gibt es hier nichts; das ist die Startseite.`,
  final_open: ({ place }) => `${place}: aufdecken? Drück oder tipp dasselbe noch einmal.`,
  final_chord: ({ place }) => `${place}: alles ringsum aufdecken? Drück oder tipp dasselbe noch einmal.`,
  final_remove: ({ what }) => `${what} löschen? Das lässt sich nicht rückgängig machen.`,
  final_remove_yes: "Löschen",
  final_remove_no: "Behalten",
} satisfies Texts;
