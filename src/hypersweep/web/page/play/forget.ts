// Deletes everything saved in the browser: all games except those that another tab is playing, and all settings.

import { USUAL } from "../settings.ts";
import { findDamage, removeDamage } from "./damaged_games.ts";
import { removeRunning, running } from "./games.ts";
import type { App } from "../app.ts";

/** @returns number of games that couldn't be deleted because they are being played */
export async function forgetAll(app: App): Promise<number> {
  const { storage, settings } = app;
  let busy = 0;
  for (const { key } of await running(app)) {
    try {
      await removeRunning(app, key);
    } catch (error) {
      if ((error as any).kind !== "BusyError") throw error;
      busy += 1;
    }
  }
  const stores = ["games", "records"] as const;
  const steps = await Promise.all(stores.map(async (store) => (await storage.all(store)).map(([key]) => ({ store, remove: key }))));
  if (steps.flat().length) await storage.write(steps.flat(), { isStrict: true });
  await removeDamage(app, await findDamage(app));
  const names = Object.keys(USUAL) as (keyof typeof USUAL)[];
  // Change the language last: it redraws the page, which should then show all other defaults.
  for (const name of names.sort((one, other) => Number(one === "language") - Number(other === "language"))) {
    if (settings.get(name) !== USUAL[name]) await settings.set(name, USUAL[name]);
  }
  return busy;
}
