// @ts-check
// A study on the server as this tab knows it: its record, its roles and the members' positions. Accepted edits are
// applied in the server's order; this member's own edits take effect once the server has accepted them.

import { parseRecord } from "../play/record.js";
import { findMoment } from "../play/record_tree.js";
import { applyEdit, shiftMoment } from "../play/study_edits.js";

/** @typedef {import("./remote_room.js").RemoteRoom} RemoteRoom */
/** @typedef {import("./remote_room.js").Answer} Answer */
/** @typedef {import("../data/protocol.js").Study} Study */
/** @typedef {import("../play/record_writer.js").Record} Record */
/** @typedef {import("../play/study_edits.js").Shift} Shift */
/** An applied edit: who made it, and the position it concerns. @typedef {{by: number, edit: import("../play/study_edits.js").Kept, at: string | null, shifts: Shift[]}} Done */

/** Events: "reset" (everything may have changed), "done" (detail: `Done`), "people" (presence, positions or roles have changed). */
export class RemoteStudy extends EventTarget {
  #stop = new AbortController();
  /** The other members' positions, mapped to the current record. @type {Map<number, {cell: number | null, at: string}>} */
  places = new Map();
  version = 0;

  /** @param {RemoteRoom} room - its state is known */
  constructor(room) {
    super();
    this.room = room;
    this.record = /** @type {Record} */ (this.#read());
    const { signal } = this.#stop;
    room.addEventListener("state", () => this.#reset(), { signal });
    room.addEventListener("edited", (event) => this.#edited(/** @type {CustomEvent} */ (event).detail), { signal });
    room.addEventListener("pointed", (event) => this.#pointed(/** @type {CustomEvent} */ (event).detail), { signal });
    for (const name of ["members", "access", "away"]) room.addEventListener(name, () => this.#tell("people"), { signal });
  }

  /** @type {Study} */
  facts = {};

  #read() {
    const state = /** @type {import("../data/protocol.js").State} */ (this.room.state);
    this.version = state.version;
    this.facts = { ...state.study };
    this.places.clear();
    for (const [number, place] of this.room.cursors) this.places.set(number, place);
    return parseRecord(state.record ?? "");
  }

  #reset() {
    this.record = this.#read();
    this.#tell("reset");
    this.#tell("people");
  }

  /** Whether this member may edit the study. */
  get canEdit() {
    return this.room.isPlayer && !this.facts.readers?.includes(this.room.you);
  }

  get isOwner() {
    return this.room.you > 0 && this.facts.owner === this.room.you;
  }

  /** The leading member's number; 0 for none. */
  get leader() {
    return this.facts.leader ?? 0;
  }

  /** A member's position; null if unknown. @param {number} number @returns {string | null} */
  placeOf(number) {
    const at = this.places.get(number)?.at || (number === this.leader ? this.facts.leads_at : "");
    if (!at) return null;
    try {
      findMoment(this.record, at);
      return at;
    } catch {
      // The position has been deleted.
      return null;
    }
  }

  /**
   * Request an edit.
   * @param {{do: string, [name: string]: any}} wish
   * @returns {Promise<Answer>}
   */
  edit(wish) {
    return this.room.edit({ ...wish, seen: this.version });
  }

  /** @param {import("../data/protocol.js").Edited} message */
  #edited({ version, by, edit }) {
    // A repeated edit gets its old answer again.
    if (version <= this.version) return;
    this.version = version;
    const kept = /** @type {import("../play/study_edits.js").Kept} */ (edit);
    const { record, shifts, at } = applyEdit(this.record, kept);
    this.record = record;
    if (shifts.length) {
      for (const [number, place] of this.places) if (place.at) this.places.set(number, { ...place, at: moved(shifts, place.at) });
      if (this.facts.leads_at) this.facts.leads_at = moved(shifts, this.facts.leads_at);
    }
    if (kept.do === "lead") this.#lead(by, kept.at ?? null);
    if (kept.do === "role") this.#role(kept.member, kept.can_edit);
    this.#tell("done", { by, edit: kept, at, shifts });
  }

  /** @param {number} by @param {string | null} at */
  #lead(by, at) {
    if (at !== null) Object.assign(this.facts, { leader: by, leads_at: at });
    else if (this.facts.leader === by) Object.assign(this.facts, { leader: 0, leads_at: "" });
    if (at !== null) this.places.set(by, { cell: this.places.get(by)?.cell ?? null, at });
    this.#tell("people");
  }

  /** @param {number} member @param {boolean} canEdit */
  #role(member, canEdit) {
    const readers = (this.facts.readers ?? []).filter((each) => each !== member);
    this.facts.readers = canEdit ? readers : [...readers, member];
    if (!canEdit && this.facts.leader === member) Object.assign(this.facts, { leader: 0, leads_at: "" });
    this.#tell("people");
  }

  /** @param {import("../data/protocol.js").Pointed} message */
  #pointed({ number, cell, at = "" }) {
    this.places.set(number, { cell, at });
    this.#tell("people", { pointed: number });
  }

  /** @param {string} name @param {any} [detail] */
  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  close() {
    this.#stop.abort();
  }
}

/** @param {Shift[]} shifts @param {string} at */
function moved(shifts, at) {
  try {
    return shiftMoment(shifts, at).name;
  } catch {
    return "";
  }
}
