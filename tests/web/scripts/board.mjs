// Answers questions about places and colours of boards, all in one go: JSON in, JSON out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const at = (name) => import(new URL(name, pathToFileURL(`${process.argv[2]}/`)));
const { Arrangement } = await at("board/arrangement.js");
const { folded, neighbourTracks, scrolled, sliceTracks } = await at("board/fitting.js");
const { cellsAround } = await at("engine/around.js");
const { SliceCounts } = await at("board/slice_counts.js");
const { Shape } = await at("engine/shape.js");
const looks = await at("board/cell_appearance.js");
const { faintColours, ownColours, parseOwnTheme } = await at("board/own_theme.js");
const { chanceColours, dressed, labelColour, styleOf } = await at("board/themes.js");

const arranged = ({ sides, metrics, fold, tracks, room }) => {
  const arrangement = new Arrangement(sides, { metrics, fold, tracks });
  return room === null ? arrangement : folded(arrangement, room);
};
const look = ({ look, kind }) =>
  kind === "finished" ? looks.finished(look) : kind === "excess" ? looks.tooManyFlags(look) : kind === "chance" ? looks.chanceLook(...look) : look;

const answers = {
  arrangement(question) {
    const own = arranged(question);
    const { points, cells, window } = question;
    const [left, top, right, bottom] = window;
    const rows = own.rows(top, bottom);
    const columns = own.columns(left, right);
    const shown = [];
    for (let row = 0; row < rows.length; row += 3) {
      for (let column = 0; column < columns.length; column += 3) {
        if (columns[column] < own.rowEnd(rows[row + 1])) shown.push([columns[column], rows[row], rows[row + 1] + columns[column + 1]]);
      }
    }
    return {
      size: [own.width, own.height, own.cells, own.fold],
      places: cells.map((cell) => own.place(cell)),
      found: points.map(([x, y]) => own.cellAt(x, y)),
      surroundings: cells.map((cell) => own.surroundings(cell)),
      labels: own.labels(left, top, right, bottom).map(({ x, y, text, level }) => [x, y, text, level]),
      shown,
    };
  },
  slices: ({ sides, wrap, focus, width, height, metrics }) => sliceTracks(sides, wrap, focus, { width, height, metrics }),
  around: ({ sides, wrap, cell }) => neighbourTracks(sides, wrap, cell),
  scrolled: ({ values }) => scrolled(...values),
  neighbours({ board }) {
    const shape = Shape.parse(board);
    return Array.from({ length: shape.cells }, (_, index) => cellsAround(shape, index));
  },
  counts({ board, codes, changed, before, outcome }) {
    const own = new SliceCounts(Shape.parse(board));
    own.update({ codes: Int16Array.from(before) });
    own.update({ codes: Int16Array.from(codes), outcome }, changed);
    return [...own.covered].map((covered, number) => [covered, own.flags[number]]);
  },
  styles: ({ theme, skin, cases, largest }) =>
    cases.map((each) => {
      const { text, ground, best } = styleOf(dressed(theme, skin), look(each), each.marks, largest);
      return [text, ground, best];
    }),
  own({ text }) {
    try {
      const colours = ownColours(parseOwnTheme(text), { light: dressed("light"), dark: dressed("dark") });
      return { colours, faint: faintColours(colours) };
    } catch (error) {
      return { wrong: error.what };
    }
  },
  labels: ({ theme, cases }) => cases.map(([level, isFocus]) => labelColour(dressed(theme), level, isFocus)),
  chances: ({ cases }) => cases.map((chance) => {
    const { text, ground } = chanceColours(chance);
    return [ground, text, looks.chanceNumber(chance)];
  }),
};

const questions = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(questions.map((each) => answers[each.question](each))));
