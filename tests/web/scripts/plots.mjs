// Answers questions about statistics and plots, a line of JSON each, to put them beside what Python says.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const at = (name) => import(new URL(name, pathToFileURL(`${process.argv[2]}/`)));
const { gameTicks, numberTicks, plotRates, plotTimes, plotValues, timeTicks } = await at("../play/plots.js");
const { PlayFigures, kindsOf, rulesNote } = await at("../play/statistics.js");

const answers = {
  ticks: ({ kind, most, count }) => ({ number: numberTicks, time: timeTicks, game: gameTicks })[kind](most, count),
  figures({ rows }) {
    const { played, ranked, ...figures } = new PlayFigures(rows);
    return { ...figures, played: played.map(({ key }) => key) };
  },
  plots({ rows, steps }) {
    const figures = new PlayFigures(rows);
    return [plotTimes(figures, steps), plotRates(figures, steps), plotValues(figures, steps)];
  },
  kinds: ({ rows }) => kindsOf(rows).map(({ rows: own, ...kind }) => ({ ...kind, keys: own.map(({ key }) => key) })),
  note: ({ rules, usual, isOneOfSeveral }) => rulesNote({ rules }, { usual, isOneOfSeveral }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { question, ...values } = JSON.parse(line);
  let answer;
  try {
    answer = { value: answers[question](values) };
  } catch (error) {
    answer = { error: error.kind ?? "bug", message: error.message, detail: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
