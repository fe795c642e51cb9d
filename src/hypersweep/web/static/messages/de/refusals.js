// @ts-check
// What is refused, in German. The messages of the engine are Python's, in English: those that a player meets are told in German here,
// and any other as it is.

/** @type {[RegExp, (...parts: string[]) => string][]} */
const SENTENCES = [
  [/^expected a whole number for (\S+), got (.*)$/, (name, got) => `${FIELDS[name] ?? name}: eine ganze Zahl wird erwartet, nicht ${got}`],
  [/^expected a board such as 16x30, or a name of the start screen, got (.*?)(?:, did you mean (.*)\?)?$/,
    (got, meant) => `ein Brett wie 16x30 oder ein Name von der Startseite wird erwartet, nicht ${got}${meant ? ` – meinst du ${meant}?` : ""}`],
  [/^expected at most (\d+) mines on (\S+?)(?:, as the first open \((\w+)\) keeps (\d+) free)?, got (\d+)$/,
    (most, board, first, kept, got) =>
      `höchstens ${most} Minen passen auf ${board}${kept ? `, weil das erste Aufdecken ${kept} Zellen frei hält` : ""}, nicht ${got}`],
  [/^expected mines of 0 or more, got (.*)$/, (got) => `0 oder mehr Minen werden erwartet, nicht ${got}`],
  [/^expected mines of 0 to (\d+), got (.*?)(?: \(grid .*\))?$/, (most, got) => `0 bis ${most} Minen werden erwartet, nicht ${got}`],
  [/^expected a seed of 0 to .*, got (.*)$/, (got) => `ein Startwert von 0 bis 2^64 − 1 wird erwartet, nicht ${got}`],
  [/^expected axes such as 0,2 for wrap, or all, got (.*)$/, (got) => `Achsen wie 0,2 oder „all“ werden erwartet, nicht ${got}`],
  [/^expected wrapped axis of (\d+) to (-?\d+), got (.*) on a grid of (\d+) dimensions$/,
    (least, most, got, count) => `Achsen von ${least} bis ${most} hat ein Brett von ${count} Dimensionen, nicht ${got}`],
  [/^expected no (\S+) with a board ID, which says where the mines are$/, (name) => `${FIELDS[name] ?? name}: steht bei einer Brett-ID schon fest`],
  [/^expected first opening or first safe with guess never, got any$/, () => "ohne Raten muss das erste Aufdecken sicher oder eine Öffnung sein"],
  [/^expected (a multiple of \d+.*) as the number of mines for a board of (\S+) that needs no guess, got (\d+)$/,
    (wanted, board, got) => `ohne Raten braucht ${board} ein Vielfaches von ${/\d+/.exec(wanted)} als Zahl der Minen, nicht ${got}`],
  [/^expected a position, got nothing$/, () => "eine Stellung wird erwartet, da ist aber nichts"],
  [/^expected rows of cells, got none$/, () => "Zeilen mit Zellen werden erwartet, da sind aber keine"],
  [/^expected (\d+) cells in line (\d+), got (\d+): (.*)$/, (wanted, line, got, text) => `Zeile ${line} sollte ${wanted} Zellen haben, hat aber ${got}: ${text}`],
  [/^expected (\d+) rows of (\d+) cells for (\S+), got (\d+) rows.*$/,
    (rows, cells, board, got) => `${board} hat ${rows} Zeilen von ${cells} Zellen, hier sind aber ${got} Zeilen`],
  [/^expected (.*) or a clue of 1 to (\d+) in line (\d+), column (\d+), got (.*)$/,
    (signs, most, line, column, got) => `Zeile ${line}, Spalte ${column}: ${signs} oder eine Zahl von 1 bis ${most} wird erwartet, nicht ${got}`],
  [/^expected a number of mines.*$/, () => "die Zahl der Minen fehlt, etwa „99 mines“ in einer Zeile über den Zellen"],
  [/^expected at most (\d+) cells, got (\d+): (.*)$/, (most, got, board) => `höchstens ${most} Zellen sind möglich, ${board} hat ${got}`],
  [/^expected at most (\d+) cells in a page, got (.*)$/, (most) => `höchstens ${most} Zellen sind möglich`],
  [/^expected side (\d+) of 1 to .*, got (.*)$/, (axis, got) => `jede Seite muss 1 oder größer sein, Seite ${axis} ist ${got}`],
  [/^expected a side in digits, got (.*?) in the grid (.*)$/, (got, grid) => `Seiten sind Zahlen, nicht ${got} in ${grid}`],
  [/^expected a JSON object, got something else: .* at (.*)$/, (where) => `JSON wird erwartet; es ist nicht lesbar ab ${where}`],
];
/** @type {Record<string, string>} */
const FIELDS = {
  mines: "Minen", seed: "Startwert", first: "erstes Aufdecken", guess: "Raten", grade: "Schwierigkeit", wrap: "Rundherum", adjacency: "Nachbarn", rules: "Regeln",
};

/** @param {string} message @returns {string} */
function inGerman(message) {
  for (const [pattern, told] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return told(...found.slice(1));
  }
  return message;
}

/** @type {import("../../messages.js").Texts} */
export default {
  told: ({ message }) => inGerman(message),
};
