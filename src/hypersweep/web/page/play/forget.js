// @ts-check
// Deletes everything saved in the browser: all games except those that another tab is playing, and all settings.

import { USUAL } from "../settings.js";
import { findDamage, removeDamage } from "./damage.js";
import { removeRunning, running } from "./games.js";

/** @typedef {import("../app.js").App} App */

/**
 * @param {App} app
 * @returns {Promise<number>} number of games that couldn't be deleted because they are being played
 */
export async function forgetAll(app) {
  const { storage, settings } = app;
  let busy = 0;
  for (const { key } of await running(app)) {
    try {
      await removeRunning(app, key);
    } catch (error) {
      if (/** @type {any} */ (error).kind !== "BusyError") throw error;
      busy += 1;
    }
  }
  const stores = /** @type {const} */ (["games", "records"]);
  const steps = await Promise.all(stores.map(async (store) => (await storage.all(store)).map(([key]) => ({ store, remove: key }))));
  if (steps.flat().length) await storage.write(steps.flat(), { isStrict: true });
  await removeDamage(app, await findDamage(app));
  const names = /** @type {(keyof typeof USUAL)[]} */ (Object.keys(USUAL));
  // Change the language last: it redraws the page, which should then show all other defaults.
  for (const name of names.sort((one, other) => Number(one === "language") - Number(other === "language"))) {
    if (settings.get(name) !== USUAL[name]) await settings.set(name, USUAL[name]);
  }
  return busy;
}
