// Shows an engine's answer in the form of the page's own hints and findings.

import { CODES } from "../engine/terms.ts";
import { percentText } from "./phrases.ts";
import { marksOf, namesOf, type Name, type Speaker } from "./reasons.ts";
import type { EngineAnswer } from "../data/protocol.ts";
import type { Shape } from "../engine/shape.ts";
import type { BestMove } from "./advice.ts";
import type { HintTexts } from "./hints.ts";

/** Maximum number of clues named, so that players can take them in. */
const MOST_CLUES = 12;
/** Maximum lengths of a reason in characters, from ample to little space. */
const CUTS = [160, 100, 60, 40];

const cluesOf = ({ reasons }: EngineAnswer) => [...new Set(reasons.flatMap(({ clues }) => clues))];

const isSafe = ({ best, is_exact: isExact }: EngineAnswer) => best?.chance === 0 && isExact !== false;

/** Cut a text to a maximum length, at a word boundary. */
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).replace(/\s+\S*$/, "")}…` : text);

function moveText(app: Speaker, answer: EngineAnswer, name: Name) {
  const { best, engine, is_exact: isExact } = answer;
  if (!best) return app.text("hints.engine_none", { engine });
  const chance = best.chance === null ? "" : percentText(best.chance);
  const values = { engine, cells: name([best.cell]), chance, isEstimate: isExact === false };
  return app.text(isSafe(answer) ? "hints.engine_safe" : best.chance === null ? "hints.engine_move" : "hints.engine_guess", values);
}

/**
 * A hint: where to look, which cell, then why, in the engine's own words.
 * @param app - with the texts "reasons" and "hints" loaded
 */
export function tellEngine(app: Speaker, answer: EngineAnswer, name: Name): HintTexts {
  const { best, engine, reasons } = answer;
  if (!best) return { kind: "none", levels: [[moveText(app, answer, name)]], clues: [], cells: [], chance: null };
  const clues = isSafe(answer) ? cluesOf(answer).slice(0, MOST_CLUES) : [];
  // `name` numbers cells in the order in which it is first called for them, so name the clues before the move.
  const where = app.text("hints.engine_where", { engine, clues: clues.length ? name(clues) : "" });
  const move = moveText(app, answer, name);
  const levels = [[where], [move]];
  const why = reasons.map(({ text }) => text).filter(Boolean);
  if (why.length) {
    const last = why[why.length - 1];
    levels.push([`${move} ${why.join(" ")}`, why.join(" "), last, ...CUTS.map((most) => cut(last, most))]);
  }
  return { kind: isSafe(answer) ? "safe" : "guess", levels, clues, cells: [best.cell], chance: isSafe(answer) ? null : best.chance };
}

/**
 * The best move and its reason, for the analysis board.
 * @param app - with the texts "reasons" and "hints" loaded
 */
export function engineBest(app: Speaker, answer: EngineAnswer, shape: Shape): BestMove {
  const { best, ranked, reasons, is_exact: isExact } = answer;
  const why = reasons.map(({ text }) => text).filter(Boolean);
  const lines = [moveText(app, answer, namesOf(app, shape)), ...(why.length > 1 ? why.map((text, place) => `${place + 1}. ${text}`) : why)];
  const weighed = ranked.flatMap(({ cell, score }) => (score === null ? [] : [{ cell, score }]));
  const choice = best && {
    cell: best.cell,
    kind: (isSafe(answer) ? "safe" : "guess") as "safe" | "guess",
    safety: 1 - (best.chance ?? 0),
    score: best.score ?? 0,
    wins: null,
    isExact: isExact === true,
    weighed,
  };
  const marks = best ? marksOf(cluesOf(answer), [best.cell]) : new Map();
  return { choice, reasons: [], easier: null, lines, text: lines.join("\n"), marks };
}

/** An engine's chances, in the form of the page's own analyses. */
export class EngineAnalysis {
  chances;
  /** Layouts can't be counted from these chances. */
  isExact = false;
  errors = null;

  /** @param isSure - whether the chances are exact, so that 0 and 1 are certain */
  constructor(chances: number[], public codes: ArrayLike<number>, public isSure: boolean) {
    this.chances = Float64Array.from(chances);
  }

  /** The covered cells with exactly that chance of a mine. */
  certain(chance: 0 | 1) {
    if (!this.isSure) return [];
    const isCovered = (index: number) => this.codes[index] === CODES.covered || this.codes[index] === CODES.flagged;
    return Array.from(this.chances.keys()).filter((index) => this.chances[index] === chance && isCovered(index));
  }
}
