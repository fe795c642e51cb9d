// The rooms that this browser was in recently, to which the lobby leads back.

import type { App } from "../app.ts";
import type { Role, RoomKind } from "../data/protocol.ts";

interface MyRoom {
  room: string;
  key: string | null;
  role: Role;
  kind: RoomKind;
  board: string;
  mines: number;
  rules: string;
  when: number;
}

const KEY = "rooms";
const MOST = 12;

function listOf(found: unknown): MyRoom[] {
  return Array.isArray(found) ? found.filter((each) => typeof each?.room === "string" && typeof each.board === "string") : [];
}

/** The saved rooms, latest first. */
export async function myRooms({ storage }: Pick<App, "storage">): Promise<MyRoom[]> {
  return listOf(await storage.get("settings", KEY));
}

export async function noteRoom({ storage }: Pick<App, "storage">, own: MyRoom) {
  await storage.change("settings", KEY, (before) => [own, ...listOf(before).filter(({ room }) => room !== own.room)].slice(0, MOST));
}

/** Remove a room that is over or no longer exists. */
export async function forgetRoom({ storage }: Pick<App, "storage">, name: string) {
  await storage.change("settings", KEY, (before) => listOf(before).filter(({ room }) => room !== name));
}

/** The part of an address that leads to a room. */
export function roomAddress({ room, kind, key = null, role = "player" }: {room: string, kind: RoomKind, key?: string | null, role?: Role}) {
  const query = new URLSearchParams({ ...(key === null ? {} : { key }), ...(role === "watcher" ? { role } : {}) }).toString();
  return `${kind === "study" ? "study" : "room"}/${room}${query ? `?${query}` : ""}`;
}
