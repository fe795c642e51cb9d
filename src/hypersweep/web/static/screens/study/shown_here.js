// @ts-check
// Those who are at the moment of a study that is shown, as the frames on its board need them.

/** @typedef {import("../../together/remote_room.js").RemoteRoom} RemoteRoom */
/** @typedef {import("../../together/remote_study.js").RemoteStudy} RemoteStudy */

/** As much of a room as `Presence` draws: cursors, and no flags of anybody. */
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
