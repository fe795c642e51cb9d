// Starts the page.

import { App, SCREENS, addStyle, sendFor } from "./app.ts";
import { Messages } from "./messages.ts";
import { addScreens, addTexts, showRunning } from "./server_screens.ts";
import { Settings } from "./settings.ts";
import { Storage } from "./storage.ts";

const root = document.getElementById("app") as HTMLElement;
// Whether a server for multiplayer is behind this page.
const hasServer = document.querySelector("meta[name=hypersweep-server]") !== null;
if (hasServer) addScreens(SCREENS);
sendFor(location.hash);
const storage = await Storage.open();
const settings = await Settings.load(storage);
const messages = await Messages.load(settings.get("language"));
if (hasServer) await Promise.all([addTexts(messages), addStyle("server")]);
settings.follow();
const app = new App(root, { storage, settings, messages });
if (hasServer) app.showRunning = showRunning;
// If a game is likely, load the kernels while the screen is built. Errors are reported by the code that needs them.
if (/^(#\/?(game|resume|$)|$)/.test(location.hash)) app.engine().catch(() => {});
try {
  await app.begin();
} finally {
  // Cache the page for offline use, which needs https or a local address.
  if (location.protocol.startsWith("http")) {
    try {
      await navigator.serviceWorker?.register(new URL("sw.js", document.baseURI), { updateViaCache: "none" });
    } catch (error) {
      console.debug("the page isn't kept in this browser:", error);
    }
  }
}
