// Was abgelehnt wird; `detail.what` eines Fehlers nennt den Text.

import type { Texts } from "../../messages.ts";

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
const quoted = (value: unknown) => {
  if (typeof value === "string") return `„${shorten(value)}“`;
  return shorten(typeof value === "object" ? JSON.stringify(value) : String(value));
};
const count = (number: number, one: string, many: string, text = String(number)) => `${text} ${number === 1 ? one : many}`;
const ORDINALS = ["erste", "zweite", "dritte", "vierte", "fünfte", "sechste"];
const ordinal = (axis: number) => ORDINALS[axis] ?? `${axis + 1}.`;
const place = (cell: readonly number[]) => `(${cell.join(", ")})`;
/** Wie sie im Formular heißen. */
const FIELDS: Record<string, string> = {
  mines: "Minen", seed: "Startwert", first: "Erstes Aufdecken", guess: "Raten", grade: "Raten", exactly: "Raten", wrap: "Geht rundherum", adjacency: "Zellen berühren sich",
};
const TAGS: Record<string, string> = { board: "das Brett", mines: "die Zahl der Minen", rules: "die Regeln" };
const ENDS: Record<string, string> = { won: "gewonnen", lost: "verloren", ongoing: "nicht beendet" };

export default {
  // Wo: das Spiel einer Datei, die Zeile eines Textes, das Ereignis eines Spiels.
  at({ text, game, event, line, row, isWhole }) {
    const parts = [game && `Spiel ${game}`, event && line && `Nebenlinie ${line}`, event && `Ereignis ${event}`];
    parts.push(!event && !isWhole && line && `Zeile ${line}`, row && `Zeile ${row}`);
    const where = parts.filter(Boolean).join(", ");
    return where ? `${where}: ${text}` : text;
  },
  own_fault: "Hier hat die Seite einen Fehler gemacht. Versuch es noch einmal.",
  number: ({ least, most, got, number }) => `Hier muss eine ganze Zahl von ${number(least)} bis ${number(most)} stehen, nicht ${quoted(got)}.`,
  word: ({ words, got }) => `${quoted(got)} gibt es nicht, nur ${words.join(", ")}.`,
  // Bretter.
  board: ({ got, meant }) => `Ein Brett ${quoted(got)} gibt es nicht.${meant ? ` Meinst du ${meant}?` : " Gib seine Seiten an, etwa 16x30, oder einen Namen von der Startseite."}`,
  no_sides: "Ein Brett braucht mindestens eine Seite.",
  side: ({ axis, got }) => `Die ${ordinal(axis)} Seite des Bretts muss eine ganze Zahl ab 1 sein; hier steht ${quoted(got)}.`,
  side_digits: ({ got, board }) => (got ? `Die Seiten eines Bretts sind Zahlen wie in 16x30; ${quoted(got)} in ${quoted(board)} ist keine.` : `In ${quoted(board)} fehlt eine Seite.`),
  axis_digits: ({ board }) => `In ${quoted(board)} ist nicht klar, welche Achsen rundherum gehen; schreib ~wrap=0,1 oder ~wrap=all.`,
  shape_option: ({ got, board }) => `${quoted(got)} in ${quoted(board)} sagt nichts über ein Brett; möglich sind ~orthogonal oder ~wrap=0,1.`,
  cells: ({ most, board, number }) => `Das Brett ${shorten(board)} ist zu groß: Hier ist Platz für ${number(most)} Zellen.`,
  adjacency: ({ got }) => `Zellen berühren sich an Seiten und Ecken (moore) oder entlang der Achsen (orthogonal); ${quoted(got)} gibt es nicht.`,
  wrap_axis: ({ most, got }) => (most ? `Dieses Brett hat die Achsen 0 bis ${most}, aber keine Achse ${got}.` : `Dieses Brett hat nur die Achse 0, aber keine Achse ${got}.`),
  wrap_axes: ({ got }) => `Welche Achsen rundherum gehen, sagst du mit Zahlen wie 0,2 oder mit „all“, nicht mit ${quoted(got)}.`,
  axis: ({ axis, last }) => `Eine Achse ${axis} gibt es nicht: Das Brett hat die Achsen 0 bis ${last}.`,
  cell: ({ cell, board }) => `Eine Zelle ${place(cell)} gibt es auf dem Brett ${board} nicht.`,
  board_id: ({ got }) => `${quoted(got)} ist keine Brett-ID.`,
  board_id_damaged: "Diese Brett-ID ist beschädigt oder nicht vollständig: Ihre Minen lassen sich nicht lesen.",
  // Minen und Startwerte.
  whole: ({ field, got }) => `${field === "seed" ? "Der Startwert" : "Die Zahl der Minen"} muss eine ganze Zahl sein; ${quoted(got)} ist keine.`,
  mines_negative: "Weniger als 0 Minen kann es nicht geben.",
  mines_room({ most, board, firstOpen, kept, got, number }) {
    if (typeof got !== "number") return "Die Zahl der Minen fehlt oder ist keine ganze Zahl.";
    if (most < 0) return `Das Brett ${board} ist zu klein für ${firstOpen === "opening" ? "eine Öffnung zu Beginn" : "ein sicheres erstes Aufdecken"}.`;
    const why = kept ? `, weil das erste Aufdecken ${count(kept, "Zelle", "Zellen", number(kept))} frei hält` : "";
    return `Auf das Brett ${board} ${most === 1 ? "passt" : "passen"} höchstens ${count(most, "Mine", "Minen", number(most))} und nicht ${number(got)}${why}.`;
  },
  mines_span: ({ most, got, number }) => `Dieses Brett kann 0 bis ${number(most)} Minen haben, nicht ${quoted(got)}.`,
  twins: ({ group, isSafe, board, got, number }) =>
    `Ohne Raten${isSafe ? "" : " und mit einer Öffnung am Anfang"} muss die Zahl der Minen auf ${board} ein Vielfaches von ${group}${isSafe ? " (oder 1 weniger)" : ""} sein, nicht ${number(got)}.`,
  seed: ({ got }) => `Ein Startwert ist eine ganze Zahl von 0 bis 18.446.744.073.709.551.615, nicht ${quoted(got)}.`,
  no_board: ({ board, mines, tried, number }) =>
    `Für ${board} mit ${count(mines, "Mine", "Minen", number(mines))} fand sich in ${count(tried, "Versuch", "Versuchen", number(tried))} kein Brett ohne Raten.`,
  first_is_mine: ({ cell }) => `Das erste Aufdecken träfe eine Mine: Sie liegt auf ${place(cell)}.`,
  // Regeln.
  rules_name: ({ names, got }) => `Regeln mit dem Namen ${quoted(got)} gibt es nicht; es gibt ${names}.`,
  rules_word: ({ words, got }) => `${quoted(got)} gibt es in den Regeln nicht; es gibt ${words}.`,
  rules_twice: ({ got }) => `${quoted(got)} steht zweimal in den Regeln.`,
  rules_value: ({ known, word, got }) => `In den Regeln ist ${word} ${known.join(" oder ")}, nicht ${quoted(got)}.`,
  exactly_needs_grade: "Genau lässt sich nur neben einer Schwierigkeit verlangen.",
  grade_needs_never: "Eine Schwierigkeit lässt sich nur angeben, wo Raten nie nötig ist.",
  flags_lock: "Fahnen, die stehen bleiben, können nicht vor Klicks schützen: Eine Zelle mit Fahne ginge nie auf.",
  never_any: "Ohne Raten muss das erste Aufdecken sicher oder eine Öffnung sein.",
  fixed_by_id: ({ field }) => `„${FIELDS[field] ?? field}“ steht mit der Brett-ID schon fest: Sie sagt, wo die Minen liegen.`,
  guess_with_id: "Mit einer Brett-ID liegen die Minen schon fest: Raten lässt sich nicht mehr ausschließen oder bestrafen.",
  layout_punished: "Wo Raten bestraft wird, können die Minen nicht schon vorher festliegen.",
  layout_shape: ({ board, got }) => `Diese Minen gehören zum Brett ${got}, nicht zu ${board}.`,
  layout_mines: ({ wanted, got }) => `Auf dem Brett liegen ${count(wanted, "Mine", "Minen")}, nicht ${quoted(got)}.`,
  // Dieser Browser.
  other_version: "Hier sind zwei Versionen der Seite durcheinandergeraten: Lade sie neu.",
  no_kernels: ({ status }) => `Ein Teil der Seite lässt sich nicht laden (Status ${status}). Lade sie neu.`,
  old_browser: "Dieser Browser ist zu alt: Die Seite braucht WebAssembly mit SIMD, was neuere haben.",
  no_memory: "Dafür hat der Browser nicht genug Speicher.",
  too_much: "Das auszurechnen würde zu lange dauern.",
  contradiction: "Diese Zahlen widersprechen einander: Keine Verteilung der Minen passt zu ihnen.",
  // Gespeicherte Spiele.
  busy: "Dieses Spiel ist in einem anderen Tab offen.",
  damaged: "Was von diesem Spiel übrig ist, lässt sich nicht lesen.",
  gone: "Dieses Spiel ist zu Ende oder wurde gelöscht.",
  no_game: ({ got }) => `Ein Spiel ${quoted(got)} gibt es in diesem Browser nicht: Es wurde gelöscht oder woanders gespielt.`,
  // Stellungen.
  not_a_position: ({ got }) => `${quoted(got)} ist keine Stellung: Füg das Bild eines Bretts ein, mit den Minen in einer Zeile darüber.`,
  no_position: "Hier gibt es nichts zu lesen: Füg eine Stellung ein.",
  long_text: ({ most, number }) => `Dieser Text ist zu lang: Mehr als ${number(most)} Zeichen lassen sich nicht lesen.`,
  needs_mines: "Es fehlt, wie viele Minen es sind: Schreib etwa „99 mines“ in eine Zeile über den Zellen.",
  no_rows: "Hier gibt es keine Zeilen mit Zellen.",
  few_cells: ({ wanted, board, number }) => `Das Brett ${board} hat ${count(wanted, "Zelle", "Zellen", number(wanted))}; hier sind es viel weniger.`,
  cell_count: ({ wanted, board, got, number }) => `Das Brett ${board} hat ${count(wanted, "Zelle", "Zellen", number(wanted))}, hier ${got === 1 ? "steht" : "stehen"} aber ${number(got)}.`,
  row_count: ({ wanted, length, board, got }) =>
    `Das Brett ${board} hat ${count(wanted, "Zeile", "Zeilen")} mit ${count(length, "Zelle", "Zellen")}, hier ${got === 1 ? "steht aber 1 Zeile" : `stehen aber ${got} Zeilen`}.`,
  row_cells: ({ wanted, got }) => `Hier ${wanted === 1 ? "sollte 1 Zelle" : `sollten ${wanted} Zellen`} stehen, es ${got === 1 ? "ist" : "sind"} aber ${got}.`,
  part_of_board: "Das ist nur ein Teil eines Bretts; gebraucht wird das ganze.",
  label: ({ got }) => `${quoted(got)} ist keine Koordinate.`,
  mixed_dimensions: "Die Zellen haben verschieden viele Koordinaten.",
  sign: ({ most, got, column }) => `${column ? `Die Zelle in Spalte ${column}` : "Eine Zelle"} zeigt ${quoted(got)}; möglich sind #, F, . und Zahlen bis ${most}.`,
  header: ({ got }) => `In der ersten Zeile müssen Brett und Minen stehen, etwa „3x4 mines=2“, nicht ${quoted(got)}.`,
  code: ({ got }) => `${quoted(got)} sagt nicht, was eine Zelle zeigt: Das tut eine ganze Zahl.`,
  code_span: ({ least, most, got, cell }) => `Für die Zelle ${place(cell)} steht ${got}; möglich sind ${least} bis ${most}.`,
  list_lengths: "Die Listen der Stellung sind verschieden lang.",
  list_shape: ({ board, got }) => `Diese Listen sind nicht die des Bretts ${board}${got ? `, sondern von ${got}` : ""}.`,
  mixed_rows: "Die Zeilen der Stellung sind teils Texte, teils Listen.",
  json: ({ column }) => `Das ist kein JSON: Ab Spalte ${column} ist es nicht zu lesen.`,
  json_deep: "Diese Listen sind tiefer verschachtelt als jedes Brett.",
  json_twice: ({ key }) => `Im JSON steht ${quoted(key)} zweimal.`,
  json_missing: ({ key }) => `Im JSON fehlt ${quoted(key)}.`,
  json_object: ({ key }) => `${key ? `Im JSON ist ${quoted(key)}` : "Das JSON ist"} kein Objekt.`,
  json_value: ({ key, wanted, got }) => `Im JSON muss ${quoted(key)} den Wert ${quoted(wanted)} haben, nicht ${quoted(got)}.`,
  json_key: ({ known, key }) => `Im JSON steht ${quoted(key)}; möglich sind nur ${known}.`,
  json_list: ({ key }) => `Im JSON muss ${quoted(key)} eine Liste sein.`,
  json_number: ({ key, least, got }) => `Im JSON muss ${quoted(key)} eine ganze Zahl ab ${least} sein, nicht ${quoted(got)}.`,
  json_rising: "Im JSON müssen die Achsen, die rundherum gehen, aufsteigend sortiert sein.",
  long_number: "Eine Zahl hat viel zu viele Ziffern.",
  // Aufzeichnungen.
  record_bytes: "Das ist nicht der Text einer Aufzeichnung.",
  record_magic: ({ got }) => `Eine Aufzeichnung beginnt mit „hypersweep-record: 1“, nicht mit ${quoted(got)}.`,
  record_version: ({ got }) => `Diese Aufzeichnung hat die Version ${shorten(got)}: Ein neueres hypersweep kann sie lesen.`,
  record_cut: "Diese Aufzeichnung bricht so früh ab, dass nicht einmal das Brett bekannt ist.",
  record_tag: ({ got }) => `${quoted(got)} gehört nicht in den Kopf einer Aufzeichnung; „player: Ann“ etwa schon.`,
  record_tag_twice: ({ got }) => `${quoted(got)} steht zweimal in der Aufzeichnung.`,
  record_tag_missing: ({ name }) => `In der Aufzeichnung ${name === "rules" ? "fehlen" : "fehlt"} ${TAGS[name] ?? name}.`,
  record_tag_name: ({ got }) => `${quoted(got)} kann nicht im Kopf einer Aufzeichnung stehen: Nimm Kleinbuchstaben, Ziffern und Bindestriche.`,
  record_number: ({ got }) => `${quoted(got)} ist keine Zahl, die hierher passt.`,
  record_escape: ({ got }) => `${quoted(got)} steht für kein Zeichen; möglich sind etwa „\\n“ und „\\u0020“.`,
  record_event: ({ got }) => `${quoted(got)} ist kein Ereignis wie „1204 open 3 4: 17“.`,
  record_comment: ({ got }) => `Ein Kommentar sieht aus wie „# geraten“, nicht wie ${quoted(got)}.`,
  record_comment_late: "Ein Kommentar steht gleich hinter seinem Ereignis, nicht hinter einer Nebenlinie.",
  record_bracket: ({ got }) => `Eine Klammer muss allein in ihrer Zeile stehen, anders als in ${quoted(got)}.`,
  record_bracket_close: "Hier endet eine Nebenlinie, die nie begonnen hat.",
  record_bracket_open: "Eine Nebenlinie hat kein Ende.",
  record_second: "Hier beginnt ein zweites Spiel, es darf aber nur eines sein.",
  record_after_end: "Nach dem Ende des Spiels folgt noch etwas.",
  // Spiele, die noch einmal gespielt werden.
  event_early: ({ now, milliseconds, number }) => `Seine Zeit (${number(milliseconds)} ms) liegt vor der des Ereignisses davor (${number(now)} ms).`,
  event_still: ({ now, milliseconds, number }) => `Die Uhr steht hier bei ${number(now)} ms, in der Aufzeichnung stehen aber ${number(milliseconds)} ms.`,
  event_paused: "Das Spiel ist hier angehalten: Es muss erst weitergehen.",
  event_over: "Das Spiel ist hier zu Ende: Nur Zurücknehmen ist noch möglich.",
  event_resume: "Das Spiel geht hier weiter, ohne dass es angehalten war.",
  event_no_board: "Hier wird eine Zelle aufgedeckt, aber in der Aufzeichnung fehlen Startwert und Minen.",
  event_effect({ changed, outcome, number }) {
    const end = outcome === "ongoing" ? "" : `, und das Spiel ist ${ENDS[outcome]}`;
    return `Die Aufzeichnung stimmt nicht: Dieser Zug ändert ${changed ? count(changed, "Zelle", "Zellen", number(changed)) : "nichts"}${end}.`;
  },
  nothing_to_undo: "Hier gibt es keinen Zug zum Zurücknehmen.",
  nothing_to_redo: "Hier gibt es keinen Zug zum Wiederholen.",
  record_move: ({ move, moves, number }) => `Zug ${number(move)} von ${number(moves)} ändert nichts, obwohl er es müsste.`,
  record_outcome: ({ outcome, got }) => `Nach der Aufzeichnung ist das Spiel ${ENDS[got]}, tatsächlich ist es ${ENDS[outcome]}.`,
  record_length: ({ wanted, got, number }) => `Nach der Aufzeichnung dauerte das Spiel ${number(got)} ms, nach ihren Ereignissen aber ${number(wanted)} ms.`,
  record_layout: "Die Minen in der Aufzeichnung liegen nicht da, wohin ihr Startwert sie legt.",
  record_board: "Mit diesem Startwert gibt es kein Brett, das die Regeln erlauben.",
  record_promise: ({ promise, cell }) =>
    `Nach den Regeln ist das erste Aufdecken ${promise === "opening" ? "eine Öffnung" : "sicher"}, auf ${place(cell)} liegt aber eine Mine.`,
  record_guess: "Nach den Regeln ist auf diesem Brett Raten nie nötig, das stimmt aber nicht.",
  record_grade: "Das Brett ist schwerer, als die Regeln erlauben.",
  record_easy: "Das Brett ist leichter, als die Regeln verlangen.",
  record_unchecked: "Ob das Brett den Regeln entspricht, lässt sich nicht schnell genug herausfinden.",
} satisfies Texts;
