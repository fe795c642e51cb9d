import type { Texts } from "../../messages.ts";

const flags = (number: any, count: number) => `${number(count)} ${count === 1 ? "Fahne" : "Fahnen"}`;

const either = (choices: string[]) => [choices.slice(0, -1).join(", "), ...choices.slice(-1)].filter(Boolean).join(" oder ");

export default {
  already_open: ({ place }) => `${place} ist schon aufgedeckt`,
  flagged: ({ place }) => `Auf ${place} steht eine Fahne: Nimm sie erst weg`,
  flag_stays: ({ place }) => `${place} trägt schon eine Fahne, und nach diesen Regeln bleibt sie stehen`,
  no_flag_on_open: ({ place }) => `${place} ist aufgedeckt: Fahnen stehen nur auf verdeckten Zellen`,
  no_chord: ({ rules }) => `Die Regeln ${rules} kennen kein Rundum-Aufdecken`,
  covered: ({ place }) => `${place} ist verdeckt: Rundum aufdecken lässt sich nur um eine aufgedeckte Zahl`,
  chord_zero: ({ place }) => `Um ${place} liegen keine Minen: Hier gibt es nichts aufzudecken`,
  chord_flags: ({ number, place, clue, flags: count }) =>
    `${place} zeigt ${number(clue)}, daneben ${count === 1 ? "steht" : "stehen"} ${flags(number, count)}: ` +
    "Rundum aufgedeckt wird nur bei so vielen Fahnen, wie die Zahl sagt",
  chord_done: ({ place }) => `Um ${place} ist nichts mehr aufzudecken`,
  over: "Das Spiel ist zu Ende.",
  paused: "Das Spiel ist angehalten.",
  busy: "Der letzte Zug läuft noch.",
  closed: "Das Spiel ist geschlossen.",
  cancelled: "Die Suche nach einem Brett wurde abgebrochen.",
  nothing_to_undo: "Es gibt keinen Zug zum Zurücknehmen.",
  nothing_to_redo: "Es gibt keinen Zug zum Wiederholen.",
  no_board: ({ number, tried, isExhausted, hasGrade, exactly, mayBeFewer }) => {
    const none = `Kein ${exactly ? "Brett dieser Stufe" : hasGrade ? "so leichtes Brett" : "Brett ohne Raten"} beginnt dort`;
    const grades = hasGrade ? [exactly ? "eine andere Stufe" : "eine schwerere Stufe"] : [];
    const choices = ["eine andere Zelle", ...(mayBeFewer ? ["weniger Minen"] : []), ...grades];
    return `${isExhausted ? none : `Kein Brett in ${number(tried)} Versuchen`}: Nimm ${either(choices)}`;
  },
  not_kept: ({ why }) => `Das Spiel kann nicht gespeichert werden: ${why}. Du kannst es spielen, solange diese Seite offen ist.`,
  kept_again: "Das Spiel ist wieder gespeichert.",
  full: "Der Browser hat keinen Platz mehr",
  failed: "Der Browser kann es nicht speichern",
  taken: "Dieses Spiel läuft in einem anderen Tab weiter: Hier wird nichts mehr davon gespeichert.",
  is_busy: "Dieses Spiel ist in einem anderen Tab offen. Schließe es dort, um hier weiterzuspielen.",
  is_gone: "Dieses Spiel ist zu Ende oder wurde gelöscht.",
  is_broken: ({ why }) => `Dieses Spiel kann nicht fortgesetzt werden: ${why}`,
  was_cut: ({ number, events }) => `Das zuletzt Gespeicherte ist beschädigt: Das Spiel geht nach den ersten ${number(events)} Ereignissen weiter.`,
  not_lasting: "Dieser Browser speichert nichts: Spiele sind verloren, sobald du die Seite schließt.",
} satisfies Texts;
