// @ts-check
// Data saved in the browser: settings, running games, finished games. All of it stays on this device.
//
// If the browser saves nothing (as some do in private windows), everything works until the page is closed. In some
// browsers the database never answers (WebKit bug 226547), which is handled the same way.

import { PATIENCE, deadline } from "./patience.js";

const NAME = "hypersweep";
/** Upgrading an older database adds missing stores; existing data stays. */
const VERSION = 2;
const STORES = /** @type {const} */ (["settings", "running", "events", "games", "records"]);
/** @typedef {(typeof STORES)[number]} StoreName */
/** A compound key starts with the key of the game it belongs to. @typedef {string | number | (string | number)[]} Key */

/**
 * One step of a write: put a value, remove one, or remove all with a compound key that starts with `family`.
 * @typedef {{store: StoreName, key: Key, value: any} | {store: StoreName, remove: Key} | {store: StoreName, family: string}} Step
 */
/**
 * @typedef {object} WriteOptions
 * @property {boolean} [isStrict] - wait until the data is on disk, not only passed to the operating system
 * @property {{store: StoreName, key: Key, holds: (value: any) => boolean}} [guard] - nothing is written unless this
 * holds
 */

/** Time limit in milliseconds for reading a whole store, which may be large. */
const MANY = 5 * PATIENCE;

/** @returns {never} */
const tooLate = () => {
  throw new DOMException("the browser's database doesn't answer", "TimeoutError");
};

/** @template Value @param {IDBRequest<Value>} request @returns {Promise<Value>} */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("the change was taken back", "AbortError"));
  });
}

/** @param {string} family */
function familyRange(family) {
  return IDBKeyRange.bound([family], [family, []]);
}

/** @param {string} name @returns {Promise<IDBDatabase>} */
async function openDatabase(name) {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    for (const store of STORES) if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
  };
  // Another tab has an older version of the database open; it is asked to close it, which may take a while.
  const blocked = new Promise((_, reject) => {
    request.onblocked = () => setTimeout(() => reject(new DOMException("an older page has it open", "InvalidStateError")), 2000);
  });
  // The database may still open after the time limit.
  request.addEventListener("success", () => (request.result.onversionchange = () => request.result.close()));
  return Promise.race([answered(request), blocked]);
}

/** Stores values by store and key. */
export class Storage {
  /** @type {Record<string, Map<string, [Key, any]>>} */
  #memory = Object.fromEntries(STORES.map((name) => [name, new Map()]));
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;
  /** Increases when the database had to be reopened: earlier writes may be lost. */
  generation = 0;
  /** Channel on which pages announce that the list of games has changed. @type {BroadcastChannel | null} */
  #channel = null;

  /** @param {IDBDatabase | null} database @param {string} [name] */
  constructor(database, name = NAME) {
    this.database = database;
    this.name = name;
    if (!database) return;
    this.#follow(database);
    if (globalThis.BroadcastChannel) this.#channel = new BroadcastChannel(`${name} games`);
  }

  /** Call a function when another page has changed the list of games. @param {() => unknown} act @param {AbortSignal} signal */
  onGames(act, signal) {
    this.#channel?.addEventListener("message", act, { signal });
    // A frozen page may have missed a change.
    document.addEventListener("visibilitychange", () => !document.hidden && act(), { signal });
  }

  /** Whether the database has stopped answering: data saved from then on lasts until the page is closed. */
  isSilent = false;
  #told = () => {};

  /** Call a function once the database has stopped answering, or now if it already has. @param {() => void} act */
  onSilence(act) {
    if (this.isSilent) act();
    else this.#told = act;
  }

  /** Continue without the database. */
  #giveUp() {
    if (this.isSilent) return;
    this.isSilent = true;
    this.database = null;
    this.generation += 1;
    this.#told();
  }

  /**
   * The database's answer; if the database is missing or doesn't answer, that of the page's own data.
   * @template Value
   * @param {() => Promise<Value>} ask
   * @param {() => Value} own
   * @param {number} [milliseconds]
   * @returns {Promise<Value>}
   */
  async #answer(ask, own, milliseconds) {
    if (!this.database) return own();
    const silent = () => {
      this.#giveUp();
      return own();
    };
    return deadline(ask(), silent, milliseconds);
  }

  /** Whether saved data outlasts the page. */
  get isLasting() {
    return this.database !== null;
  }

  /** @param {string} [name] */
  static async open(name = NAME) {
    try {
      return new Storage(await deadline(openDatabase(name), tooLate), name);
    } catch (error) {
      const storage = new Storage(null, name);
      storage.isSilent = error instanceof DOMException && error.name === "TimeoutError";
      return storage;
    }
  }

  /** @param {IDBDatabase} database */
  #follow(database) {
    const lost = () => {
      if (this.database === database) this.#opening ??= this.#reopen();
      this.#opening?.catch(() => {});
    };
    database.addEventListener("close", lost);
    // Don't block a newer version of the page, or the deletion of all data.
    database.onversionchange = () => database.close();
  }

  /** @returns {Promise<IDBDatabase>} */
  async #reopen() {
    try {
      const database = await openDatabase(this.name);
      if (this.isSilent) {
        database.close();
        return tooLate();
      }
      this.database = database;
      this.generation += 1;
      this.#follow(database);
      return database;
    } finally {
      this.#opening = null;
    }
  }

  /**
   * Start a transaction, immediately if the database is open; a closed or deleted database is reopened.
   * @param {StoreName[]} stores
   * @param {IDBTransactionMode} mode
   * @param {IDBTransactionOptions} [options]
   * @returns {IDBTransaction | Promise<IDBTransaction>}
   */
  #begin(stores, mode, options) {
    const begin = (/** @type {IDBDatabase} */ database) => database.transaction(stores, mode, options);
    if (this.#opening) return this.#opening.then(begin);
    try {
      return begin(/** @type {IDBDatabase} */ (this.database));
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
      this.#opening = this.#reopen();
      return this.#opening.then(begin);
    }
  }

  /** @param {StoreName} store @param {Key} key @returns {Promise<any>} the value; undefined where there is none */
  async get(store, key) {
    const ask = async () => answered((await this.#begin([store], "readonly")).objectStore(store).get(key));
    return this.#answer(ask, () => structuredClone(this.#memory[store].get(JSON.stringify(key))?.[1]));
  }

  /**
   * Put a value. Resolves when it is saved.
   * @param {StoreName} store @param {any} value @param {Key} key
   */
  async put(store, value, key) {
    await this.write([{ store, key, value }]);
  }

  /**
   * Run several steps, all or none. Resolves when they are saved. The write has started when this returns, so nothing
   * is lost if the page is closed right afterwards.
   * @param {readonly Step[]} steps
   * @param {WriteOptions} [options]
   * @returns {Promise<boolean>} false if the guard doesn't hold, and nothing was written. Rejects after some time of
   * silence; the data may still be saved later, for example by a slow disk
   */
  async write(steps, options = {}) {
    if (!steps.length) return true;
    if (this.database) return deadline(this.#write(steps, options), tooLate);
    const { guard } = options;
    if (guard && !guard.holds(await this.get(guard.store, guard.key))) return false;
    for (const step of steps) this.#remember(step);
    return true;
  }

  /** @param {readonly Step[]} steps @param {WriteOptions} options @returns {Promise<boolean>} */
  async #write(steps, { isStrict = false, guard }) {
    const stores = [...new Set([...steps.map(({ store }) => store), ...(guard ? [guard.store] : [])])];
    const begun = this.#begin(stores, "readwrite", { durability: isStrict ? "strict" : "relaxed" });
    const transaction = begun instanceof Promise ? await begun : begun;
    const kept = done(transaction);
    // If a step throws, report only its error.
    kept.catch(() => {});
    try {
      if (guard && !guard.holds(await answered(transaction.objectStore(guard.store).get(guard.key)))) {
        transaction.abort();
        return false;
      }
      for (const step of steps) {
        const own = transaction.objectStore(step.store);
        if ("value" in step) own.put(step.value, step.key);
        else own.delete("family" in step ? familyRange(step.family) : step.remove);
      }
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // The transaction has already ended.
      }
      throw error;
    }
    transaction.commit?.();
    await kept;
    if (steps.some((step) => step.store === "games" || (step.store === "running" && "remove" in step))) this.#channel?.postMessage(null);
    return true;
  }

  /** @param {Step} step */
  #remember(step) {
    const own = this.#memory[step.store];
    if ("value" in step) own.set(JSON.stringify(step.key), [structuredClone(step.key), structuredClone(step.value)]);
    else if ("remove" in step) own.delete(JSON.stringify(step.remove));
    else for (const [text, [key]] of own) if (Array.isArray(key) && key[0] === step.family) own.delete(text);
  }

  /**
   * Change a value depending on its current one, atomically.
   * @param {StoreName} store
   * @param {Key} key
   * @param {(before: any) => any} change - returns the new value; undefined leaves the old one
   * @returns {Promise<void>}
   */
  async change(store, key, change) {
    if (!this.database) {
      const value = change(await this.get(store, key));
      return value === undefined ? undefined : this.#remember({ store, key, value });
    }
    return deadline(this.#change(store, key, change), tooLate);
  }

  /** @param {StoreName} store @param {Key} key @param {(before: any) => any} change */
  async #change(store, key, change) {
    const transaction = await this.#begin([store], "readwrite");
    const kept = done(transaction);
    kept.catch(() => {});
    const own = transaction.objectStore(store);
    const value = change(await answered(own.get(key)));
    if (value !== undefined) own.put(value, key);
    await kept;
  }

  /** @param {StoreName} store @param {Key} key */
  async remove(store, key) {
    await this.write([{ store, remove: key }]);
  }

  /**
   * All values of a store by key, or only those with a compound key that starts with `family`.
   * @param {StoreName} store
   * @param {string} [family]
   * @returns {Promise<[any, any][]>}
   */
  async all(store, family) {
    const own = () =>
      [...this.#memory[store].values()]
        .filter(([key]) => family === undefined || (Array.isArray(key) && key[0] === family))
        .sort(([one], [other]) => (Array.isArray(one) && Array.isArray(other) ? Number(one[1]) - Number(other[1]) : one < other ? -1 : 1))
        .map(([key, value]) => /** @type {[any, any]} */ ([structuredClone(key), structuredClone(value)]));
    const ask = async () => {
      const kept = (await this.#begin([store], "readonly")).objectStore(store);
      const range = family === undefined ? undefined : familyRange(family);
      const [keys, values] = await Promise.all([answered(kept.getAllKeys(range)), answered(kept.getAll(range))]);
      return keys.map((key, place) => /** @type {[any, any]} */ ([key, values[place]]));
    };
    return this.#answer(ask, own, MANY);
  }

  /** @param {StoreName} store @returns {Promise<any[]>} */
  async keys(store) {
    const ask = async () => answered((await this.#begin([store], "readonly")).objectStore(store).getAllKeys());
    return this.#answer(ask, () => [...this.#memory[store].values()].map(([key]) => structuredClone(key)));
  }

  close() {
    this.database?.close();
  }
}
