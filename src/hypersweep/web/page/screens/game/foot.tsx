// Below a board: facts about the cell under the cursor, or a long move.

import { useComputed } from "@preact/signals";
import { cellStatus, cellText } from "../../play/phrases.ts";
import { PassingButton } from "./board.tsx";
import type GameScreen from "../game.tsx";

export function Foot({ game }: { game: GameScreen }) {
  const { app, moves, view } = game;
  const { share, long: { value: long } } = moves;
  const status = useComputed(() => {
    const { shape, codes, outcome, isPaused, marks } = game.seen;
    const index = view.focusCell.value;
    const place = game.wants("coordinates") ? `${cellText(shape.cell(index))}: ` : "";
    const seen = { shape, codes, outcome, markLooks: marks?.looks };
    return moves.text || (isPaused ? "" : place + cellStatus(app, seen, index));
  });
  const typed = useComputed(() => (moves.text ? "" : game.typed));
  return (
    <div class="game-foot">
      <div class="game-status one-line">{status}</div>
      <div class="game-typed">{typed}</div>
      <progress class="game-progress" hidden={share < 0} value={Math.max(0, share)} aria-label={app.text("game.making")} />
      {long && !game.session.isRemote && (
        <PassingButton name="game-cancel" text={app.text("game.cancel")} act={() => moves.cancel()}
          leave={() => view.focus()} />
      )}
    </div>
  );
}
