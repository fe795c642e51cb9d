// @ts-check
// The members at the shown position of a study, for the frames on its board.

/** @typedef {import("../../together/remote_room.js").RemoteRoom} RemoteRoom */
/** @typedef {import("../../together/remote_study.js").RemoteStudy} RemoteStudy */

/** The parts of a room that `Presence` uses: cursors, but no flags. */
export class ShownHere extends EventTarget {
  kind = "study";
  flagged = new Map();
  /** @type {Map<number, {cell: number | null}>} */
  cursors = new Map();
  you = 0;
  shape = { cells: 0 };

  /** @param {RemoteRoom} room */
  take(room) {
    this.you = room.you;
  }

  /** @param {string} moment @param {RemoteStudy} study */
  show(moment, study) {
    this.shape = study.record.board;
    this.cursors = new Map([...study.places].filter(([number, { at }]) => at === moment && study.room.members.get(number)?.is_here));
    this.dispatchEvent(new Event("pointed"));
  }
}
