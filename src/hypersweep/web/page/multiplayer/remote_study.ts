// A study on the server as this tab knows it: its record, its roles and the members' positions. Accepted edits are
// applied in the server's order; this member's own edits take effect once the server has accepted them.

import { parseRecord } from "../play/record.ts";
import { hasMoment } from "../play/record_tree.ts";
import { applyEdit, shiftMoment, type SavedEdit, type Shift } from "../play/study_edits.ts";
import type { Edited, Pointed, State, Study } from "../data/protocol.ts";
import type { Record } from "../play/record_writer.ts";
import type { Answer, RemoteRoom } from "./remote_room.ts";

/** An applied edit: who made it, and the position it concerns. */
export type Done = { by: number; edit: SavedEdit; at: string | null; shifts: Shift[] };

/**
 * Events: "reset" (everything may have changed), "done" (detail: `Done`), "people" (presence, positions or roles have
 * changed), "pointed" (a member's cursor has moved).
 */
export class RemoteStudy extends EventTarget {
  record;
  #stop = new AbortController();
  /** The other members' positions, mapped to the current record. */
  places: Map<number, {cell: number | null, at: string}> = new Map();
  version = 0;

  /** @param room - a room whose state is known */
  constructor(public room: RemoteRoom) {
    super();
    this.record = this.#read() as Record;
    const { signal } = this.#stop;
    room.addEventListener("state", () => this.#reset(), { signal });
    room.addEventListener("edited", (event) => this.#edited((event as CustomEvent).detail), { signal });
    room.addEventListener("pointed", (event) => this.#pointed((event as CustomEvent).detail), { signal });
    for (const name of ["members", "access", "away"]) room.addEventListener(name, () => this.#tell("people"), { signal });
  }

  facts: Study = {};

  #read() {
    const state = this.room.state as State;
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

  /** A member's position; null if unknown. */
  placeOf(number: number): string | null {
    const at = this.places.get(number)?.at || (number === this.leader ? this.facts.leads_at : "");
    // The position may have been deleted.
    return at && hasMoment(this.record, at) ? at : null;
  }

  edit(request: {do: string, [name: string]: any}): Promise<Answer> {
    return this.room.edit({ ...request, seen: this.version });
  }

  #edited({ version, by, edit }: Edited) {
    // A repeated edit gets its old answer again.
    if (version <= this.version) return;
    this.version = version;
    const kept = edit as SavedEdit;
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

  #lead(by: number, at: string | null) {
    if (at !== null) Object.assign(this.facts, { leader: by, leads_at: at });
    else if (this.facts.leader === by) Object.assign(this.facts, { leader: 0, leads_at: "" });
    if (at !== null) this.places.set(by, { cell: this.places.get(by)?.cell ?? null, at });
    this.#tell("people");
  }

  #role(member: number, canEdit: boolean) {
    const readers = (this.facts.readers ?? []).filter((each) => each !== member);
    this.facts.readers = canEdit ? readers : [...readers, member];
    if (!canEdit && this.facts.leader === member) Object.assign(this.facts, { leader: 0, leads_at: "" });
    this.#tell("people");
  }

  #pointed({ number, cell, at = "" }: Pointed) {
    const hasMoved = this.places.get(number)?.at !== at;
    this.places.set(number, { cell, at });
    this.#tell(hasMoved ? "people" : "pointed");
  }

  #tell(name: string, detail: any = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  close() {
    this.#stop.abort();
  }
}

function moved(shifts: Shift[], at: string) {
  try {
    return shiftMoment(shifts, at).name;
  } catch {
    return "";
  }
}
