// Data saved in the browser: settings, running games, finished games. All of it stays on this device.
//
// If the browser saves nothing (as some do in private windows), everything works until the page is closed. In some
// browsers the database never answers (WebKit bug 226547), which is handled the same way.

import { PATIENCE, deadline } from "./patience.ts";

const NAME = "hypersweep";
/** Upgrading an older database adds missing stores; existing data stays. */
const VERSION = 2;
const STORES = ["settings", "running", "events", "games", "records"] as const;
export type StoreName = (typeof STORES)[number];
/** A compound key starts with the key of the game it belongs to. */
type Key = string | number | (string | number)[];

/** One step of a write: put a value, remove one, or remove all with a compound key that starts with `family`. */
export type Step = {store: StoreName, key: Key, value: any} | {store: StoreName, remove: Key} | {store: StoreName, family: string};
interface WriteOptions {
  /** wait until the data is on disk, not only passed to the operating system */ isStrict?: boolean;
  /** nothing is written unless it holds */ guard?: {store: StoreName, key: Key, holds: (value: any) => boolean};
}

/** Time limit in milliseconds for reading a whole store, which may be large. */
const MANY = 5 * PATIENCE;

const tooLate = (): never => {
  throw new DOMException("the browser's database doesn't answer", "TimeoutError");
};

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("the change was taken back", "AbortError"));
  });
}

function familyRange(family: string) {
  return IDBKeyRange.bound([family], [family, []]);
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    for (const store of STORES) if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
  };
  // Another tab has an older version of the database open. The browser asks that tab to close it, which may take a
  // while.
  const blocked = new Promise<never>((_, reject) => {
    request.onblocked = () => setTimeout(() => reject(new DOMException("an older version of the page has the database open", "InvalidStateError")), 2000);
  });
  // The database may still open after the time limit.
  request.addEventListener("success", () => (request.result.onversionchange = () => request.result.close()));
  return Promise.race([answered(request), blocked]);
}

/** Stores values by store and key. */
export class Storage {
  #memory: Record<string, Map<string, [Key, any]>> = Object.fromEntries(STORES.map((name) => [name, new Map()]));
  #opening: Promise<IDBDatabase> | null = null;
  /** Increases when the database is reopened or given up: earlier writes may be lost. */
  generation = 0;
  /** Channel on which pages announce that the list of games has changed. */
  #channel: BroadcastChannel | null = null;
  /** Announces released games to this page, which doesn't receive its own messages on the channel. */
  #released = new EventTarget();

  constructor(public database: IDBDatabase | null, public name: string = NAME) {
    if (!database) return;
    this.#follow(database);
    if (globalThis.BroadcastChannel) this.#channel = new BroadcastChannel(`${name} games`);
  }

  /** Call a function when another page has changed the list of games, or any page has released one. */
  onGames(act: () => unknown, signal: AbortSignal) {
    this.#channel?.addEventListener("message", act, { signal });
    this.#released.addEventListener("released", act, { signal });
    // A frozen page may have missed a change.
    document.addEventListener("visibilitychange", () => !document.hidden && act(), { signal });
  }

  /** Tell all pages, this one too, that a game can be continued. */
  tellReleased() {
    this.#channel?.postMessage(null);
    this.#released.dispatchEvent(new Event("released"));
  }

  /** Whether the database has stopped answering: data saved from then on lasts until the page is closed. */
  isSilent = false;
  #onSilence = () => {};

  /** Call a function once the database has stopped answering, or at once if it already has. */
  onSilence(act: () => void) {
    if (this.isSilent) act();
    else this.#onSilence = act;
  }

  /** Continue without the database. */
  #giveUp() {
    if (this.isSilent) return;
    this.isSilent = true;
    this.database = null;
    this.generation += 1;
    this.#onSilence();
  }

  /** The database's answer; if the database is missing or doesn't answer, that of the page's own data. */
  async #answer<Value>(ask: () => Promise<Value>, own: () => Value, milliseconds?: number): Promise<Value> {
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

  static async open(name: string = NAME) {
    try {
      return new Storage(await deadline(openDatabase(name), tooLate), name);
    } catch (error) {
      const storage = new Storage(null, name);
      storage.isSilent = error instanceof DOMException && error.name === "TimeoutError";
      return storage;
    }
  }

  #follow(database: IDBDatabase) {
    const lost = () => {
      if (this.database === database) this.#opening ??= this.#reopen();
      this.#opening?.catch(() => {});
    };
    database.addEventListener("close", lost);
    // Don't block a newer version of the page, or the deletion of all data.
    database.onversionchange = () => database.close();
  }

  async #reopen(): Promise<IDBDatabase> {
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

  /** Start a transaction, immediately if the database is open; a closed or deleted database is reopened. */
  #begin(stores: StoreName[], mode: IDBTransactionMode, options?: IDBTransactionOptions): IDBTransaction | Promise<IDBTransaction> {
    const begin = (database: IDBDatabase) => database.transaction(stores, mode, options);
    if (this.#opening) return this.#opening.then(begin);
    try {
      return begin(this.database as IDBDatabase);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
      this.#opening = this.#reopen();
      return this.#opening.then(begin);
    }
  }

  /** @returns the value; undefined if there is none */
  async get(store: StoreName, key: Key): Promise<any> {
    const ask = async () => answered((await this.#begin([store], "readonly")).objectStore(store).get(key));
    return this.#answer(ask, () => structuredClone(this.#memory[store].get(JSON.stringify(key))?.[1]));
  }

  /**
   * Run several steps, all or none. Resolves when they are saved. If the database is open and there is no guard, the
   * write has started when this returns, so nothing is lost if the page is closed right afterwards.
   * @returns false if the guard doesn't hold, and nothing was written. Rejects after some time of silence; the data may
   * still be saved later, for example by a slow disk
   */
  async write(steps: readonly Step[], options: WriteOptions = {}): Promise<boolean> {
    if (!steps.length) return true;
    if (this.database) return deadline(this.#write(steps, options), tooLate);
    const { guard } = options;
    if (guard && !guard.holds(await this.get(guard.store, guard.key))) return false;
    for (const step of steps) this.#remember(step);
    return true;
  }

  async #write(steps: readonly Step[], { isStrict = false, guard }: WriteOptions): Promise<boolean> {
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

  #remember(step: Step) {
    const own = this.#memory[step.store];
    if ("value" in step) own.set(JSON.stringify(step.key), [structuredClone(step.key), structuredClone(step.value)]);
    else if ("remove" in step) own.delete(JSON.stringify(step.remove));
    else for (const [text, [key]] of own) if (Array.isArray(key) && key[0] === step.family) own.delete(text);
  }

  /**
   * Change a value depending on its current one, atomically.
   * @param change - returns the new value; undefined leaves the old one
   */
  async change(store: StoreName, key: Key, change: (before: any) => any): Promise<void> {
    if (!this.database) {
      const value = change(await this.get(store, key));
      return value === undefined ? undefined : this.#remember({ store, key, value });
    }
    return deadline(this.#change(store, key, change), tooLate);
  }

  async #change(store: StoreName, key: Key, change: (before: any) => any) {
    const transaction = await this.#begin([store], "readwrite");
    const kept = done(transaction);
    kept.catch(() => {});
    const own = transaction.objectStore(store);
    const value = change(await answered(own.get(key)));
    if (value !== undefined) own.put(value, key);
    await kept;
  }

  /** All values of a store by key, or only those with a compound key that starts with `family`. */
  async all(store: StoreName, family?: string): Promise<[any, any][]> {
    const own = () =>
      [...this.#memory[store].values()]
        .filter(([key]) => family === undefined || (Array.isArray(key) && key[0] === family))
        .sort(([one], [other]) => (Array.isArray(one) && Array.isArray(other) ? Number(one[1]) - Number(other[1]) : one < other ? -1 : 1))
        .map(([key, value]) => [structuredClone(key), structuredClone(value)] as [any, any]);
    const ask = async () => {
      const kept = (await this.#begin([store], "readonly")).objectStore(store);
      const range = family === undefined ? undefined : familyRange(family);
      const [keys, values] = await Promise.all([answered(kept.getAllKeys(range)), answered(kept.getAll(range))]);
      return keys.map((key, place) => [key, values[place]] as [any, any]);
    };
    return this.#answer(ask, own, MANY);
  }

  async keys(store: StoreName): Promise<any[]> {
    const ask = async () => answered((await this.#begin([store], "readonly")).objectStore(store).getAllKeys());
    return this.#answer(ask, () => [...this.#memory[store].values()].map(([key]) => structuredClone(key)));
  }
}
