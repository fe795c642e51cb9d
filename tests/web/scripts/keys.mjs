// Answers what keys are called: a line of JSON with events, answered by their names in the table of keys.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { nameOf } = await import(new URL("input/keys.js", pathToFileURL(`${process.argv[2]}/`)));
const asked = JSON.parse(readFileSync(0, "utf-8"));
const named = ([key, code, shiftKey, isLocked]) => nameOf({ key, code, shiftKey, getModifierState: (name) => name === "CapsLock" && isLocked });
console.log(JSON.stringify(asked.map(named)));
