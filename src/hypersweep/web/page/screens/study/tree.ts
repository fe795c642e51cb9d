// The lines of a study as clickable text: moves, comments, and variations, each indented more than its parent.

import { button, node } from "../../frame/elements.ts";
import { branchesAt, momentName, type Place } from "../../play/record_tree.ts";
import { badge } from "../room/members.ts";
import { moveText, shownText } from "./words.ts";
import type { App } from "../../app.ts";
import type { RemoteStudy } from "../../together/remote_study.ts";

type Item = { type: "move" | "comment" | "begin"; line: number; position: number; depth: number; number: number };

/** Maximum number of moves in the document; those around the shown position are always included. */
const MOST = 600;

export class LinesView {
  element = node("div", "study-lines");
  #frame = 0;
  #hasFocus = false;
  #shown = "";

  constructor(public app: App, public study: RemoteStudy, public hands: {here: () => Place, go: (place: Place) => unknown, keys: (event: KeyboardEvent) => void}) {
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", app.text("study.lines"));
    this.element.addEventListener("keydown", (event) => hands.keys(event));
  }

  /** Update the tree in the next frame, because more edits may arrive until then. */
  show() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Focus the shown position. */
  focus() {
    (this.element.querySelector("[aria-current]") as HTMLElement | null)?.focus();
  }

  close() {
    cancelAnimationFrame(this.#frame);
  }

  /** All items in reading order: alternatives to a move come after it. */
  #items(): Item[] {
    const { record } = this.study;
    const leaving: Map<string, number[]> = new Map();
    record.variations.forEach(({ parent, position }, place) => {
      const key = `${parent} ${position}`;
      leaving.set(key, [...(leaving.get(key) ?? []), place + 1]);
    });
    const items: Item[] = [];
    /** Lines still to be listed, each from a position. */
    const stack: {line: number, position: number, depth: number, number: number}[] = [{ line: 0, position: 0, depth: 0, number: 0 }];
    while (stack.length) {
      const own = stack.pop() as (typeof stack)[number];
      const { line, depth } = own;
      const { events, comments } = line ? record.variations[line - 1] : record;
      let { position, number } = own;
      if (!position) {
        items.push({ type: "begin", line, position: 0, depth, number });
        if (comments.has(0)) items.push({ type: "comment", line, position: 0, depth, number });
      }
      while (position < events.length) {
        const others = leaving.get(`${line} ${position}`);
        items.push({ type: "move", line, position: ++position, depth, number: ++number });
        if (comments.has(position)) items.push({ type: "comment", line, position, depth, number });
        if (!others) continue;
        stack.push({ line, position, depth, number });
        for (const other of [...others].reverse()) stack.push({ line: other, position: 0, depth: depth + 1, number: number - 1 });
        position = Infinity;
      }
      if (position !== events.length) continue;
      const last = leaving.get(`${line} ${events.length}`) ?? [];
      for (const other of [...last].reverse()) stack.push({ line: other, position: 0, depth: depth + 1, number });
    }
    return items;
  }

  #draw() {
    const { app, study } = this;
    const here = this.hands.here();
    const items = this.#items();
    const at = items.findIndex(({ type, line, position }) => type !== "comment" && line === here.line && position === here.position);
    const first = Math.max(0, Math.min(at - MOST / 2, items.length - MOST));
    const shown = items.slice(first, first + MOST);
    const others: Map<string, number[]> = new Map();
    for (const { number, is_here: isHere } of study.room.members.values()) {
      const place = isHere && number !== study.room.you ? study.placeOf(number) : null;
      if (place !== null) others.set(place, [...(others.get(place) ?? []), number]);
    }
    this.#hasFocus = this.element.contains(document.activeElement);
    const blocks: HTMLElement[] = [];
    let block: HTMLElement | null = null;
    let blockLine = -1;
    const more = (count: number, to: Item) =>
      node("p", "study-more", button(app.text("study.more", { count }), () => this.hands.go({ line: to.line, position: to.position })));
    if (first > 0) blocks.push(more(first, items[Math.max(0, first - 1)]));
    for (const item of shown) {
      const { line, position, depth } = item;
      if (!block || blockLine !== line || item.type === "begin") {
        block = node("div", "study-block");
        block.dataset.depth = String(Math.min(depth, 6));
        blocks.push(block);
        blockLine = line;
      }
      if (item.type === "comment") {
        const { comments } = line ? study.record.variations[line - 1] : study.record;
        const text = node("p", "study-said", shownText(comments.get(position) ?? ""));
        text.dir = "auto";
        blocks.push(text);
        text.dataset.depth = block.dataset.depth;
        block = null;
      } else block.append(this.#move(item, here, others));
    }
    const after = items.length - first - shown.length;
    if (after > 0) blocks.push(more(after, items[first + shown.length]));
    this.element.replaceChildren(...blocks);
    const current = this.element.querySelector("[aria-current]") as HTMLElement | null;
    if (this.#hasFocus) current?.focus({ preventScroll: true });
    const key = `${here.line} ${here.position} ${items.length}`;
    if (key !== this.#shown) current?.scrollIntoView({ block: "nearest" });
    this.#shown = key;
  }

  #move({ type, line, position, number }: Item, here: Place, others: Map<string, number[]>) {
    const { app, study } = this;
    const { record } = study;
    const events = line ? record.variations[line - 1].events : record.events;
    const sideNumber = line ? this.#rank(line) : 0;
    const text = type === "move" ? moveText(app, events[position - 1], number) : app.text("study.line_begins", { number: sideNumber });
    const element = button(text, () => this.hands.go({ line, position }), { className: type === "move" ? "study-move" : "study-begin" });
    const isHere = line === here.line && position === here.position;
    element.tabIndex = isHere ? 0 : -1;
    if (isHere) element.setAttribute("aria-current", "true");
    for (const member of others.get(momentName(record, { line, position })) ?? []) {
      const own = badge(member);
      own.title = shownText(study.room.members.get(member)?.name ?? "");
      element.append(own);
    }
    return element;
  }

  /** The rank of a variation among those that branch off at the same position. */
  #rank(line: number) {
    const { parent, position } = this.study.record.variations[line - 1];
    return branchesAt(this.study.record, { line: parent, position }).indexOf(line) + 1;
  }
}
