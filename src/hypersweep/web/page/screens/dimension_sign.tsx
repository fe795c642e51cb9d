// A small schematic picture for each number of dimensions: a line, a square, a cube, a table of squares...

/** Where cells begin along one direction, and their total length. */
function places(sides: readonly number[], cell: number, gaps: readonly number[]) {
  let [starts, length] = [[0], cell];
  sides.forEach((side, axis) => {
    const step = length + gaps[axis];
    starts = Array.from({ length: side }, (_, place) => starts.map((start) => start + place * step)).flat();
    length += (side - 1) * step;
  });
  return { starts, length };
}

const square = (x: number, y: number, size: number) => `M${x} ${y}h${size}v${size}h-${size}z`;

/** The cells of a board, centred in a picture of 72 x 48. */
function drawFlat(across: number[], down: number[], cell: number, gaps: number[]) {
  const [columns, rows] = [places(across, cell, gaps), places(down, cell, gaps)];
  const [left, top] = [(72 - columns.length) / 2, (48 - rows.length) / 2];
  return rows.starts.map((y) => columns.starts.map((x) => square(left + x, top + y, cell)).join("")).join("");
}

/** A cube of 3 x 3 x 3 cells: the faces at its top, left and right. */
function drawCube() {
  // The step from cell to cell along each edge.
  const [right, left, down] = [[6.5, 3.4], [-6.5, 3.4], [0, 7.8]];
  const face = (x: number, y: number, [stepX, stepY]: number[], [otherX, otherY]: number[]) => {
    const share = 0.86;
    let path = "";
    for (let cell = 0; cell < 9; ++cell) {
      const [one, other] = [cell % 3, Math.floor(cell / 3)];
      path += `M${x + one * stepX + other * otherX} ${y + one * stepY + other * otherY}`;
      path += `l${stepX * share} ${stepY * share}l${otherX * share} ${otherY * share}`;
      path += `l${-stepX * share} ${-stepY * share}z`;
    }
    return path;
  };
  return face(36, 1.5, right, left) + face(16, 12.5, right, down) + face(56, 12.5, left, down);
}

const PATHS: Record<string, string> = {
  1: drawFlat([5], [], 10, [3]),
  2: drawFlat([3], [3], 14, [2]),
  3: drawCube(),
  4: drawFlat([3, 3], [3, 3], 4, [0.75, 3.5]),
  5: drawFlat([2, 2, 3], [2, 2], 4, [0.75, 2, 6]),
  6: drawFlat([2, 2, 2], [2, 2, 2], 4, [0.75, 2, 8]),
  other: "M34 12h4v10h10v4h-10v10h-4v-10h-10v-4h10z",
};

/** @param tab - number of dimensions, or "other" */
export function DimensionSign({ tab }: { tab: string }) {
  return <svg class="dimension" viewBox="0 0 72 48" aria-hidden="true"><path d={PATHS[tab]} /></svg>;
}
