// Below a board: facts about the cell under the cursor, a long move, or the result.

import { useComputed } from "@preact/signals";
import { cellStatus } from "../../play/phrases.ts";
import { PassingButton } from "./board.tsx";
import type GameScreen from "../game.tsx";

export function Foot({ game }: { game: GameScreen }) {
  const { app, moves, view, result: { value: result } } = game;
  const { share, long: { value: long } } = moves;
  const status = useComputed(() => {
    const { shape, codes, outcome, isPaused, marks } = game.seen;
    const seen = { shape, codes, outcome, markLooks: marks?.looks };
    return moves.text || (isPaused ? "" : cellStatus(app, seen, view.focusCell.value));
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
