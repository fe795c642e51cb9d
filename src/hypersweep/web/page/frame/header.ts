// The header of every screen: a skip link, the name, and links to other screens, which collapse on narrow screens.

import type { App } from "../app.ts";

/** The addresses it links to, and the names of their texts. */
export const WAYS: [string, string][] = ["", "resume", "statistics", "analysis", "settings", "help"].map((way) => [way, `page.go_${way || "play"}`]);
/** Screens without a link of their own, and the link that is marked for them. */
export const UNDER: Record<string, string> = { game: "", replay: "statistics", review: "statistics" };

export class Header {
  element;
  #name = "";
  #list = document.createElement("ul");
  #fold = document.createElement("button");
  /** Elements at the end of the header. */
  signs: HTMLElement[] = [];

  constructor(public app: App) {
    this.element = document.createElement("header");
    this.element.className = "top";
    this.#list.id = "ways";
    this.#fold.className = "fold";
    this.#fold.type = "button";
    this.#fold.setAttribute("aria-controls", this.#list.id);
    this.#fold.addEventListener("click", () => this.#open(this.#fold.getAttribute("aria-expanded") !== "true"));
    this.#list.addEventListener("click", ({ target }) => {
      this.#open(false);
      const link = target instanceof Element ? target.closest("a") : null;
      // If the link's screen failed to load, the address is already the link's, so following it would do nothing.
      if (app.screen === null && link?.hash === location.hash) app.go(link.dataset.way ?? "");
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#fold.getAttribute("aria-expanded") !== "true") return;
      event.preventDefault();
      event.stopPropagation();
      this.#open(false);
      this.#fold.focus();
    });
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && !this.element.contains(event.relatedTarget)) this.#open(false);
    });
  }

  /** Fill in the texts, in the current language. */
  fill() {
    const { app } = this;
    const skip = document.createElement("a");
    skip.className = "skip";
    skip.href = "#main";
    skip.textContent = app.text("page.skip");
    skip.addEventListener("click", (event) => {
      // Don't follow the link: the part after "#" is the screen's address.
      event.preventDefault();
      app.goIn();
    });
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = app.text("page.title");
    const nav = document.createElement("nav");
    nav.setAttribute("aria-label", app.text("page.ways"));
    this.#fold.textContent = app.text("page.menu");
    this.#list.replaceChildren(
      ...WAYS.map(([way, text]) => {
        const link = document.createElement("a");
        link.href = `#/${way}`;
        link.dataset.way = way;
        link.textContent = app.text(text);
        const item = document.createElement("li");
        item.append(link);
        return item;
      }),
    );
    nav.append(this.#fold, this.#list);
    this.element.replaceChildren(skip, name, nav, ...this.signs);
    this.#open(false);
    this.mark(this.#name);
  }

  /**
   * Mark the link to the current screen.
   * @param name - of a screen
   */
  mark(name: string) {
    this.#name = name;
    const way = Object.hasOwn(UNDER, name) ? UNDER[name] : name;
    for (const link of this.#list.querySelectorAll("a")) {
      if (link.dataset.way !== way) link.removeAttribute("aria-current");
      else link.setAttribute("aria-current", way === name ? "page" : "true");
    }
  }

  #open(isOpen: boolean) {
    this.#fold.setAttribute("aria-expanded", String(isOpen));
  }
}
