import type { Texts } from "../../messages.ts";

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
const comma = (text: string) => text.replace(".", ",").replace("-", "−");
const GRADES: Record<string, string> = {
  clue: ", einzelne Zahlen", pair: ", höchstens Paare", set: ", höchstens Mengen",
  needs_pair: ", verlangt Paare", needs_set: ", verlangt Mengen", needs_count: ", verlangt die Zahl der Minen",
};
const GUESSES: Record<string, string> = { allowed: "", never: ", ohne Raten", punished: ", Raten wird bestraft" };
const OUTCOMES: Record<string, string> = { ongoing: "nicht beendet", won: "gewonnen", lost: "verloren" };
const VERDICTS: Record<string, [string, string]> = {
  "first open": ["erstes Aufdecken", "erste Aufdeckungen"],
  certain: ["sicher", "sicher"],
  "forced guess": ["erzwungen geraten", "erzwungen geraten"],
  "risky guess": ["riskant geraten", "riskant geraten"],
  "unneeded guess": ["unnötig geraten", "unnötig geraten"],
  blunder: ["grober Fehler", "grobe Fehler"],
  unknown: ["unbekannt", "unbekannt"],
};
const KINDS: Record<string, string> = { open: "Aufdecken", chord: "Rundum-Aufdecken" };
const hits = (deaths: number) => (deaths ? (deaths === 1 ? "eine kam" : `${deaths} kamen`) : "keine kam");

export default {
  title: "Auswertung",
  title_of: ({ board }) => `Auswertung: ${board}`,
  percent: ({ text, isEstimate }) => `${isEstimate ? "~" : ""}${comma(text)} %`,
  least: "< 0,1 %",
  most: "> 99,9 %",
  signed: ({ text }) => comma(text),
  no_luck: "keins",
  verdicts: ({ number, verdict }) => count(number, ...VERDICTS[verdict]),
  verdict_first_open: "erstes Aufdecken",
  verdict_certain: "sicher",
  verdict_forced_guess: "erzwungen geraten",
  verdict_risky_guess: "riskant geraten",
  verdict_unneeded_guess: "unnötig geraten",
  verdict_blunder: "grober Fehler",
  verdict_unknown: "unbekannt",
  move: ({ kind, place }) => `${KINDS[kind]} ${place}`,
  as_good: "so gut wie jede andere",
  tells_less: ({ place }) => `${place} ist sicherer, sagt aber weniger`,
  for_certain: ({ place }) => `${place} war sicher`,
  best_at: ({ place, chance }) => `${place} mit ${chance}`,
  summary: ({ board, mines, guess, grade, outcome, length, player }) =>
    `${board}, ${count(mines, "Mine", "Minen")}${GUESSES[guess]}${GRADES[grade] ?? ""}: ${OUTCOMES[outcome]} nach ${length}${player ? `, gespielt von ${player}` : ""}`,
  figures: ({ guesses, survival, luck, skill, accuracy }) =>
    `${guesses}-mal geraten  ·  Überleben ${survival}  ·  Glück ${luck}  ·  Können ${skill}  ·  Genauigkeit ${accuracy}`,
  report: "Bericht",
  report_of: ({ summary }) => `Auswertung von ${summary}`,
  no_moves: "Keine Zelle wurde aufgedeckt.",
  moves: "Züge",
  survival: "Überleben",
  luck: "Glück",
  skill: "Können",
  accuracy: "Genauigkeit",
  survival_words: ({ isNothing, best }) =>
    (isNothing ? "nach einem groben Fehler bleibt nichts" : "die Chance, alle Züge zu überleben, die gelten") + (best ? `; ${best} ohne unnötige Risiken` : ""),
  luck_words: ({ isPunished, deaths, expected }) =>
    isPunished
      ? `nach den Regeln trifft unnötiges Raten immer, nötiges nie; Minen: ${hits(deaths)}`
      : `${comma(expected)} Minen waren zu erwarten, ${hits(deaths)}`,
  skill_words: ({ points, guesses }) => {
    if (points) return `der Überlebenschance blieben erhalten; insgesamt wurden ${comma(points)} Punkte verschenkt`;
    return guesses ? "kein Zug war riskanter als nötig" : "kein Zug war riskant";
  },
  accuracy_words: ({ sound, moves }) => `${sound} von ${count(moves, "Zug", "Zügen")} haben nichts verschenkt`,
  no_guess: "Es gab nichts zu raten.",
  head_move: "Zug",
  head_time: "Zeit",
  head_what: "was",
  head_verdict: "Urteil",
  head_risk: "Risiko",
  head_best: "am besten war",
  mine: "Mine!",
  taken_back: "zurückgenommen",
  wins: ({ chance, kept }) => (kept ? `gewinnt mit ${kept} statt ${chance}` : `gewinnt mit ${chance}`),
  lessons: ({ lessons }) => (lessons === 1 ? "Der Zug, der am meisten verschenkt hat" : "Die Züge, die am meisten verschenkt haben"),
  lesson: ({ number, time, move, verdict, risk, points, isOfWinning }) =>
    `Zug ${number} bei ${time}, ${move}: ${verdict}, Risiko ${risk}. Er hat ${comma(points)} Punkte${isOfWinning ? " der Gewinnchance" : ""} verschenkt.`,
  why_mine: "Warum es eine Mine war",
  better_guess: "Besser geraten",
  was_certain: "Was sicher war",
  easier: ({ steps }) => `(vorher ${count(steps, "leichterer Schritt", "leichtere Schritte")})`,
  note_undone: ({ moves }) =>
    `${count(moves, "Zug", "Züge")} zurückgenommen: beurteilt und für Glück und verschenkte Punkte gezählt, aber nicht für Überleben und Können. ` +
    "Was man vor dem Zurücknehmen von den Minen gesehen hat, wird niemandem angelastet.",
  note_late: ({ moves }) => `Die Zeit war um: ${count(moves, "Zug", "Züge")} ließen sich nicht beurteilen.`,
  note_unknown: "Unbekannte Züge waren mit diesen Mitteln zu schwer zu beurteilen.",
  note_estimate: "~ steht bei Schätzungen: Diese Stellungen ließen sich nicht genau auszählen.",
  tip: ({ number, time, move, verdict, risk, best, survived }) =>
    `Zug ${number} bei ${time}, ${move}: ${verdict}, Risiko ${risk}${best}${survived ? "" : "; eine Mine ging hoch"}`,
  had: ({ place, chance }) => `, ${place} hatte ${chance}`,
  chart: "Chance, bis hierher zu überleben, und das Risiko jedes Ratens",
  chart_move: ({ number }) => (number ? `Zug ${number}` : "0"),
  seconds: ({ seconds }) => `${seconds} s`,
  no_chart: "Es gab nichts zu raten.",
  sign_forced_guess: "erzwungen geraten",
  sign_risky_guess: "riskant geraten: Es ging sicherer",
  sign_unneeded_guess: "unnötig geraten: Eine Zelle war sicher",
  sign_blunder: "grober Fehler: sicher eine Mine",
  sign_mine: "eine Mine ging hoch",
  sign_taken_back: "zurückgenommen",
  sign_best: "das Beste, was es gab",
  risk: "Risiko",
  more: "mehr",
  too_large: ({ board, cells, number }) => `${board}: zu viele Zellen für ein Bild (${number(cells)})`,
  picture: ({ summary, figures }) => `Auswertung von ${summary}. ${figures}.`,
  working: ({ move, moves }) => `wird ausgerechnet: Zug ${move} von ${moves}`,
  none: "keine Auswertung",
  failed: ({ why }) => `Die Auswertung lässt sich nicht ausrechnen: ${why}`,
  sums: ({ luck, skill }) => `Glück ${luck} · Können ${skill}`,
  not_ready: "Die Auswertung ist noch nicht fertig.",
  no_guess_beside: ({ step }) => `${step > 0 ? "Nach" : "Vor"} diesem Zug wurde nicht geraten`,
  no_mistake_beside: ({ step }) => `${step > 0 ? "Nach" : "Vor"} diesem Zug gibt es keinen Fehler`,
  place: ({ number, moves, time, move }) => `Zug ${number} von ${moves} · ${time} · ${move}`,
  knowing: "es wird ausgerechnet, was zu wissen war …",
  unknown: "diese Stellung ist zu schwer auszurechnen",
  judged: ({ verdict, risk, best, isMistake }) => `${verdict}${risk ? `, Risiko ${risk}` : ""}${best ? `; ${isMistake ? "am besten: " : ""}${best}` : ""}`,
  why_better: ({ place, isSafe }) => `Warum ${place} ${isSafe ? "sicher" : "besser"} war`,
  guesses: "Geraten",
  legend_move: "der Zug",
  legend_best: "das Beste",
  legend: "Chance einer Mine",
  board: "Das Brett vor dem Zug",
  previous_guess: "Das Raten davor",
  next_guess: "Das nächste Raten",
  previous: "Der Zug davor",
  next: "Der nächste Zug",
  previous_mistake: "Der Fehler davor",
  next_mistake: "Der nächste Fehler",
  guess_button: "Raten",
  move_button: "Zug",
  mistake_button: "Fehler",
  attempt: "Ab hier neu versuchen",
  replay: "Wiederholung",
  save: "Bild speichern",
  show_list: "Liste",
  show_board: "Brett",
  save_report: "Speichern",
  back: "Zurück",
} satisfies Texts;
