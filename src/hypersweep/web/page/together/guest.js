// @ts-check
// Signs in people without an account as guests.

import { ask } from "./http.js";

/** @typedef {import("../data/protocol.js").Me} Me */

/** The person signed in in this browser; a new guest if there is none. @returns {Promise<Me>} */
export async function enter() {
  return (await ask("/api/me")) ?? (await ask("/api/session", { method: "POST" }));
}
