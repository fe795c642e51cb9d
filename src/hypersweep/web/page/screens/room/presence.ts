// The other members on the board: a frame around each cursor in the member's colour, and a mark on their flags.
//
// It is an overlay that ignores the pointer. Besides its colour, each mark has the member's number or, if cells are too
// small for it, a corner that identifies the member.

import { lookOf } from "./members.tsx";
import type { Board } from "../../board/board.ts";

/** Minimum cell size in pixels for showing numbers. */
const READABLE = 20;
/** Maximum number of flags that are marked. */
const MOST = 4000;

/**
 * The parts of a room that are shown: the members' cursors, and for each flagged cell the member who placed the flag.
 */
type Shown = { kind: string; you: number; cursors: Map<number, {cell: number | null}>; flagged: Map<number, number> };

export class Presence {
  #frame = 0;
  #canvas = document.createElement("canvas");

  /** @param shown - what to show now; call `update` when it changes */
  constructor(public board: Board, public shown: () => Shown, signal: AbortSignal) {
    this.#canvas.className = "room-presence";
    this.#canvas.setAttribute("aria-hidden", "true");
    board.layer.append(this.#canvas);
    for (const name of ["view", "drawn"]) board.addEventListener(name, () => this.update(), { signal });
    signal.addEventListener("abort", () => cancelAnimationFrame(this.#frame));
    this.update();
  }

  update() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const { board } = this;
    const { kind, you, cursors, flagged } = this.shown();
    if (!board.hasBoard) return;
    const { clientWidth: width, clientHeight: height } = board.layer;
    const ratio = devicePixelRatio;
    const canvas = this.#canvas;
    const wanted = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wanted[0] || canvas.height !== wanted[1]) [canvas.width, canvas.height] = wanted;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const boxOf = (cell: number) => {
      const box = board.placeOf(cell);
      if (!box) return null;
      const { left: x, top: y } = box;
      const isSeen = x + box.width > 0 && y + box.height > 0 && x < width && y < height;
      return isSeen ? { x, y, size: Math.min(box.width, box.height) } : null;
    };
    if (kind !== "versus" && flagged.size <= MOST) {
      for (const [cell, number] of flagged) {
        const box = boxOf(cell);
        if (box) mark(context, box, number);
      }
    }
    for (const [number, { cell }] of cursors) {
      if (cell === null || number === you || cell >= board.shape.cells) continue;
      const box = boxOf(cell);
      if (box) frame(context, box, number, isTop(board, cell));
    }
  }
}

/** Whether the label of a tile is above a cell: the cell is in the first shown row of the tile. */
function isTop(board: Board, index: number) {
  if (board.shape.dimensions < 3) return false;
  const [row, ...others] = board.shape.cell(index);
  return row === 0 || !board.placeOf(board.shape.index([row - 1, ...others]));
}

type Box = { x: number; y: number; size: number };

/** Draw the mark of a member in a corner of a flag. */
function mark(context: CanvasRenderingContext2D, { x, y, size }: Box, number: number) {
  const { ground, ink, sign } = lookOf(number);
  const isReadable = size >= READABLE;
  const side = Math.round(size * (isReadable ? 0.48 : 0.4));
  const corner = isReadable ? 3 : (number - 1) % 4;
  const left = x + (corner === 1 || corner === 3 ? size - side : 0);
  const top = y + (corner > 1 ? size - side : 0);
  context.fillStyle = ground;
  context.fillRect(left, top, side, side);
  context.strokeStyle = ink;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, top + 0.5, side - 1, side - 1);
  if (!isReadable) return;
  context.fillStyle = ink;
  write(context, sign, left + side / 2, top + side / 2, side);
}

/** @param isTop - whether the number must stay inside of the cell, because a label of the board is above it */
function frame(context: CanvasRenderingContext2D, { x, y, size }: Box, number: number, isTop: boolean) {
  const { ground, ink, sign } = lookOf(number);
  const width = Math.max(2, Math.round(size / 9));
  for (const [colour, line] of [[ink, width + 2], [ground, width]] as [string, number][]) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.strokeRect(x + line / 2 - (line - width) / 2, y + line / 2 - (line - width) / 2, size - width, size - width);
  }
  // The number has the same size in every cell, to be readable: it may overlap the cell above.
  const side = Math.max(13, Math.min(18, size * 0.5));
  const top = isTop || y - side / 2 < 0 ? y : y - side / 2;
  context.fillStyle = ground;
  context.fillRect(x, top, side, side);
  context.fillStyle = ink;
  write(context, sign, x + side / 2, top + side / 2, side);
}

function write(context: CanvasRenderingContext2D, text: string, x: number, y: number, side: number) {
  context.font = `700 ${Math.round(side * (text.length > 1 ? 0.6 : 0.8))}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y + 0.5);
}
