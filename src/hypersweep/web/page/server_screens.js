// @ts-check
// Additional screens and texts for a page with a server.

import { UNDER, WAYS } from "./frame/header.js";

/** @typedef {import("./app.js").Entry} Entry */

/** @type {Record<string, Entry>} */
const ENTRIES = {
  lobby: { parts: ["start", "asked", "lobby"], load: async () => (await import("./server.js")).LobbyScreen },
  room: { parts: ["game", "room"], load: async () => (await import("./server.js")).RoomScreen },
  study: { parts: ["game", "replay", "study"], styles: "more", load: async () => (await import("./server.js")).StudyScreen },
  best: asked("best", async () => (await import("./server.js")).BestScreen),
  daily: asked("daily", async () => (await import("./server.js")).DailyScreen),
  account: asked("account", async () => (await import("./server.js")).AccountScreen),
  shared: asked("shared", async () => (await import("./server.js")).SharedScreen),
  person: { ...asked("person", async () => (await import("./server.js")).PersonScreen, "statistics"), styles: "more" },
  admin: asked("admin", async () => (await import("./server.js")).AdminScreen),
};

/**
 * The entry of a screen that shows the server's data.
 * @param {string} name
 * @param {Entry["load"]} load
 * @param {...string} more - further parts of texts that it needs
 * @returns {Entry}
 */
function asked(name, load, ...more) {
  return { parts: ["asked", ...more, name], load };
}

/** Links to them in the header, before settings and help. @type {[string, string][]} */
const MORE_WAYS = [["lobby", "together.go_lobby"], ["best", "together.go_best"], ["daily", "together.go_daily"], ["account", "together.go_account"]];

/** Add these screens to the page and its header. @param {Record<string, Entry>} screens */
export function addScreens(screens) {
  Object.assign(screens, ENTRIES);
  WAYS.splice(WAYS.findIndex(([way]) => way === "settings"), 0, ...MORE_WAYS);
  Object.assign(UNDER, { room: "lobby", study: "lobby", shared: "best", person: "best", admin: "account" });
}

/**
 * Show the player's unfinished games on the server, once they are loaded.
 * @param {import("./app.js").App} app @param {HTMLElement} element @param {AbortSignal} signal - of the screen
 */
export async function showRunning(app, element, signal) {
  try {
    const { RunningGames } = await import("./server.js");
    const running = new RunningGames(app, signal);
    await running.show();
    if (!signal.aborted) element.append(running.element);
  } catch (error) {
    // The games saved in this browser are shown anyway.
    console.debug("running games aren't known:", error);
  }
}

/** The names of these screens in the header. @param {import("./messages.js").Messages} messages */
export function addTexts(messages) {
  return messages.add("together");
}
