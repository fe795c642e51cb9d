// Links to screens with the server's data.

import { node } from "../../frame/elements.ts";

/** @param address - of a screen */
export function link(address: string, text: string) {
  const found = node("a", "", text);
  found.href = `#/${address}`;
  return found;
}

/** A person's name as a link to their public page; for guests and deleted people, only the name. */
export function personLink(person: string | null | undefined, name: string) {
  // Isolate the name, so that its writing direction doesn't affect the rest of the line.
  const shown = node("bdi", "", name);
  if (!person) return shown;
  const found = link(`person/${encodeURIComponent(person)}`, "");
  found.append(shown);
  return found;
}
