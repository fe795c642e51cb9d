// Below a board: facts about the cell under the cursor, a long move, or the result.

import { useComputed } from "@preact/signals";
import { countAround } from "../../board/labels.ts";
import { shownCode } from "../../board/cell_appearance.ts";
import { CODES } from "../../engine/terms.ts";
import { cellText } from "../../play/phrases.ts";
import { PassingButton } from "./board.tsx";
import type { App } from "../../app.ts";
import type { Board } from "../../board/board.ts";
import type GameScreen from "../game.tsx";

const WORDS: Record<number, string> = {
  [CODES.covered]: "game.covered",
  [CODES.flagged]: "game.flagged",
  [CODES.mine]: "game.mine",
  [CODES.exploded]: "game.exploded",
  [CODES.wrongFlag]: "game.wrong_flag",
  0: "game.no_mine",
};

/**
 * What is visible of a cell: its coordinates, and for a clue how many mines remain to be flagged among how many cells.
 */
export function cellStatus(app: App, board: Pick<Board, "shape" | "codes" | "outcome">, index: number) {
  const code = shownCode(board, index);
  const place = cellText(board.shape.cell(index));
  if (code <= 0) return `${place}: ${app.text(WORDS[code] ?? "game.covered")}`;
  const { flags, covered } = countAround(board, index);
  const left = code - flags;
  return app.text(left < 0 ? "game.clue_excess" : "game.clue", { place, clue: code, left: Math.abs(left), covered });
}

export function Foot({ game }: { game: GameScreen }) {
  const { app, moves, view, result: { value: result } } = game;
  const { share, long: { value: long } } = moves;
  const status = useComputed(() => {
    const { shape, codes, outcome, isPaused } = game.seen;
    return moves.text || (isPaused ? "" : cellStatus(app, { shape, codes, outcome }, view.focusCell.value));
  });
  const typed = useComputed(() => (moves.text ? "" : game.typed));
  // A result longer than its space is scrollable, by keyboard too.
  const measure = (box: HTMLElement | null) => {
    if (box) box.tabIndex = box.scrollHeight > box.clientHeight + 1 ? 0 : -1;
  };
  return (
    <div class="game-foot">
      <div class="game-status">{status}</div>
      <div class="game-typed">{typed}</div>
      <progress class="game-progress" hidden={share < 0} value={Math.max(0, share)} aria-label={app.text("game.making")} />
      {long && !game.session.isRemote && (
        <PassingButton name="game-cancel" text={app.text("game.cancel")} act={() => moves.cancel()}
          leave={() => view.focus()} />
      )}
      {result && (
        <div class="game-result" data-outcome={game.session.outcome} title={`${result.title}: ${result.figures}`}
          ref={measure}>
          <strong class="ending">{result.title}</strong>
          <span class="figures">{result.figures}</span>
        </div>
      )}
    </div>
  );
}
