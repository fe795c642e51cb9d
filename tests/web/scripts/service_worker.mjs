// The page's service worker with fake caches and a fake network: a failing file, a full disk, silent caches.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vm from "node:vm";

const source = readFileSync(process.argv[2], "utf8");
const HOST = "https://example.org/";
const FILES = { "index.html": "sha256-a", "v-0123456789abcdef/a.js": "sha256-b", "v-0123456789abcdef/b.js": "sha256-c" };

/** A worker that was just begun, with what it asked of the network. */
function begin({ caches, network }) {
  const listeners = {};
  const asked = [];
  const fetch = async (request) => {
    asked.push(request.url);
    return network(request.url);
  };
  class Request {
    constructor(url) {
      this.url = url;
      this.method = "GET";
    }
  }
  const self = {
    SITE: { version: "v-0123456789abcdef", files: FILES },
    addEventListener: (name, act) => (listeners[name] = act),
    skipWaiting: () => {},
  };
  vm.runInNewContext(source, { self, caches, fetch, Request, DOMException, URL, location: new URL(`${HOST}sw.js`), setTimeout: (act) => setTimeout(act, 20) });
  const install = () => {
    let done;
    listeners.install({ waitUntil: (promise) => (done = promise) });
    return done;
  };
  const get = (name) => {
    let answer;
    listeners.fetch({ request: new Request(HOST + name), respondWith: (promise) => (answer = promise) });
    return answer;
  };
  return { install, get, asked };
}

class Caches {
  all = new Map();
  constructor(room = Infinity) {
    this.room = room;
  }
  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const kept = this.all.get(name);
    const put = async (address, answer) => {
      if (kept.size >= this.room) throw new DOMException("no room", "QuotaExceededError");
      kept.set(address, answer);
    };
    return { match: async (address) => kept.get(address), put };
  }
  async keys() {
    return [...this.all.keys()];
  }
  async delete(name) {
    return this.all.delete(name);
  }
}

const ok = (url) => ({ ok: true, status: 200, url });

// A file that fails leaves the others, and only what is missing is asked for again.
{
  const caches = new Caches();
  const isBad = (url) => url.endsWith("/b.js");
  const first = begin({ caches, network: (url) => (isBad(url) ? { ok: false, status: 503 } : ok(url)) });
  await assert.rejects(first.install(), /503/);
  assert.equal(first.asked.length, 3);
  const second = begin({ caches, network: ok });
  await second.install();
  assert.deepEqual(second.asked, [`${HOST}v-0123456789abcdef/b.js`]);
}

// What there is no room for takes none.
{
  const caches = new Caches(2);
  await assert.rejects(begin({ caches, network: ok }).install(), { name: "QuotaExceededError" });
  assert.equal(caches.all.size, 0);
}

// Caches that fail or are silent are done without.
for (const open of [() => new Promise(() => {}), async () => assert.fail("no caches")]) {
  const caches = new Caches();
  caches.open = open;
  const worker = begin({ caches, network: ok });
  assert.equal((await worker.get("")).url, HOST);
  assert.equal((await worker.get("v-0123456789abcdef/a.js")).status, 200);
}
console.log("done");
