// @ts-check
// Links to the server's data.

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
  // A name in another direction of writing leaves the rest of the line alone.
  const shown = node("bdi", "", name);
  if (!person) return shown;
  const found = link(`person/${encodeURIComponent(person)}`, "");
  found.append(shown);
  return found;
}
