// Draws symbols in cells: flags, mines, crosses. Units are eighteenths of a cell, as in Python's picture/markup.py.

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

const POLE = new Path2D("M-2.6 -5.6v10.4h-1.9v1.2h6.4v-1.2h-3.2v-10.4z");
const CLOTH = "M-1.3 -5.6l6.6 3.1l-6.6 3.1z";
const OUTLINE = new Path2D("M-2 5.6v-10.8l7 3.2l-7 3.2M-4.3 5.6h4.6");
const HORNS = new Path2D("M-6 0h12m-6 -6v12m-4.2 -10.2l8.4 8.4m0 -8.4l-8.4 8.4");
const BODY = new Path2D("M4.2 0a4.2 4.2 0 1 1 -8.4 0a4.2 4.2 0 1 1 8.4 0z");
const SHINE = new Path2D("M-0.2 -1.3a1.1 1.1 0 1 1 -2.2 0a1.1 1.1 0 1 1 2.2 0z");
const CROSS = new Path2D("M-5.5 -5.5l11 11m0 -11l-11 11");
const BURST = new Path2D(
  `M${Array.from({ length: 24 }, (_, step) => {
    const reach = step % 2 ? 5.4 : 8.6;
    const turn = (step * Math.PI) / 12;
    return `${(reach * Math.cos(turn)).toFixed(2)} ${(reach * Math.sin(turn)).toFixed(2)}`;
  }).join("L")}Z`,
);

function inCell(context: Context, size: number, draw: () => void) {
  context.save();
  context.translate(size / 2, size / 2);
  context.scale(size / 18, size / 18);
  draw();
  context.restore();
}

/** @param shape - the cloth as an SVG path */
export function drawFlag(context: Context, size: number, cloth: string, pole: string, shape = CLOTH) {
  inCell(context, size, () => {
    context.fillStyle = pole;
    context.fill(POLE);
    context.fillStyle = cloth;
    context.fill(new Path2D(shape));
  });
}

/** A draft flag: only its outline. */
export function drawDraft(context: Context, size: number, colour: string) {
  inCell(context, size, () => {
    context.strokeStyle = colour;
    context.lineWidth = 1.1;
    context.lineJoin = "round";
    context.stroke(OUTLINE);
  });
}

/** @param isRound - whether it has no horns */
export function drawMine(context: Context, size: number, body: string, shine: string, isRound = false) {
  inCell(context, size, () => {
    context.strokeStyle = context.fillStyle = body;
    context.lineWidth = 1.3;
    if (isRound) context.scale(1.3, 1.3);
    else context.stroke(HORNS);
    context.fill(BODY);
    context.fillStyle = shine;
    context.fill(SHINE);
  });
}

export function drawBurst(context: Context, size: number, colour: string) {
  inCell(context, size, () => {
    context.fillStyle = colour;
    context.fill(BURST);
  });
}

export function drawCross(context: Context, size: number, line: string, halo: string) {
  inCell(context, size, () => {
    context.lineCap = "round";
    context.strokeStyle = halo;
    context.lineWidth = 4;
    context.stroke(CROSS);
    context.strokeStyle = line;
    context.lineWidth = 2;
    context.stroke(CROSS);
  });
}
