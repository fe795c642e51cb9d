// @ts-check
// The screens that need a server: a page without one doesn't load this.

import { UNDER, WAYS } from "./frame/header.js";

/** @typedef {import("./app.js").Entry} Entry */

/** @type {Record<string, Entry>} */
const ENTRIES = {
  lobby: { parts: ["start", "asked", "lobby"], styles: ["start", "lobby"], load: () => import("./screens/lobby.js") },
  room: { parts: ["game", "room"], styles: ["room"], load: () => import("./screens/room.js") },
  study: { parts: ["game", "replay", "study"], styles: ["replay", "study"], load: () => import("./screens/study.js") },
  best: asked("best", () => import("./screens/best.js")),
  daily: asked("daily", () => import("./screens/daily.js")),
  account: asked("account", () => import("./screens/account.js")),
  shared: asked("shared", () => import("./screens/shared.js")),
  person: asked("person", () => import("./screens/person.js"), "statistics"),
  admin: asked("admin", () => import("./screens/admin.js")),
};

/**
 * A screen for the server's data.
 * @param {string} name
 * @param {Entry["load"]} load
 * @param {...string} more - further parts whose texts and styles it needs
 * @returns {Entry}
 */
function asked(name, load, ...more) {
  const parts = ["asked", ...more, name];
  return { parts, styles: parts, load };
}

/** The ways to them, before those to settings and help. @type {[string, string][]} */
const MORE_WAYS = [["lobby", "together.go_lobby"], ["best", "together.go_best"], ["daily", "together.go_daily"], ["account", "together.go_account"]];

/** Add these screens to the page, and to its header. @param {Record<string, Entry>} screens */
export function addScreens(screens) {
  Object.assign(screens, ENTRIES);
  WAYS.splice(WAYS.findIndex(([way]) => way === "settings"), 0, ...MORE_WAYS);
  Object.assign(UNDER, { room: "lobby", study: "lobby", shared: "best", person: "best", admin: "account" });
}

/**
 * Show one's own unfinished games on the server, once they are loaded.
 * @param {import("./app.js").App} app @param {HTMLElement} element @param {AbortSignal} signal - of the screen
 */
export async function showRunning(app, element, signal) {
  try {
    const { RunningGames } = await import("./screens/asking/running_games.js");
    const running = new RunningGames(app, signal);
    await running.show();
    if (!signal.aborted) element.append(running.element);
  } catch (error) {
    // The games of this browser are there all the same.
    console.debug("running games aren't known:", error);
  }
}

/** The names of these screens in the header. @param {import("./messages.js").Messages} messages */
export function addTexts(messages) {
  return messages.add("together");
}
