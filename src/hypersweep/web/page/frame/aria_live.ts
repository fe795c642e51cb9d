// Announcements to screen readers, all in one place so that nothing is read twice or interrupted.

/** Milliseconds for which announcements are collected and then read as one. */
const GATHER = 150;
const MOST = 6;

export class LiveRegion {
  element = document.createElement("div");
  #waiting: Map<string, string> = new Map();
  #timer = 0;

  constructor() {
    this.element.className = "unseen live";
    this.element.setAttribute("role", "status");
  }

  /** @param key - replaces a waiting announcement with the same key */
  say(text: string, key: string = text) {
    if (!text) return;
    this.#waiting.delete(key);
    this.#waiting.set(key, text);
    // Drop the oldest if there are too many to listen to.
    if (this.#waiting.size > MOST) this.#waiting.delete(this.#waiting.keys().next().value ?? "");
    this.#timer ||= window.setTimeout(() => this.#read(), GATHER);
  }

  #read() {
    this.#timer = 0;
    // New elements are read even if their text is the same as before.
    this.element.replaceChildren(
      ...[...new Set(this.#waiting.values())].map((text) => {
        const line = document.createElement("p");
        line.textContent = text;
        return line;
      }),
    );
    this.#waiting.clear();
  }
}
