// What a module asks for and offers.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
console.log(JSON.stringify({ imports: WebAssembly.Module.imports(module), exports }));
