// A complete engine in one file for node, to start your own from. It opens a covered cell that a clue of 0 or a clue
// whose mines are all known makes safe, or else the first covered cell that isn't a known mine. docs/engine.md specifies
// the protocol. To try it: hypersweep analyse position.txt --engine "node examples/engines/tiny_engine.js"
"use strict";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const COVERED = -1, FLAGGED = -2;
// A short line may state any number of cells.
const MOST_CELLS = 1000000;

// The codes of a position's cells: clues, -1 covered, -2 a flag, -3 a mine, -4 exploded, -5 a wrong flag.
function readCodes(text, most) {
  const codes = [];
  for (let place = 0; place < text.length;) {
    const run = /^(?:[A-Z]+|[a-z]+)/.exec(text.slice(place, place + 16));
    if (run) {
      let count = 0;
      for (const letter of run[0].toUpperCase()) count = 26 * count + letter.charCodeAt(0) - 64;
      if (count > most) throw new Error(`expected ${most} cells, got more`);
      for (let each = 0; each < count; each++) codes.push(/[A-Z]/.test(run[0]) ? COVERED : 0);
      place += run[0].length;
      continue;
    }
    const sign = text[place++];
    if (sign === "_") codes.push(FLAGGED);
    else if (sign === "0") codes.push(-3);
    else if (sign === "~") codes.push(text[place++] === "-" ? -4 : -5);
    else if (sign === "." && text[place] === "-") {
      const end = text.indexOf("-", place + 1);
      codes.push(Number(text.slice(place + 1, end)));
      place = end + 1;
    } else if (sign === ".") codes.push(10 + DIGITS.indexOf(text[place++]));
    else codes.push(Number(sign));
  }
  return codes;
}

// A position: "2x3-1-A1aA1a" is a grid, the number of mines, and the cells.
function readBoard(line) {
  const parts = /^([\dx]+)(o?)(w?)([\d.]*)-(\d+)-(.*)$/.exec(line);
  if (!parts) throw new Error(`expected a position such as 2x3-1-A1aA1a, got '${line}'`);
  const [, sides, orthogonal, wraps, axes, mines, cells] = parts;
  const shape = sides.split("x").map(Number);
  const wrap = shape.map((_, axis) => wraps === "w" && (axes === "" || axes.split(".").map(Number).includes(axis)));
  const most = shape.reduce((product, side) => product * side, 1);
  if (most > MOST_CELLS) throw new Error(`expected at most ${MOST_CELLS} cells, got ${most}`);
  const codes = readCodes(cells, most);
  if (codes.length !== most || codes.some(Number.isNaN)) throw new Error(`expected ${most} cells, got others`);
  return { shape, orthogonal: orthogonal === "o", wrap, mines: Number(mines), codes };
}

function cellAt(board, index) {
  const cell = [];
  for (const side of [...board.shape].reverse()) {
    cell.unshift(index % side);
    index = Math.floor(index / side);
  }
  return cell;
}

function neighbours(board, index) {
  const cell = cellAt(board, index), found = new Set();
  for (let number = 0; number < 3 ** cell.length; number++) {
    const step = cell.map((_, axis) => Math.floor(number / 3 ** axis) % 3 - 1);
    if (board.orthogonal && step.filter((each) => each).length > 1) continue;
    let other = 0, isThere = true;
    step.forEach((each, axis) => {
      const side = board.shape[axis];
      let place = cell[axis] + each;
      if (board.wrap[axis]) place = (place + side) % side;
      isThere = isThere && place >= 0 && place < side;
      other = other * side + place;
    });
    if (isThere && other !== index) found.add(other);
  }
  return [...found];
}

function bestCell(board) {
  const isCovered = (place) => board.codes[place] === COVERED || board.codes[place] === FLAGGED;
  const clues = board.codes.map((code, place) => ({ code, place })).filter(({ code }) => code >= 0)
    .map(({ code, place }) => ({ code, around: neighbours(board, place).filter(isCovered) }));
  const mines = new Set(clues.filter(({ code, around }) => code === around.length).flatMap(({ around }) => around));
  for (const { code, around } of clues) {
    const left = around.filter((place) => !mines.has(place));
    if (left.length > 0 && around.length - left.length === code) return cellAt(board, left[0]);
  }
  const guess = board.codes.findIndex((_, place) => isCovered(place) && !mines.has(place));
  return guess < 0 ? null : cellAt(board, guess);
}

let board = null;
const say = (text) => process.stdout.write(text + "\n");
process.stdout.on("error", () => process.exit(0));

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  // The field "text" takes the rest of its line.
  const words = line.replace(/(^|[ \t])text=.*/, "").split(/[ \t]+/).filter((word) => word);
  const fields = Object.fromEntries(words.filter((word) => word.includes("=")).map((word) => {
    const place = word.indexOf("=");
    return [word.slice(0, place), word.slice(place + 1)];
  }));
  if (words[0] === "hsp") say("id name Tiny (node)\nid version 1\nready");
  else if (words[0] === "ping") say(words[1] ? `pong ${words[1]}` : "error kind=line text=expected a token after ping");
  else if (words[0] === "quit") process.exit(0);
  else if (words[0] === "position") {
    try {
      board = readBoard(fields.view ?? "");
    } catch (error) {
      say(`error kind=line text=${error.message}`);
    }
  } else if (words[0] === "go") {
    const cell = board && bestCell(board);
    say(`best${fields.id ? ` id=${fields.id}` : ""} cell=${cell ? cell.join(",") : "none"}`);
  }
});
