// The texts at the end of a game: outcome, time, and its rank among the best times.

import { CODES } from "../../engine/terms.ts";
import { lengthText } from "../../play/clock.ts";
import { bestTimes } from "../../play/games.ts";
import { missedMove } from "../../play/hints.ts";
import { cellText } from "../../play/phrases.ts";
import type { App } from "../../app.ts";

export type Missed = { text: string; cells: number[]; clues: number[]; marks: Map<number, number> };

// Maximum number of mines and flags that are named; more are only marked on the board.
const MOST_NAMED = 3;
// Maximum rank that is computed.
const MOST_TIMES = 1000;
// Maximum size of boards that are searched for missed safe cells.
const MOST_CELLS = 1 << 18;

/** The screen. */
type Shown = {
  /** whether the game is still shown, and over */ isHere: () => boolean;
  showResult: (result: { title: string; figures: string }) => void;
  board: () => HTMLElement;
  /** highlights cells */ light: (missed: Missed) => Promise<void>;
  /** aborts when the game isn't shown any more */ signal: AbortSignal;
};

/** Show the end of a game: outcome and time, its rank, statistics, and an overlooked move. */
export async function showEnding(app: App, session: any, { isHere, showResult, board, light, signal }: Shown) {
  const { note } = app;
  const { title, standing, figures } = await endingTexts(app, session);
  if (!isHere()) return;
  showResult({ title, figures });
  app.announce(title);
  // The result is rendered by now, which may move the messages.
  await Promise.resolve();
  const told = (parts: string[]) => parts.join("; ");
  const tell = (texts: string[]) => {
    note.standFitting(texts);
    if (isOver(note.element, board())) note.pass();
  };
  tell([...standing.map((_, count) => told(standing.slice(0, standing.length - count))), ""]);
  const missed = await missedSafe(app, session, signal);
  if (!missed || !isHere()) return;
  await light(missed);
  tell([told([...standing.slice(0, -1), missed.text]), missed.text]);
}

async function endingTexts(app: App, session: any): Promise<{ title: string; standing: string[]; figures: string }> {
  const isWon = session.outcome === "won";
  // The clock begins with the first open: a game without any time ended with it.
  const when = session.milliseconds ? (isWon ? "won_in" : "lost_after") : isWon ? "won_at_once" : "lost_at_once";
  const title = app.text(session.endingText ?? `game.${when}`, { time: timeOf(app, session, session.milliseconds) });
  const figures = await session.figures().catch(() => null);
  const standing = isWon ? await rankOf(app, session) : lossOf(app, session);
  return { title, standing, figures: figures ? figuresText(app, figures) : "" };
}

/** A time of a game; a server's times include network latency, so they are shown less precisely. */
function timeOf(app: App, session: any, milliseconds: number) {
  return lengthText(app, milliseconds, { isExact: !session.isRemote });
}

function figuresText(app: App, { threeBV, done, clicks, efficiency, threeBVPerSecond }: any) {
  const { language, numbers } = app.messages;
  const fixed = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return app.text("game.figures", {
    done: numbers.format(done ?? 0),
    whole: threeBV == null ? null : numbers.format(threeBV),
    speed: threeBVPerSecond == null ? null : fixed.format(threeBVPerSecond),
    efficiency: efficiency == null ? null : numbers.format(Math.round(100 * efficiency)),
    clicks,
  });
}

/** Which mine exploded, and how much of the board was open. */
function lossOf(app: App, { shape, codes, mines, standing, rules }: any) {
  const named = (code: number) => {
    const found = [];
    for (let index = codes.indexOf(code); index >= 0 && found.length <= MOST_NAMED; index = codes.indexOf(code, index + 1)) {
      found.push(index);
    }
    const places = found.slice(0, MOST_NAMED).map((index) => cellText(shape.cell(index)));
    return found.length > MOST_NAMED ? `${places.join(", ")}, …` : places.join(", ");
  };
  const [hit, wrong] = [named(CODES.exploded), named(CODES.wrongFlag)];
  const share = Math.round((100 * standing.opened) / Math.max(1, shape.cells - mines));
  const parts = [
    hit && app.text("game.hit", { places: hit }),
    wrong && app.text("game.wrong", { places: wrong }),
    app.text("game.share_open", { share }),
    rules.guess === "never" ? app.text("game.no_guess_needed") : "",
  ];
  return parts.filter(Boolean);
}

/** The rank of a win among the best times on the board with the same rules. */
async function rankOf(app: App, session: any) {
  // Such games are never ranked.
  if (session.mayRank === false) return [];
  if (session.isWalkover) return [app.text("game.walkover")];
  if (!session.isRanked) return [app.text("game.unranked")];
  const key = await session.kept;
  const { shape, mines, rules } = session;
  const best = await bestTimes(app, { board: shape.format(), mines, rules }, MOST_TIMES);
  const place = best.findIndex((each: any) => each.key === key);
  if (place < 0) return [];
  const time = (rank: number) => timeOf(app, session, best[rank].milliseconds);
  if (place === 0) return [best.length > 1 ? app.text("game.best_before", { time: time(1) }) : app.text("game.best")];
  return [app.text("game.rank", { rank: place + 1, count: best.length, best: time(0) })];
}

/**
 * The certain move that a player who has just lost overlooked, if the rules make that matter; null if there was none, or
 * finding it failed.
 */
async function missedSafe(app: App, session: any, signal: AbortSignal): Promise<Missed | null> {
  const { outcome, rules, shape } = session;
  if (outcome !== "lost" || rules.guess === "allowed" || shape.cells > MOST_CELLS) return null;
  const missed = await missedMove(session, app, { signal });
  return missed && { ...missed, text: app.text("game.was_safe", { place: cellText(shape.cell(missed.cells[0])) }) };
}

/** Whether an element covers part of another one. */
function isOver(element: HTMLElement, other: HTMLElement) {
  const [over, under] = [element, other].map((each) => each.getBoundingClientRect());
  return over.height > 0 && over.top < under.bottom - 1 && over.bottom > under.top + 1;
}
