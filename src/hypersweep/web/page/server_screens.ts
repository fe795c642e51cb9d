// Additional screens and texts for a page with a server.

import { UNDER, WAYS } from "./frame/header.tsx";
import type { App, Entry } from "./app.ts";

const ENTRIES: Record<string, Entry> = {
  lobby: { parts: ["start", "asked", "lobby"], load: async () => (await import("./server.ts")).LobbyScreen },
  room: { parts: ["game", "room"], load: async () => (await import("./server.ts")).RoomScreen },
  study: { parts: ["game", "replay", "study"], styles: "more", load: async () => (await import("./server.ts")).StudyScreen },
  best: asked("best", async () => (await import("./server.ts")).BestScreen),
  daily: { ...asked("daily", async () => (await import("./server.ts")).DailyScreen), styles: "more" },
  account: asked("account", async () => (await import("./server.ts")).AccountScreen),
  shared: asked("shared", async () => (await import("./server.ts")).SharedScreen),
  person: { ...asked("person", async () => (await import("./server.ts")).PersonScreen, "statistics"), styles: "more" },
  admin: asked("admin", async () => (await import("./server.ts")).AdminScreen),
};

/**
 * The entry of a screen that shows the server's data.
 * @param more - further parts of texts that it needs
 */
function asked(name: string, load: Entry["load"], ...more: string[]): Entry {
  return { parts: ["asked", ...more, name], load };
}

/** Links to them in the header, before settings and help. */
const MORE_WAYS: [string, string][] = [["lobby", "together.go_lobby"], ["best", "together.go_best"], ["daily", "together.go_daily"], ["account", "together.go_account"]];

export function addScreens(screens: Record<string, Entry>) {
  Object.assign(screens, ENTRIES);
  WAYS.splice(WAYS.findIndex(([way]) => way === "settings"), 0, ...MORE_WAYS);
  Object.assign(UNDER, { daily: "daily", room: "lobby", study: "lobby", shared: "best", person: "best", admin: "account" });
}

/**
 * Show the player's unfinished games on the server, once they are loaded.
 * @param signal - of the screen
 */
export async function showRunning(app: App, element: HTMLElement, signal: AbortSignal) {
  try {
    const { showRunningGames } = await import("./server.ts");
    if (!signal.aborted) showRunningGames(app, element, signal);
  } catch (error) {
    // The games saved in this browser are shown anyway.
    console.debug("the running games can't be loaded:", error);
  }
}
