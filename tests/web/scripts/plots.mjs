// Answers questions about statistics and plots, a line of JSON each, to compare with Python.
import { pathToFileURL } from "node:url";
import { answerAll } from "./answering.mjs";

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

await answerAll(answers);
