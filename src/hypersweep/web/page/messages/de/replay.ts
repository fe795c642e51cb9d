import type { Texts } from "../../messages.ts";

const counted = (count: number, one: string, many: string, number: (value: number) => string) => `${number(count)} ${count === 1 ? one : many}`;
const KINDS: Record<string, string> = {
  open: "Aufdecken", flag: "Fahne", chord: "Rundum-Aufdecken", undo: "zurückgenommen", redo: "wiederholt", pause: "Pause", resume: "weiter", hint: "Tipp",
};
const ENDS: Record<string, string> = { won: "gewonnen", lost: "verloren" };

export default {
  title: "Wiederholung",
  title_of: ({ board }) => `Wiederholung: ${board}`,
  loading: "Das Spiel wird gelesen …",
  broken: "Dieses Spiel lässt sich nicht zeigen",
  none: "Hier gibt es kein Spiel zu zeigen: Öffne eine Aufzeichnung oder wähle eine in der Statistik.",
  to_start: "Zur Startseite",
  outcome_won: "gewonnen",
  outcome_lost: "verloren",
  outcome_ongoing: "nicht beendet",
  time_line: "Zeit",
  beginning: "Zum Anfang",
  back: "Ein Ereignis zurück",
  step: "Ein Ereignis weiter",
  end: "Zum Ende",
  play: "Abspielen",
  pause: "Anhalten",
  slower: "Langsamer",
  faster: "Schneller",
  follow: "Der Nebenlinie folgen",
  leave_line: "Zurück zur Linie davor",
  attempt: "Ab hier neu versuchen",
  analyse: "Diese Stellung analysieren",
  review: "Auswertung",
  save: "Aufzeichnung speichern",
  copy: "Aufzeichnung kopieren",
  study: "Als Studie öffnen",
  moment: ({ time, length }) => `${time} von ${length}`,
  the_beginning: "der Anfang",
  place: ({ line, position, events, event, number }) => `${line ? `Nebenlinie ${number(line)}, ` : ""}${number(position)} von ${number(events)}: ${event}`,
  event: ({ kind, place, changed, ended, level, number }) => {
    if (!place) return kind === "hint" && level !== null ? `Tipp ${level}` : KINDS[kind];
    return `${KINDS[kind]} ${place}: ${changed ? counted(changed, "Zelle", "Zellen", number) : "nichts"}${ended ? `, ${ENDS[ended]}` : ""}`;
  },
  paused: "Hier war das Spiel angehalten",
  side_lines: ({ lines, events, number }) =>
    lines === 1 ? `Hier zweigt eine Nebenlinie mit ${counted(events, "Ereignis", "Ereignissen", number)} ab` : `Hier zweigen ${number(lines)} Nebenlinien ab`,
  no_line: "Hier zweigt keine Nebenlinie ab",
  main_line: "Das ist die Hauptlinie",
  choose_line: "Einer Nebenlinie folgen",
  line: ({ events, first, words, number }) => `${counted(events, "Ereignis", "Ereignisse", number)}: ${first}${words ? ` (${words})` : ""}`,
  nothing: "nichts",
  cancel: "Abbrechen",
} satisfies Texts;
