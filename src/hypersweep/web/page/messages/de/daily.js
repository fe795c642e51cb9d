// @ts-check

/** @type {import("../../messages.js").Texts} */
export default {
  title: "Tagesbretter",
  lead: "Jeden Tag ein neues Brett jeder Sorte, für alle dasselbe und nie zum Raten. Dein erster Versuch zählt.",
  today: ({ date }) => `Heute, ${date}`,
  next: ({ hours, minutes }) => `Neue in ${hours ? `${hours} Std. ` : ""}${minutes} Min.`,
  none: "Von diesem Tag gibt es keine Bretter.",
  winners: ({ winners, best, number }) =>
    !winners ? "Noch nicht gewonnen." : `${winners === 1 ? "1 Spieler hat" : `${number(winners)} Spieler haben`} es gewonnen, am schnellsten in ${best}.`,
  own_none: "Du hast es noch nicht versucht.",
  own_ongoing: "Dein Versuch läuft noch.",
  own_lost: ({ time }) => `Du hast es nach ${time} verloren.`,
  own_won: ({ time, place, number }) => `Du hast es in ${time} gewonnen${place ? `: Platz ${number(place)}` : ""}.`,
  play: "Spielen",
  play_late: "Ohne Wertung spielen",
  again: "Noch einmal, ohne Wertung",
  sealed: ({ date }) => `Wiederholung, Minen und Üben: ab ${date}.`,
  go_on: "Weiterspielen",
  times: "Zeiten",
  game: "Dein Spiel",
  ends: "Wie es ausging",
  ends_of: ({ tries, won, lost, number }) => `${tries === 1 ? "1 Versuch" : `${number(tries)} Versuche`}, ${number(won)} gewonnen; ${number(lost)} endeten auf einer Mine. Je röter eine Mine, desto mehr Versuche hat sie beendet.`,
  ends_picture: ({ name, mines, number }) => `${name}: die Minen, von denen ${number(mines)} Versuche beendet haben`,
  calendar: "Kalender",
  earlier: "Voriger Monat",
  later: "Nächster Monat",
  day_own: ({ won, tried, all }) => `${won} gewonnen von ${tried} versuchten, von ${all}`,
  streak: ({ days }) => (days === 1 ? "Siegesserie: 1 Tag." : `Siegesserie: ${days} Tage.`),
  no_streak: "Gewinn eins der heutigen Bretter, um eine Serie zu beginnen.",
};
