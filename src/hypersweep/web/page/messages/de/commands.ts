import type { Texts } from "../../messages.ts";

const mines = (count: number) => (count === 1 ? "1 Mine" : `${count} Minen`);
const cells = (count: number) => (count === 1 ? "1 Zelle" : `${count} Zellen`);
const quoted = (word: string) => word.replace(/^"([^]*)"$/, "„$1“");
const flags = (count: number) => (count === 1 ? "1 Fahne" : `${count} Fahnen`);

export default {
  // Englische Wörter gelten auch hier: wer sie vom Terminal kennt, tippt sie weiter.
  words_open: "aufdecken decke öffne öffnen auf open o",
  words_flag: "fahne fahnen markiere flagge f flag",
  words_chord: "ringsum rundum chord c",
  words_undo: "zurück rückgängig z undo u",
  words_redo: "vor wiederhole wiederholen redo r",
  words_hint: "tipp hinweis hint tip",
  words_where: "wo zeige zeig w where show s",
  words_list: "liste l list",
  words_mines: "minen m mines",
  words_time: "zeit uhr t time",
  words_board: "brett b board",
  words_pause: "pause p weiter continue",
  words_new: "neu neues n new",
  words_again: "nochmal dasselbe again a",
  words_help: "hilfe h help ?",
  words_leave: "ende verlassen leave quit q exit",
  words_here: "hier here",
  words_row: "zeile zeilen reihe row rows",
  words_column: "spalte spalten column columns col",
  words_layer: "ebene ebenen schicht layer layers",
  words_cell: "zelle zellen cell cells",
  words_of: "von of",
  unknown: ({ names, word }) => `Den Befehl ${quoted(word)} gibt es nicht; es gibt ${names}.`,
  nothing_after: ({ word, rest }) => `Nach „${word}“ darf nichts stehen, da steht aber ${quoted(rest)}.`,
  not_here: ({ word }) => `„${word}“ geht hier nicht.`,
  expected_coordinates: ({ count, got, example }) =>
    `Eine Zelle hat hier ${count === 1 ? "1 Koordinate" : `${count} Koordinaten`}, nicht ${got}: zum Beispiel „${example}“.`,
  expected_number: ({ axis, word, example }) => `Für Achse ${axis} muss eine ganze Zahl stehen, nicht ${quoted(word)}: zum Beispiel „${example}“.`,
  expected_place: ({ axis, most, word, board }) =>
    `Achse ${axis} geht von 0 bis ${most}, ${word ? `${word} gibt es nicht` : "hier fehlt die Zahl"}: Das Brett ist ${board}.`,
  expected_axis: ({ names, word }) => `Hier muss ${names} und eine Zahl stehen, nicht ${quoted(word)}.`,
  expected_different: "Die Zellen müssen verschieden sein: Zweimal gesetzt ist eine Fahne wieder weg.",
  time: ({ time }) => `die Uhr zeigt ${time}`,
  flags: (values) => `${flags(values.count)} für ${mines(values.mines)}`,
  mines: (values) => `noch ${mines(values.left)}, ${values.flags ? `${flags(values.flags)}, ` : ""}${cells(values.covered)} verdeckt`,
  around: (values) => `ringsum ${flags(values.flags)} und ${values.covered} verdeckt`,
  run_covered: ({ count }) => (count === 1 ? "verdeckt" : `${count} verdeckt`),
  run_empty: ({ count }) => (count === 1 ? "leer" : `${count} leer`),
  run_flags: ({ count }) => flags(count),
  run_mines: ({ count }) => mines(count),
  more_rows: ({ rows }) => `${rows} weitere Zeilen: „liste Zeile 3“ zeigt eine`,
  help_open: ({ word, cell }) => `${word} ${cell}: eine Zelle aufdecken; „${cell}“ allein tut dasselbe, „${word} hier“ die Zelle des Cursors`,
  help_flag: ({ word, cell }) => `${word} ${cell}: Fahnen auf eine oder mehrere Zellen setzen oder wegnehmen; allein: wo sie stehen`,
  help_chord: ({ word, cell }) => `${word} ${cell}: alles um eine Zahl aufdecken, um die so viele Fahnen stehen`,
  help_undo: ({ word }) => `${word}: den letzten Zug zurücknehmen`,
  help_redo: ({ word }) => `${word}: den zurückgenommenen Zug wieder machen`,
  help_hint: ({ word }) => `${word}: wo du hinsehen kannst; noch einmal: welche Zellen; noch einmal: warum`,
  help_where: ({ word, cell }) => `${word} bin ich: die Zelle des Cursors; „${word} ${cell}“ für eine andere`,
  help_list: ({ word }) => `${word} Zeile 3, ${word} Spalte 2, ${word} Ebene 1: was die Zellen dort zeigen`,
  help_mines: ({ word }) => `${word}: wie viele Minen noch übrig sind`,
  help_time: ({ word }) => `${word}: was die Uhr zeigt`,
  help_board: ({ word }) => `${word}: Regeln, Startwert und Brett-ID, und wie man es noch einmal spielt`,
  help_pause: ({ word }) => `${word}: Pause, oder weiterspielen`,
  help_new: ({ word }) => `${word}: ein neues Brett derselben Art`,
  help_again: ({ word }) => `${word}: dasselbe Brett noch einmal, mit denselben Minen`,
  help_help: ({ word }) => `${word}: dieser Text`,
  help_leave: ({ word }) => `${word}: zum Start; das Spiel ist gespeichert`,
  help_cells: ({ names, count, cell }) =>
    count === 1
      ? `Zellen haben eine Nummer, gezählt ab 0: ${cell}. Der erste Buchstabe eines Befehls genügt.`
      : `Eine Zelle hat ${names}, jeweils gezählt ab 0: ${cell}. Der erste Buchstabe eines Befehls genügt.`,
} satisfies Texts;
