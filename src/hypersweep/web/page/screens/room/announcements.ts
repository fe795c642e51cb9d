// Announces other members' actions to screen readers, collected so that players can listen during their own game.

import { nameOf, plainText } from "../../multiplayer/names.ts";
import type { App } from "../../app.ts";
import type { RemoteRoom } from "../../multiplayer/remote_room.ts";

/** Milliseconds for which actions are collected. */
const GATHER = 2500;
/** Maximum number of members announced individually. */
const MOST = 3;
/** Percentage steps in which another board's progress is announced (versus). */
const STEP = 25;
/** Maximum length of an announced chat message. */
const LONGEST = 200;

export class Telling {
  #timer = 0;
  #done: Map<number, {opened: number, flags: number}> = new Map();
  #here: Map<number, boolean> = new Map();
  /** The other members' progress when last announced. */
  #steps: Map<number, string> = new Map();

  constructor(public app: App, public room: RemoteRoom, signal: AbortSignal) {
    this.#noteMembers();
    room.addEventListener("state", () => this.#noteMembers(), { signal });
    room.addEventListener("moved", (event) => this.#moved((event as CustomEvent).detail), { signal });
    room.addEventListener("progress", (event) => this.#progress((event as CustomEvent).detail.number), { signal });
    room.addEventListener("members", () => this.#members(), { signal });
    room.addEventListener("said", (event) => this.#said((event as CustomEvent).detail), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  #moved({ by, kind, cells = [], codes = [], all = null, isNew }: any) {
    const { room } = this;
    if (by === room.you || !isNew || room.kind === "versus") return;
    const done = this.#done.get(by) ?? { opened: 0, flags: 0 };
    if (kind === "flag") done.flags += codes[0] === -2 ? 1 : 0;
    else done.opened += all === null ? cells.filter((_: number, place: number) => codes[place] >= 0).length : 1;
    this.#done.set(by, done);
    this.#timer ||= window.setTimeout(() => this.#tell(), GATHER);
  }

  #tell() {
    this.#timer = 0;
    const { app, room } = this;
    const done = [...this.#done].filter(([, { opened, flags }]) => opened || flags);
    this.#done.clear();
    if (done.length > MOST) {
      const opened = done.reduce((sum, [, each]) => sum + each.opened, 0);
      app.announce(app.text("room.told_many", { count: done.length, opened }), "others");
      return;
    }
    for (const [number, { opened, flags }] of done) {
      app.announce(app.text("room.told_did", { name: nameOf(room, number), opened, flags }), `others ${number}`);
    }
  }

  /** Another member's progress, in steps. */
  #progress(number: number) {
    const { app, room } = this;
    const board = room.boards.get(number);
    if (!board || number === room.you) return;
    const share = Math.floor((100 * board.share(room.mines)) / STEP) * STEP;
    const step = `${room.round} ${board.outcome} ${board.outcome === "ongoing" ? share : ""}`;
    if (this.#steps.get(number) === step) return;
    this.#steps.set(number, step);
    const name = nameOf(room, number);
    if (board.outcome !== "ongoing") app.announce(app.text(`room.told_${board.outcome}`, { name }), `member ${number}`);
    else if (share > 0) app.announce(app.text("room.told_share", { name, share }), `member ${number}`);
  }

  #noteMembers() {
    this.#here = new Map([...this.room.members.values()].map((member) => [member.number, member.is_here ?? false]));
  }

  #members() {
    const { app, room } = this;
    for (const { number, is_here = false } of room.members.values()) {
      const was = this.#here.get(number) ?? false;
      if (number !== room.you && was !== is_here) {
        const text = is_here ? "room.told_came" : "room.told_went";
        app.announce(app.text(text, { name: nameOf(room, number) }), `member ${number}`);
      }
    }
    this.#noteMembers();
  }

  #said({ number, text }: {number: number, text: string}) {
    const { app, room } = this;
    if (number === room.you) return;
    const start = plainText(text.slice(0, LONGEST));
    const shown = { name: nameOf(room, number), text: text.length > LONGEST ? `${start} …` : start };
    app.announce(app.text("room.told_said", shown), `said ${number}`);
  }
}
