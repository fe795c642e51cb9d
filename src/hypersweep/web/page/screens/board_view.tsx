// A board on a screen, until the screen is unmounted: its canvas, its grid for screen readers, and its input.

import { Component, createRef, type JSX } from "preact";
import { Board } from "../board/board.ts";
import { GridRoles } from "../board/grid_roles.ts";
import { attach, type Hands } from "../input/attach.ts";
import type { App } from "../app.ts";
import type { Replay } from "../play/replay.ts";

/** What a board needs; attributes are those of its container. Later changes of them have no effect. */
type Props = JSX.IntrinsicElements["div"] & {
  app: App;
  /** texts of cells, and actions of screen readers */ grid?: ConstructorParameters<typeof GridRoles>[2];
  /** by default, a press on a cell moves the cursor there */ input?: Partial<Parameters<typeof attach>[1]>;
};

/** Screens get it by a ref, and show a board on it once it is mounted. */
export class BoardView extends Component<Props> {
  board!: Board;
  grid!: GridRoles;
  hands!: Hands;
  #host = createRef<HTMLDivElement>();

  override componentDidMount() {
    const { app, grid, input } = this.props;
    const board = (this.board = new Board(this.#host.current as HTMLDivElement, app));
    this.grid = new GridRoles(board, app, grid);
    this.hands = attach(board, {
      settings: app.settings,
      isOpen: () => false,
      act: (_, index) => board.setCursor(index),
      isAway: () => app.isTurning,
      ...input,
    });
  }

  override componentWillUnmount() {
    this.hands.close();
    this.grid.close();
    this.board.close();
  }

  override shouldComponentUpdate() {
    return false;
  }

  override render({ app: _, grid: __, input: ___, ...container }: Props) {
    return <div {...container} ref={this.#host} />;
  }

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

  /**
   * Show the position of a replay.
   * @param latest - cell of the latest event; -1 if it has none
   */
  showReplay({ isPaused, outcome }: Replay, latest: number, cells?: Uint32Array | null) {
    const { board } = this;
    board.isHidden = isPaused;
    board.outcome = outcome;
    board.latest = latest;
    this.redraw(cells);
  }
}
