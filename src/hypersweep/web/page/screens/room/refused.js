// @ts-check
// Errors of rooms and studies, and the screen for a room that can't be joined.

import { node } from "../../frame/elements.js";
import { refusedText } from "../../play/told.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {Pick<import("../../data/protocol.js").Refused, "what" | "message" | "values">} Refused */

/** The error for an address without the name of a room. @type {Refused} */
export const NO_ROOM = { what: "no_room", message: "expected the name of a room" };

/** Whether a room can have this name: `RoomName` in the server's protocol. @param {string} name */
export const isRoomName = (name) => /^[A-Za-z0-9_-]{8,32}$/.test(name);

/** The error message for players; the texts "together_refusals" must be loaded. @param {App} app @param {Refused} refused */
export function roomRefusedText(app, { what, message, values }) {
  return refusedText(app.messages, { message, detail: { ...values, message, what: `together_${what}` } });
}

/**
 * Explain why the room can't be joined, with a link to the lobby.
 * @param {App} app
 * @param {HTMLElement} element - element of the screen
 * @param {string} title
 * @param {string} text
 */
export function showNoWay(app, element, title, text) {
  const why = node("p", "", text);
  why.setAttribute("role", "alert");
  const link = node("a", "", app.text("together.to_lobby"));
  link.href = "#/lobby";
  element.replaceChildren(node("section", "room-refused", node("h1", "", title), why, link));
}
