// @ts-check
// Links to screens with the server's data.

import { node } from "../../frame/elements.js";

/** @param {string} address - of a screen @param {string} text */
export function link(address, text) {
  const found = node("a", "", text);
  found.href = `#/${address}`;
  return found;
}

/**
 * A person's name as a link to their public page; for guests and deleted people, only the name.
 * @param {string | null | undefined} person
 * @param {string} name
 */
export function personLink(person, name) {
  // Isolate the name, so that its writing direction doesn't affect the rest of the line.
  const shown = node("bdi", "", name);
  if (!person) return shown;
  const found = link(`person/${encodeURIComponent(person)}`, "");
  found.append(shown);
  return found;
}
