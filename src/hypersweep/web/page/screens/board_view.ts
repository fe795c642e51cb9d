// A board on a screen: its canvas, its grid for screen readers, and its input.

import { Board } from "../board/board.ts";
import { GridRoles } from "../board/grid_roles.ts";
import { BoardInput } from "../input/board_input.ts";
import type { App } from "../app.ts";
import type { Marks } from "../play/marks.ts";
import type { Replay } from "../play/replay.ts";

type Options = {
  /** texts of cells, and actions of screen readers */ grid?: ConstructorParameters<typeof GridRoles>[2];
  /** by default, a press on a cell moves the cursor there */ input?: Partial<BoardInput["options"]>;
};

/** Views show it with `<div ref={view.ref} />`; from then on it has a board, until the element is removed. */
export class BoardView {
  board!: Board;
  grid!: GridRoles;
  input!: BoardInput;

  constructor(public app: App, public options: Options = {}) {
  }

  ref = (host: HTMLElement | null) => {
    if (!host) return;
    const { app, options } = this;
    const board = (this.board = new Board(host, app));
    const grid = (this.grid = new GridRoles(board, app, options.grid));
    const input = (this.input = new BoardInput(board, {
      settings: app.settings,
      isOpen: () => false,
      act: (_, index) => board.setCursor(index),
      isAway: () => app.isTurning,
      ...options.input,
    }));
    return () => {
      input.close();
      grid.close();
      board.close();
    };
  };

  /** Show a board, and later changes of its codes by `redraw`. */
  show(board: Parameters<Board["show"]>[0]) {
    this.board.show(board);
    this.grid.update();
  }

  /** @param cells - the changed cells; all if they aren't given */
  redraw(cells?: Uint32Array | null) {
    this.board.redraw(cells ?? undefined);
    this.grid.update(cells);
  }

  /** Show the player's marks; null for none. */
  showMarks(marks: Marks | null) {
    const cells = this.board.showMarks(marks?.looks ?? new Map());
    if (cells.length) this.grid.update(Uint32Array.from(cells));
  }

  /**
   * Show the position of a replay.
   * @param latest - cell of the latest event; -1 if it has none
   */
  showReplay({ isPaused, outcome, marks }: Replay, latest: number, cells?: Uint32Array | null) {
    const { board } = this;
    board.isHidden = isPaused;
    board.outcome = outcome;
    board.latest = latest;
    this.redraw(cells);
    this.showMarks(marks);
  }
}
