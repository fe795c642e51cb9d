// @ts-check
// Starts the page.

import { App } from "./app.js";
import { Messages } from "./messages.js";
import { Settings } from "./settings.js";
import { Storage } from "./storage.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const storage = await Storage.open();
const settings = await Settings.load(storage);
const messages = await Messages.load(settings.get("language"));
await new App(root, { storage, settings, messages }).begin();
