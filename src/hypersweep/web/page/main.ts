// Starts the page.

import { App, SCREENS, addStyle, preloadEngine, sendFor } from "./app.ts";
import { Messages } from "./messages.ts";
import { pause } from "./patience.ts";
import { addScreens, showRunning } from "./server_screens.ts";
import { Settings } from "./settings.ts";
import { Storage } from "./storage.ts";

/** Milliseconds after which the page is cached even if the player hasn't made a move. */
const LOOKING = 3000;
/** Milliseconds after the first move before more is loaded, so that its effect is shown first. */
const RESTING = 1000;

const root = document.getElementById("app") as HTMLElement;
// Whether a server for multiplayer is behind this page.
const hasServer = document.querySelector("meta[name=hypersweep-server]") !== null;
if (hasServer) addScreens(SCREENS);
// If the address is that of a game, load everything for it at once; otherwise after the screen is shown.
const isGame = /^#\/?(game|resume)/.test(location.hash);
sendFor(location.hash);
if (isGame) preloadEngine();
const storage = await Storage.open();
const settings = await Settings.load(storage);
const messages = await Messages.load(settings.get("language"));
if (hasServer) await Promise.all([messages.add("together"), addStyle("server")]);
settings.follow();
const app = new App(root, { storage, settings, messages });
if (hasServer) app.showRunning = showRunning;
// Start the engine while the screen is built. Errors are reported by the code that needs it.
if (isGame) app.engine().catch(() => {});
// After the first move, load all kernels: the player may need them soon, for example for a hint.
app.played
  .then(() => pause(RESTING))
  .then(async () => (await app.engine()).loadAll())
  .catch(() => {});
try {
  await app.begin();
  if (/^(#\/?)?$/.test(location.hash)) {
    preloadEngine();
    app.engine().catch(() => {});
  }
} finally {
  await Promise.race([app.played, pause(LOOKING)]);
  // Cache the page for offline use, which needs https or a local address.
  if (location.protocol.startsWith("http")) {
    try {
      await navigator.serviceWorker?.register(new URL("sw.js", document.baseURI), { updateViaCache: "none" });
    } catch (error) {
      console.debug("the page can't be cached for offline use:", error);
    }
  }
}
