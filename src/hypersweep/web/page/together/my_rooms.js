// @ts-check
// The rooms that this browser was in recently, to which the lobby leads back.

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../data/protocol.js").RoomKind} RoomKind */
/** @typedef {import("../data/protocol.js").Role} Role */
/** @typedef {{room: string, key: string | null, role: Role, kind: RoomKind, board: string, mines: number, rules: string, when: number}} MyRoom */

const KEY = "rooms";
const MOST = 12;

/** @param {unknown} found @returns {MyRoom[]} */
function listOf(found) {
  return Array.isArray(found) ? found.filter((each) => typeof each?.room === "string" && typeof each.board === "string") : [];
}

/** The saved rooms, latest first. @param {Pick<App, "storage">} app @returns {Promise<MyRoom[]>} */
export async function myRooms({ storage }) {
  return listOf(await storage.get("settings", KEY));
}

/** @param {Pick<App, "storage">} app @param {MyRoom} own */
export async function noteRoom({ storage }, own) {
  await storage.change("settings", KEY, (before) => [own, ...listOf(before).filter(({ room }) => room !== own.room)].slice(0, MOST));
}

/** Remove a room that is over or no longer exists. @param {Pick<App, "storage">} app @param {string} name */
export async function forgetRoom({ storage }, name) {
  await storage.change("settings", KEY, (before) => listOf(before).filter(({ room }) => room !== name));
}

/** The part of an address that leads to a room. @param {{room: string, kind: RoomKind, key?: string | null, role?: Role}} own */
export function roomAddress({ room, kind, key = null, role = "player" }) {
  const query = new URLSearchParams({ ...(key === null ? {} : { key }), ...(role === "watcher" ? { role } : {}) }).toString();
  return `${kind === "study" ? "study" : "room"}/${room}${query ? `?${query}` : ""}`;
}
