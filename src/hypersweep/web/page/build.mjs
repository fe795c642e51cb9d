// Builds the page: bundles its scripts and styles into the folder that is served and shipped.
//
//     node build.mjs OUTPUT BUILD
//
// One file has everything the start screen needs, and another has what games need up to the first move. Each dynamic
// import starts one more. The kernels (`make page`) in OUTPUT are left alone. BUILD gets what is neither served nor
// shipped: source maps in page-maps, and in page-modules a script for each module, which tests import.

import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FluentResource } from "@fluent/bundle";
import { bundleAsync as bundleStyles } from "lightningcss";
import { rolldown } from "rolldown";

const source = dirname(fileURLToPath(import.meta.url));
const [output, build] = process.argv.slice(2).map((name) => resolve(name));
const maps = join(build, "page-maps");
const modules = join(build, "page-modules");
const SHEETS = ["first.css", "page.css", "more.css", "server.css"];
/** The parts whose texts are needed up to the first move. */
const FIRST = ["game", "page", "session", "start"];
/** The oldest supported browsers (see docs/web.md), in lightningcss's version format. */
const BROWSERS = { chrome: 108 << 16, firefox: 121 << 16, safari: (15 << 16) | (4 << 8), ios_saf: (15 << 16) | (4 << 8) };

/** The texts of a file by their names, parsed here so that browsers needn't. */
function parsedTexts(/** @type {string} */ path, /** @type {string} */ source) {
  const { body } = new FluentResource(source);
  const written = source.match(/^[a-z]\S* =/gm) ?? [];
  // The parser skips what it can't parse.
  if (written.length !== body.length) throw new Error(`${path}: ${written.length - body.length} texts can't be parsed`);
  return Object.fromEntries(body.map(({ id, value }) => [id, value]));
}

/**
 * Turns the texts in messages/ into modules: "texts:de" contains a language's texts up to the first move,
 * "texts:de_more" the others, and "texts:languages" the languages' names and loaders. English is part of the script
 * that imports it, because every other language may lack a text.
 */
const texts = {
  name: "texts",
  resolveId(/** @type {string} */ id) {
    return id.startsWith("texts:") ? join(source, "messages", `${id.slice(6)}.js`) : null;
  },
  async load(/** @type {string} */ id) {
    if (dirname(id) !== join(source, "messages")) return null;
    const name = basename(id, ".js");
    if (name === "languages") {
      const names = (await readdir(join(source, "messages"))).filter((each) => !each.includes(".")).sort();
      const loaders = names.map((language) => {
        const first = language === "en" ? "async () => ({ default: english })" : `() => import("texts:${language}")`;
        const name = new Intl.DisplayNames([language], { type: "language" }).of(language);
        return `${language}: { name: "${name}", first: ${first}, more: () => import("texts:${language}_more") }`;
      });
      return `import english from "texts:en"; export default { ${loaders.join(", ")} };`;
    }
    const [language, more] = name.split("_");
    const folder = join(source, "messages", language);
    const all = (await readdir(folder)).map((file) => basename(file, ".ftl")).sort();
    const parts = all.filter((part) => FIRST.includes(part) !== Boolean(more));
    const paths = parts.map((part) => join(folder, `${part}.ftl`));
    const sources = await Promise.all(paths.map((path) => readFile(path, "utf8")));
    const texts = sources.map((text, place) => [parts[place], parsedTexts(paths[place], text)]);
    return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
  },
};

/** The folders of the npm packages that the bundle contains. */
const packages = new Set();

/**
 * The modules that a module imports statically, directly or indirectly.
 * @param {string} path - relative to the page's folder
 * @param {(id: string) => any} infoOf - rolldown's information about a module
 */
function importedBy(path, infoOf) {
  const found = new Set(infoOf(join(source, path)).importedIds);
  for (const id of found) for (const other of infoOf(id).importedIds) found.add(other);
  return found;
}

/**
 * Bundle a script with its static imports; each dynamic import starts a separate file.
 * @param {string} entry
 * @param {Record<string, string>} [whole] - output names, each with a script whose static imports all go into that file
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
  const built = await rolldown({ input: join(source, entry), plugins: [texts], logLevel: "silent" });
  const { output: chunks } = await built.write({
    dir: output,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: true,
    sourcemap: "hidden",
    ...options,
    codeSplitting: options.format === "iife" ? false : { groups: [{ name: groupOf }], includeDependenciesRecursively: false },
  });
  for (const id of chunks.flatMap(({ moduleIds = [] }) => moduleIds)) {
    const [folder] = id.match(/^.*\/node_modules\/(@[^/]+\/)?[^/]+/) ?? [];
    if (folder) packages.add(folder);
  }
  await built.close();
}

/** The path of a style sheet that another one imports: relative to it, or in a package. */
function findStyle(name, from) {
  const isInPackage = /^[^.].*\//.test(name);
  return isInPackage ? fileURLToPath(import.meta.resolve(name)) : join(dirname(from), name);
}

/**
 * Remove scripts that only re-export another file, such as game.js. Each would cost a request and its latency, so
 * import the other file directly.
 */
async function removeFacades() {
  const names = (await readdir(output)).filter((name) => name.endsWith(".js"));
  const texts = new Map(await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await readFile(join(output, name), "utf8")]))));
  for (const [facade, text] of texts) {
    const [, list, file] = text.match(/^export\{([^{}]*)\}from"\.\/([\w.]+)";\s*$/) ?? [];
    if (!file) continue;
    const fields = list.split(",").map((each) => each.split(" as ")).map(([own, name = own]) => `${name}:e.${own}`);
    for (const [name, own] of texts) {
      const direct = own.replaceAll(`import(\`./${facade}\`)`, `import(\`./${file}\`).then(e=>({${fields}}))`);
      if (direct !== own) await writeFile(join(output, name), direct);
      texts.set(name, direct);
    }
    texts.delete(facade);
    for (const name of [facade, `${facade}.map`]) await rm(join(output, name), { force: true });
  }
}

/** The license notice of a package, which the site must contain. */
async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  // Packages under the Apache License may leave its text out; the compiler's package has it.
  const shared = license === "Apache-2.0" ? join(source, "../../../../node_modules/typescript/LICENSE") : "";
  const text = await readFile(join(folder, "LICENSE"), "utf8").catch(() => readFile(shared, "utf8"));
  return `${name} ${version} (${license})\n\n${text}`;
}

await mkdir(output, { recursive: true });
for (const name of await readdir(output)) if (!name.includes(".wasm")) await rm(join(output, name), { recursive: true });
// main.js gets its own file because it has top-level awaits: a file that others import must not wait for those.
await bundleScript("main.ts", { page: "main.ts", game: "game.ts", records: "saved.ts" });
await bundleScript("engine/worker.ts");
await removeFacades();
await bundleScript("sw.ts", {}, { format: "iife", sourcemap: false });
await writeFile(join(output, "licenses.txt"), (await Promise.all([...packages].sort().map(licenseOf))).join("\n\n"));
await rm(maps, { recursive: true, force: true });
await mkdir(maps, { recursive: true });
for (const name of await readdir(output)) if (name.endsWith(".map")) await rename(join(output, name), join(maps, name));
await rm(modules, { recursive: true, force: true });
const scripts = (await readdir(source, { recursive: true })).filter((name) => /(?<!\.d)\.tsx?$/.test(name));
const each = await rolldown({
  input: scripts.map((name) => join(source, name)),
  plugins: [texts],
  treeshake: false,
  preserveEntrySignatures: "strict",
  logLevel: "silent",
});
await each.write({ dir: modules, preserveModules: true, preserveModulesRoot: source });
await each.close();
await mkdir(join(output, "styles"));
for (const name of SHEETS) {
  const { code } = await bundleStyles({ filename: join(source, "styles", name), minify: true, targets: BROWSERS, resolver: { resolve: findStyle } });
  await writeFile(join(output, "styles", name), code);
}
for (const name of ["manifest.webmanifest", "icons"]) await cp(join(source, name), join(output, name), { recursive: true });
const early = '<link rel="modulepreload" href="page.js">\n    ';
const text = await readFile(join(source, "index.html"), "utf8");
await writeFile(join(output, "index.html"), text.replace('<script type="module" src="main.js">', `${early}<script type="module" src="main.js">`));
