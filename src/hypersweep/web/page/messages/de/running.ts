import type { Texts } from "../../messages.ts";

export default {
  title: "Deine laufenden Spiele",
  about: "Die Uhr des Servers läuft weiter. Ein gewertetes Spiel ohne Zug seit einer Stunde ist verloren.",
  daily: ({ day, preset }) => `Tagesbrett ${preset}, ${day}`,
  solo: ({ title }) => title,
  coop: ({ title }) => `Gemeinsam: ${title}`,
  versus: ({ title }) => `Gegeneinander: ${title}`,
  since: ({ date }) => `seit ${date}`,
  continue: "Weiterspielen",
  resign: "Aufgeben",
  resign_sure: "Zum Aufgeben noch einmal drücken",
} satisfies Texts;
