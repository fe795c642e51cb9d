import type { Texts } from "../../messages.ts";

export default {
  title: "Your running games",
  about: "The server's clock doesn't stop. A ranked game without a move for an hour is lost.",
  daily: ({ day, preset }) => `Daily board ${preset}, ${day}`,
  solo: ({ title }) => title,
  coop: ({ title }) => `Co-op: ${title}`,
  versus: ({ title }) => `Versus: ${title}`,
  since: ({ date }) => `since ${date}`,
  continue: "Continue",
  resign: "Resign",
  resign_sure: "Press again to resign",
} satisfies Texts;
