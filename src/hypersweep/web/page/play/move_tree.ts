// The tree of a game's moves: a move goes down, an undo up, a redo down again.

import { MOVES } from "../engine/terms.ts";
import { isNewKind, MarkOrder } from "./marks.ts";
import type { Event } from "./record_writer.ts";

/** Events that are moves. */
export const KINDS: readonly string[] = MOVES;

/** The tree of the moves of one line. Node 0 is the start, node n the move of the n-th event. */
export class MoveTree {
  parents;
  depths;
  /** The current node after each number of events. */
  places;
  first;
  /** The events of marks that are set or removed, by the position of the event that does it. */
  marks: Map<number, Event> = new Map();
  /** Undos and redos that the order of marks and moves forbids: the position, and the name of the error. */
  wrong: Map<number, string> = new Map();

  constructor(events: readonly Event[]) {
    this.parents = new Int32Array(events.length + 1);
    this.depths = new Int32Array(events.length + 1);
    this.places = new Int32Array(events.length + 1);
    const undone: number[] = [];
    let here = 0;
    this.first = events.findIndex(({ kind, changed }) => kind === "open" && changed > 0);
    if (this.first < 0) this.first = events.length;
    let order: MarkOrder | null = null;
    events.forEach((event, position) => {
      const { kind, changed } = event;
      if (isNewKind(kind)) order ??= new MarkOrder();
      if (order) {
        if ((kind === "undo" || kind === "redo") && changed) {
          if (order.next(kind)) this.wrong.set(position, "event_effect");
          else if (kind === "redo" && !order.canRedoMove) this.wrong.set(position, "nothing_to_redo");
        }
        const mark = order.act(event);
        if (mark) this.marks.set(position, mark);
      }
      if (!changed) {
        // The move had no effect.
      } else if (kind === "undo") {
        if (here) {
          undone.push(here);
          here = this.parents[here];
        }
      } else if (kind === "redo") {
        here = undone.pop() ?? here;
      } else if (KINDS.includes(kind)) {
        undone.length = 0;
        this.parents[position + 1] = here;
        this.depths[position + 1] = this.depths[here] + 1;
        here = position + 1;
      }
      this.places[position + 1] = here;
    });
  }

  /** The path between two nodes: how many moves up, then the moves down. */
  way(from: number, to: number) {
    const { parents, depths } = this;
    const down = [];
    let up = 0;
    while (from !== to) {
      if (depths[from] > depths[to]) {
        from = parents[from];
        ++up;
      } else {
        down.push(to);
        to = parents[to];
      }
    }
    return { up, down: down.reverse() };
  }
}
