// The results of an analysis next to the board: what is certain, the best move, the cells it was compared with, and the
// clues that a covered cell may show.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { chanceNumber } from "../../board/cell_appearance.ts";
import { chanceColours } from "../../board/themes.ts";
import { HypersweepError } from "../../engine/errors.ts";
import { cellText, threeDigits } from "../../play/phrases.ts";
import { isSure } from "../../play/sureness.ts";
import type { App } from "../../app.ts";
import type { Analysis } from "../../engine/analysis.ts";
import type { Shape } from "../../engine/shape.ts";
import type { Findings } from "./thinking.ts";

const MOST_CANDIDATES = 8;
/** Milliseconds that the cursor must stay on a cell before its clues are computed. */
const STILL = 80;
/** Maximum number of lines for clues; if there are more clues, the least likely ones share the last line. */
const MOST_CLUES = 12;

export function summaryOf(app: App, { analysis, engine, conflict, instead, layouts, trouble }: Findings): string {
  if (conflict) return conflict.text;
  const lines = engine ? [app.text("analysis.says", { engine: engine.name })] : [instead];
  if (analysis) {
    const [safe, mines] = [analysis.certain(0).length, analysis.certain(1).length];
    // Don't say that nothing is certain if the values are only estimates.
    if (isSure(analysis)) lines.push(app.text("analysis.certain", { safe, mines }));
    if (layouts && "exactly" in layouts) lines.push(app.text("analysis.layouts", { layouts: layouts.exactly }));
    else if (layouts) lines.push(app.text("analysis.layouts_about", { ...layouts, leading: layouts.leading.toFixed(2) }));
    const { errors } = analysis;
    const error = errors && threeDigits(100 * errors.reduce((most, own) => Math.max(most, own), 0));
    if (error) lines.push(app.text("analysis.estimated", { error }));
    else if (!engine) lines.push(app.text("analysis.exact"));
    else if (engine.isExact === false) lines.push(app.text("analysis.about"));
  }
  return [...lines, trouble].filter(Boolean).join(" ");
}

/** The cells that were compared for the best move, best first. */
export function Candidates({ app, shape, findings: { analysis, best }, go }: { app: App; shape: Shape; findings: Findings; go: (cell: number) => void }) {
  const weighed = best?.choice?.weighed ?? [];
  if (!analysis || weighed.length < 2) return null;
  const ranked = [...weighed].sort((one, other) => other.score - one.score).slice(0, MOST_CANDIDATES);
  const scores = new Intl.NumberFormat(app.messages.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return (
    <table>
      <caption>{app.text("analysis.ranked")}</caption>
      <thead>
        <tr>{["cell", "chance", "score"].map((name) => <th scope="col">{app.text(`analysis.rank_${name}`)}</th>)}</tr>
      </thead>
      <tbody>
        {ranked.map(({ cell, score }) => {
          const chance = analysis.chances[cell];
          const { ground, text } = chanceColours(chance);
          return (
            <tr key={cell}>
              <td><button type="button" class="to-cell" onClick={() => go(cell)}>{cellText(shape.cell(cell))}</button></td>
              <td><span class="chance" style={{ background: ground, color: text }}>{`${chanceNumber(chance)} %`}</span></td>
              <td>{scores.format(score)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/**
 * The clues to list, in order, and the combined chance of the others.
 * @param chances - chance of clue 0, 1, ...
 */
export function toldClues(chances: ArrayLike<number>, most: number = MOST_CLUES): {clues: {clue: number, chance: number}[], others: number} {
  const all = Array.from(chances, (chance, clue) => ({ clue, chance })).filter(({ chance }) => chance > 0);
  const likely = [...all].sort((one, other) => other.chance - one.chance || one.clue - other.clue);
  const rest = likely.length > most ? likely.splice(most - 1) : [];
  return { clues: likely.sort((one, other) => one.clue - other.clue), others: rest.reduce((sum, { chance }) => sum + chance, 0) };
}

type ClueProps = {
  app: App;
  analysis: Analysis;
  /** null for an open cell */ cell: number | null;
  /** cancels the computation */ signal: AbortSignal;
};

/** The clues that a covered cell may show, as numbers and bars, once they are computed. */
export function ClueChances({ app, analysis, cell, signal }: ClueProps) {
  const known = useMemo(() => new Map<number, Float64Array | null>(), [analysis]);
  const [isAsking, setAsking] = useState(false);
  const shown = useRef<Float64Array | null>(null);
  const isWanted = cell !== null && analysis.isExact && analysis.chances[cell] !== 1;

  useEffect(() => {
    // One cell at a time: cancelling one computation would cancel all others for the position.
    if (!isWanted || isAsking || known.has(cell)) return;
    const ask = async () => {
      setAsking(true);
      let chances = null;
      try {
        chances = await analysis.clueChances(cell, { signal });
      } catch (error) {
        // Exceeding the budget is no error: the clues of some cells take too much work.
        if (!signal.aborted && !(error instanceof HypersweepError)) await app.fail(error);
      }
      if (!signal.aborted) known.set(cell, chances);
      setAsking(false);
    };
    const timer = setTimeout(ask, STILL);
    return () => clearTimeout(timer);
  }, [analysis, cell, isAsking]);

  // Show the clues of the previous cell until those of this one are known.
  if (cell === null) return <p>{app.text("analysis.cell_open")}</p>;
  shown.current = !isWanted ? null : known.has(cell) ? (known.get(cell) ?? null) : shown.current;
  if (!shown.current) return null;
  const { clues, others } = toldClues(shown.current);
  const bars = clues.map(({ clue, chance }) => ({ name: String(clue), chance }));
  if (others > 0) bars.push({ name: app.text("analysis.clues_others"), chance: others });
  const most = Math.max(...bars.map(({ chance }) => chance));
  return (
    <>
      <p id="clue-chances">{app.text("analysis.clues")}</p>
      <ol class="row" aria-labelledby="clue-chances">
        {bars.map(({ name, chance }) => (
          <li>
            <span class="clue">{name}</span>
            <span class="room" aria-hidden="true"><span class="bar" style={{ height: `${(100 * chance) / most}%` }} /></span>
            <span class="share">{app.text("analysis.clue_chance", { percent: Math.round(100 * chance) })}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
