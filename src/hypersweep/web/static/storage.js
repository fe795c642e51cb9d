// @ts-check
// What is kept in the browser: settings, games to go on with, finished games. All of it stays on this device.
//
// Where the browser keeps nothing (some do so in private windows), everything works as long as the page is open.

const NAME = "hypersweep";
const VERSION = 1;
const STORES = /** @type {const} */ (["settings", "running", "games"]);
/** @typedef {(typeof STORES)[number]} StoreName */

/** @template Value @param {IDBRequest<Value>} request @returns {Promise<Value>} */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Values by store and key. "games" are numbered by themselves, the others are named by whoever keeps something. */
export class Storage {
  /** @type {Record<string, Map<IDBValidKey, any>>} */
  #memory = Object.fromEntries(STORES.map((name) => [name, new Map()]));

  /** @param {IDBDatabase | null} database */
  constructor(database) {
    this.database = database;
  }

  /** Whether what is kept lasts longer than the page. */
  get isLasting() {
    return this.database !== null;
  }

  /** @param {string} [name] */
  static async open(name = NAME) {
    try {
      const request = indexedDB.open(name, VERSION);
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store, { autoIncrement: store === "games" });
      };
      const database = await answered(request);
      // A newer version of the page, in another tab, may want to change it.
      database.onversionchange = () => database.close();
      return new Storage(database);
    } catch {
      return new Storage(null);
    }
  }

  /**
   * Does something to a store, all of it or none.
   * @template Value
   * @param {StoreName} store
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest<Value>} act
   * @returns {Promise<Value>}
   */
  async #act(store, mode, act) {
    const database = /** @type {IDBDatabase} */ (this.database);
    const transaction = database.transaction(store, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
    const [value] = await Promise.all([answered(act(transaction.objectStore(store))), done]);
    return value;
  }

  /** @param {StoreName} store @param {IDBValidKey} key @returns {Promise<any>} the value; undefined where there is none */
  async get(store, key) {
    return this.database ? this.#act(store, "readonly", (own) => own.get(key)) : structuredClone(this.#memory[store].get(key));
  }

  /** @param {StoreName} store @param {any} value @param {IDBValidKey} [key] @returns {Promise<IDBValidKey>} its key */
  async put(store, value, key) {
    if (this.database) return this.#act(store, "readwrite", (own) => own.put(value, key));
    const memory = this.#memory[store];
    const own = key ?? memory.size + 1;
    memory.set(own, structuredClone(value));
    return own;
  }

  /**
   * Changes a value by what it is now, with nobody else in between.
   * @param {StoreName} store
   * @param {IDBValidKey} key
   * @param {(before: any) => any} change
   * @returns {Promise<void>}
   */
  async change(store, key, change) {
    if (!this.database) return void this.#memory[store].set(key, structuredClone(change(this.#memory[store].get(key))));
    const transaction = this.database.transaction(store, "readwrite");
    const own = transaction.objectStore(store);
    own.put(change(await answered(own.get(key))), key);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }

  /** @param {StoreName} store @param {IDBValidKey} key */
  async remove(store, key) {
    if (this.database) await this.#act(store, "readwrite", (own) => own.delete(key));
    else this.#memory[store].delete(key);
  }

  /** @param {StoreName} store @returns {Promise<[IDBValidKey, any][]>} all of a store, by its keys */
  async all(store) {
    if (!this.database) return [...this.#memory[store]].map(([key, value]) => [key, structuredClone(value)]);
    const own = this.database.transaction(store).objectStore(store);
    const [keys, values] = await Promise.all([answered(own.getAllKeys()), answered(own.getAll())]);
    return keys.map((key, place) => [key, values[place]]);
  }
}
