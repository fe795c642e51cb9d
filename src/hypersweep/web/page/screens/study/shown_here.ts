// The members at the shown position of a study, for the frames on its board.

import type { RemoteRoom } from "../../together/remote_room.ts";
import type { RemoteStudy } from "../../together/remote_study.ts";

/** The parts of a room that `Presence` uses: cursors, but no flags. */
export class ShownHere extends EventTarget {
  kind = "study";
  flagged = new Map();
  cursors: Map<number, {cell: number | null}> = new Map();
  you = 0;
  shape = { cells: 0 };

  take(room: RemoteRoom) {
    this.you = room.you;
  }

  show(moment: string, study: RemoteStudy) {
    this.shape = study.record.board;
    this.cursors = new Map([...study.places].filter(([number, { at }]) => at === moment && study.room.members.get(number)?.is_here));
    this.dispatchEvent(new Event("pointed"));
  }
}
