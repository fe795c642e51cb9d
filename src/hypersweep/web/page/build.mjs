// Build the page: bundle its scripts and styles into the folder that is served and shipped.
//
//     node build.mjs OUTPUT
//
// What is needed up to the first move is one file, and every dynamic import begins another one. The kernels (`make page`)
// stay in OUTPUT as they are.

import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const source = dirname(fileURLToPath(import.meta.url));
const output = resolve(process.argv[2]);
const KERNELS = "kernels.wasm";
const SHEETS = ["first.css", "page.css", "more.css", "server.css"];
/** The oldest browsers of docs/web.md, as lightningcss writes versions. */
const BROWSERS = { chrome: 108 << 16, firefox: 121 << 16, safari: (15 << 16) | (4 << 8) };

// The packages of package-lock.json are outside the folder of the page.
const installed = createRequire(join(source, "../../../../build/node/"));
const { rolldown } = await import(pathToFileURL(installed.resolve("rolldown")).href);
const { bundle: bundleStyles } = installed("lightningcss");

/**
 * The modules that a module imports at once, themselves or through others.
 * @param {string} path - in the folder of the page
 * @param {(id: string) => any} infoOf - what rolldown knows of a module
 */
function importedBy(path, infoOf) {
  const found = new Set(infoOf(join(source, path)).importedIds);
  for (const id of found) for (const other of infoOf(id).importedIds) found.add(other);
  return found;
}

/**
 * Bundle a script with all that it imports; every dynamic import begins a file of its own.
 * @param {string} entry
 * @param {Record<string, string>} [whole] - names of files, each with the script whose own imports it has, none shared out
 * @param {{format?: string, sourcemap?: boolean}} [options] - for rolldown
 */
async function bundleScript(entry, whole = {}, options = {}) {
  /** @type {[string, Set<string>][]} */
  let groups = [];
  const groupOf = (/** @type {string} */ id, /** @type {any} */ context) => {
    const infoOf = (/** @type {string} */ each) => context.getModuleInfo(each);
    if (!groups.length) groups = Object.entries(whole).map(([name, path]) => [name, importedBy(path, infoOf)]);
    return groups.find(([, modules]) => modules.has(id))?.[0] ?? null;
  };
  const built = await rolldown({ input: join(source, entry), logLevel: "silent" });
  await built.write({
    dir: output,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: true,
    // Beside the files, for developers: nothing names, serves or ships them.
    sourcemap: "hidden",
    ...options,
    codeSplitting: options.format === "iife" ? false : { groups: [{ name: groupOf }] },
  });
  await built.close();
}

await mkdir(output, { recursive: true });
for (const name of await readdir(output)) if (!name.startsWith(KERNELS)) await rm(join(output, name), { recursive: true });
// main.js stays apart, since it waits for what it loads: a file that others import must not wait for those.
await bundleScript("main.js", { page: "main.js", records: "saved.js" });
await bundleScript("engine/worker.js");
await bundleScript("sw.js", {}, { format: "iife", sourcemap: false });
await mkdir(join(output, "styles"));
for (const name of SHEETS) {
  const { code } = bundleStyles({ filename: join(source, "styles", name), minify: true, targets: BROWSERS });
  await writeFile(join(output, "styles", name), code);
}
for (const name of ["manifest.webmanifest", "icons"]) await cp(join(source, name), join(output, name), { recursive: true });
const early = ["page.js", "worker.js"].map((name) => `<link rel="modulepreload" href="${name}">\n    `).join("");
const text = await readFile(join(source, "index.html"), "utf8");
await writeFile(join(output, "index.html"), text.replace('<script type="module" src="main.js">', `${early}<script type="module" src="main.js">`));
