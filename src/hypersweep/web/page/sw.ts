// Caches the whole page in the browser, so that it works offline.
//
// hypersweep.web.site inserts `SITE` before this: the version, and each file with its hash. A version is used once it
// is cached completely. Its files have versioned addresses: an open page keeps using its own, and the next start uses
// the newest.

interface Happening {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
  waitUntil: (done: Promise<unknown>) => void;
}
const worker: any = self;
const site: {version: string, files: Record<string, string>} = worker.SITE ?? { version: "", files: {} };
const scope = new URL("./", location.href).href;
// Another site on the same host may have its own caches.
const family = `hypersweep ${scope} `;
const own = family + site.version;
/**
 * Milliseconds of silence after which the page continues without the caches; as in patience.ts, which can't be imported
 * here.
 */
const PATIENCE = 3000;

async function keep() {
  const cache = await caches.open(own);
  try {
    const names = Object.entries(site.files);
    // Load only a few files at a time, because the player may already be playing.
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let next = names.pop(); next; next = names.pop()) {
          const [name, integrity] = next;
          // Files cached before a failure needn't be loaded again; if a host returns to an older version, its files are
          // already cached.
          if (await cache.match(scope + name)) continue;
          const isLasting = name.startsWith(`${site.version}/`);
          const request = new Request(scope + name, { integrity, cache: isLasting ? "default" : "no-cache" });
          const answer = await fetch(request);
          if (!answer.ok) throw new Error(`expected ${name}, got status ${answer.status}`);
          await cache.put(scope + name, answer);
        }
      }),
    );
  } catch (error) {
    // The browser retries at the next start, and continues from here. If the quota is exceeded, free the space.
    if (error instanceof DOMException && error.name === "QuotaExceededError") await caches.delete(own);
    throw error;
  }
}

/**
 * Delete old caches except the two newest: an open page may still need the previous version's files, and after a
 * rollback, the previous version isn't the newest of the old ones.
 */
async function clean() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(family) && name !== own);
  await Promise.all(kept.slice(0, -2).map((name) => caches.delete(name)));
}

async function keptAnswer(address: string): Promise<Response | undefined> {
  const found = await (await caches.open(own)).match(address);
  if (found) return found;
  for (const name of (await caches.keys()).filter((each) => each.startsWith(family))) {
    const older = await (await caches.open(name)).match(address);
    if (older) return older;
  }
  return undefined;
}

async function answer(request: Request, address: string): Promise<Response> {
  const silence: Promise<undefined> = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  // If the caches fail or don't answer, there may still be a network.
  return (await Promise.race([keptAnswer(address), silence]).catch(() => undefined)) ?? fetch(request);
}

worker.addEventListener("install", (event: Happening) => {
  if (site.version) event.waitUntil(keep().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event: Happening) => {
  event.waitUntil(clean().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event: Happening) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, "");
  if (request.method !== "GET" || !address.startsWith(scope) || !site.version) return;
  const name = address.slice(scope.length);
  // Files of other versions are in folders; other files on this host aren't ours.
  if (name === "") event.respondWith(answer(request, `${scope}index.html`));
  else if (Object.hasOwn(site.files, name) || /^v-[0-9a-f]{16}\//.test(name)) event.respondWith(answer(request, address));
});
