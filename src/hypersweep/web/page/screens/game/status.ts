// The texts around a board: title and counters above it, facts about the cursor's cell below it.

import { countAround } from "../../board/labels.ts";
import { shownCode, shownMinesLeft } from "../../board/looks.ts";
import { CODES } from "../../engine/terms.ts";
import { boardText, boardTitle } from "../../play/board_title.ts";
import { clockText, tenthsText } from "../../play/clock.ts";
import { cellText } from "../../play/phrases.ts";
import type { App } from "../../app.ts";
import type { Board } from "../../board/board.ts";

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

/** Create an element with a class name. */
export function part(name: string, parent: HTMLElement, tag = "div") {
  const element = document.createElement(tag);
  element.className = name;
  parent.append(element);
  return element;
}

/** A number with its label, which screen readers read together. */
function counter(app: App, name: string, parent: HTMLElement) {
  const box = part(`counter ${name}`, parent, "span");
  box.title = app.text(`game.${name}_title`);
  part("name", box, "span").textContent = app.text(`game.${name}_name`);
  return part("value", box, "span");
}

/** Set a text only if it has changed, because setting it causes a new layout. */
export function write(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

/** The line above a board. */
export class Heading {
  element;
  mines;
  time;
  worth;
  efficiency;
  name;
  /** Reserve space for every state, so that no change moves the board. */
  room;
  state;

  constructor(public app: App) {
    this.element = document.createElement("div");
    this.element.className = "game-top";
    const counters = part("game-counters", this.element);
    this.mines = counter(app, "mines", counters);
    this.time = counter(app, "time", counters);
    this.worth = counter(app, "worth", counters);
    this.efficiency = counter(app, "efficiency", counters);
    const words = part("game-words", this.element);
    this.name = part("game-name", words, "span");
    words.append(" ");
    this.room = part("game-state-room", words, "span");
    this.state = part("game-state", this.room, "span");
  }

  begin(session: any) {
    const { shape: board, mines, rules } = session;
    write(this.name, boardTitle(this.app, { board, mines, rules }));
    this.name.title = boardText(this.app, { board, mines });
    // Wide enough for the largest value.
    this.mines.style.minWidth = `${this.app.messages.numbers.format(mines).length}ch`;
  }

  show(session: any, { delta }: {delta: boolean}) {
    const { app } = this;
    const { numbers } = app.messages;
    write(this.mines, numbers.format(shownMinesLeft(session)));
    this.tick(session);
    const isOver = session.outcome !== "ongoing";
    // Such games are never ranked.
    const mayRank = session.mayRank !== false;
    const state = (first: string, isRanked: boolean) =>
      [first, delta && app.text("game.less_flags"), !isRanked && app.text("game.not_ranked")].filter(Boolean).join(" · ");
    const first = isOver ? app.text(session.stateText ?? `game.${session.outcome}`) : session.isPaused ? app.text("game.paused") : "";
    write(this.state, state(first, session.isRanked || !mayRank));
    const longest = ["won", "lost", "paused"].map((each) => state(app.text(`game.${each}`), !mayRank)).sort((one, two) => two.length - one.length);
    [this.room.dataset.longest, this.room.dataset.next] = longest;
    this.element.dataset.outcome = session.outcome;
    this.element.classList.toggle("is-delta", delta);
  }

  tick(session: any) {
    const hasTenths = this.app.settings.get("tenths");
    this.element.classList.toggle("has-tenths", hasTenths);
    write(this.time, hasTenths ? tenthsText(this.app, session.milliseconds) : clockText(session.milliseconds));
  }

  figures(figures: {done?: number | null, efficiency?: number | null} | null) {
    const done = figures?.done ?? null;
    // The total is in the line below the board: the counter has no room for it.
    write(this.worth, done === null ? "–" : this.app.messages.numbers.format(done));
    write(this.efficiency, figures?.efficiency == null ? "–" : `${Math.round(100 * figures.efficiency)} %`);
  }
}
