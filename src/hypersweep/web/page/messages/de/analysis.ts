import type { Texts } from "../../messages.ts";

const counted = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
const percent = (chance: number) => {
  const text = (100 * chance).toPrecision(3).replace(/\.?0+$/, "");
  return (/e/.test(text) ? (100 * chance).toExponential(1) : text).replace(".", ",");
};

export default {
  title: "Analyse",
  panel: "Werkzeuge und Ergebnisse",
  findings: "Ergebnisse",
  tools: "Was ein Klick zeichnet",
  tool_next: "das Nächste: verdeckt, 0, 1, …, Fahne",
  "tool_-1": "verdeckt",
  "tool_-2": "Fahne",
  "tool_-3": "Mine",
  tool_clue: ({ clue }) => `Zahl ${clue}`,
  undo: "Zurück",
  redo: "Wieder",
  clear: "Alles verdecken",
  paste: "Einfügen …",
  board: "Brett",
  shape: "Seiten",
  mines: "Minen",
  make: "Neues Brett",
  chances: "Risiken zeigen",
  trust: "Jede Fahne ist eine Mine",
  share: "Teilen",
  link: "Link kopieren",
  text: "Text kopieren",
  json: "JSON kopieren",
  picture: "Bild (PNG)",
  more: "Länger rechnen",
  again: "Noch einmal fragen",
  keys: "Tasten",
  keys_list:
    "Ziffern: eine Zahl; zwei kurz nacheinander ergeben eine zweistellige\nF: Fahne · #, Entf: verdeckt · *: Mine · .: Null\nEnter, Klick, Tippen: das Gewählte · Leertaste, +, −: das Nächste oder Vorige\nRechtsklick, langes Tippen: Fahne oder keine\nU, Strg+Z: zurück · Umschalt+U, Strg+Y: wieder\nPfeile, W A S D: bewegen · N: nächste sichere Zelle · ?: bester Zug\nStrg+V: eine Stellung einfügen, auf jeder Seite",
  exact: "Alle Risiken sind exakt.",
  certain: ({ safe, mines }) =>
    safe || mines
      ? `Sicher: ${safe ? `${counted(safe, "Zelle", "Zellen")} ohne Mine` : "keine Zelle ohne Mine"}, ${counted(mines, "Mine", "Minen")}.`
      : "Nichts ist sicher.",
  layouts: ({ layouts, number }) => (layouts === 1n ? "Nur 1 Verteilung passt." : `${number(layouts)} Verteilungen passen.`),
  layouts_about: ({ digits, leading }) => `Etwa ${String(leading).replace(".", ",")} × 10^${digits} Verteilungen passen.`,
  engine: "Gefragt wird",
  engine_own: "der Löser dieser Seite",
  engine_gone: ({ engine }) => `${engine} (jetzt nicht zu fragen)`,
  thinks: ({ engine }) => `${engine} denkt nach …`,
  says: ({ engine }) => `${engine} sagt:`,
  about: "Die Wahrscheinlichkeiten sind Schätzungen.",
  estimated: ({ error }) => `Es sind zu viele Verteilungen, um sie zu zählen: Die Risiken sind geschätzt, mit Standardfehlern bis ${percent(error)} %.`,
  too_large: "Diese Stellung braucht zu viel Zeit oder Speicher: Ihre Risiken lassen sich nicht berechnen.",
  many_around: "Eine Zelle dieses Bretts hat mehr Nachbarn, als sich hier zeichnen lassen.",
  many_cells: ({ most, number }) => `Hier sind höchstens ${number(most)} Zellen möglich.`,
  too_many: ({ most, clue }) => `Eine Zelle mit ${counted(most, "Nachbarn", "Nachbarn")} kann keine ${clue} zeigen.`,
  most_mines: ({ most, number }) => `0 bis ${number(most)} Minen sind möglich.`,
  whole: "Die Zahl der Minen muss eine ganze Zahl sein.",
  no_undo: "Es gibt nichts zurückzunehmen.",
  no_redo: "Es gibt nichts zu wiederholen.",
  nothing_certain: "Hier ist nichts sicher.",
  how_many: "Wie viele Minen sind es?",
  ranked: "Verglichen",
  rank_cell: "Zelle",
  rank_chance: "Mine",
  rank_score: "Wert",
  cell: ({ cell, chance, error, isSure }) =>
    isSure && chance === 0 ? `${cell}: sicher keine Mine` : isSure && chance === 1 ? `${cell}: sicher eine Mine`
      : `${cell}: zu ${percent(chance)} % eine Mine${error ? ` ± ${percent(error)}` : ""}`,
  cell_open: "Bewege Cursor oder Zeiger auf eine verdeckte Zelle, um zu sehen, wie wahrscheinlich sie eine Mine ist und was sie zeigen kann.",
  clues: "Was sie zeigen kann:",
  clue_chance: ({ chance }) => (chance < 0.005 ? "<1 %" : `${Math.round(100 * chance)} %`),
  clues_others: "andere",
  label: ({ chance, isSure }) => (isSure && chance === 0 ? "keine Mine" : isSure && chance === 1 ? "sicher eine Mine" : `zu ${percent(chance)} % eine Mine`),
  link_long: "Diese Stellung ist zu groß für einen Link: Kopier stattdessen ihren Text.",
  picture_large: "Diese Stellung ist zu groß für ein Bild.",
  paste_title: "Eine Stellung als Text",
  paste_hint: "Ein Brett als Text, als Liste oder als JSON: was „hypersweep analyse“ liest. Die Zahl der Minen gehört dazu, etwa „9x9 mines=10“.",
  paste_take: "Zeigen",
} satisfies Texts;
