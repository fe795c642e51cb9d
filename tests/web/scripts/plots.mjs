// Answers questions about statistics and plots, a line of JSON each, to compare with Python.
import { pathToFileURL } from "node:url";
import { answerAll } from "./answering.mjs";

const at = (name) => import(new URL(name, pathToFileURL(`${process.argv[2]}/`)));
const { plotGuesses, plotRates, plotSpread, plotTimes, plotValues } = await at("../play/plots.js");
const { playFigures, byDimension, daysPlayed, kindsOf, percentile, rulesNote } = await at("../play/statistics.js");

const answers = {
  figures({ rows }) {
    const { played, ranked, ...figures } = playFigures(rows);
    return { ...figures, played: played.map(({ key }) => key) };
  },
  plots({ rows }) {
    const figures = playFigures(rows);
    return [plotTimes, plotRates, plotValues, plotGuesses, plotSpread].map((plot) => plot(figures));
  },
  overview: ({ rows }) => ({ days: [...daysPlayed(rows)], dimensions: byDimension(rows), percentile: percentile(playFigures(rows).times) }),
  kinds: ({ rows }) => kindsOf(rows).map(({ rows: own, ...kind }) => ({ ...kind, keys: own.map(({ key }) => key) })),
  note: ({ rules, usual, isOneOfSeveral }) => rulesNote({ rules }, { usual, isOneOfSeveral }),
};

await answerAll(answers);
