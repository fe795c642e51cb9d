// The header of every screen: a skip link, the name, and links to other screens, which collapse on narrow screens.

import { signal } from "@preact/signals";
import { render, type ComponentChild } from "preact";
import type { App } from "../app.ts";

/** The addresses of the header's links, and their message keys. */
export const WAYS: [string, string][] = ["", "resume", "statistics", "analysis", "settings", "help"].map((way) => [way, `page.go_${way || "play"}`]);
/** Screens without a link of their own, and the link that is marked for them. */
export const UNDER: Record<string, string> = { game: "", daily: "", replay: "statistics", review: "statistics" };

export class Header {
  element = document.createElement("header");
  /** The name of the current screen. */
  #name = signal("");
  #isOpen = signal(false);
  /** Shown after the links. */
  extra = signal<ComponentChild>(null);

  constructor(public app: App) {
    this.element.className = "top";
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#isOpen.value) return;
      event.preventDefault();
      event.stopPropagation();
      this.#isOpen.value = false;
      this.element.querySelector<HTMLElement>(".fold")?.focus();
    });
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && !this.element.contains(event.relatedTarget)) this.#isOpen.value = false;
    });
  }

  /** Fill in the texts, in the current language. */
  fill() {
    this.#isOpen.value = false;
    render(<this.View key={this.app.messages.language} />, this.element);
  }

  mark(name: string) {
    this.#name.value = name;
  }

  View = () => {
    const { app } = this;
    const name = this.#name.value;
    const marked = Object.hasOwn(UNDER, name) ? UNDER[name] : name;
    // Don't follow the link: the part after "#" is the screen's address.
    const skip = (event: Event) => {
      event.preventDefault();
      app.goIn();
    };
    // If the link's screen failed to load, the address is already the link's, so following it would do nothing.
    const follow = (way: string) => {
      this.#isOpen.value = false;
      if (app.screen === null && location.hash === `#/${way}`) app.go(way);
    };
    return (
      <>
        <a class="skip" href="#main" onClick={skip}>{app.text("page.skip")}</a>
        <span class="name">{app.text("page.title")}</span>
        <nav aria-label={app.text("page.ways")}>
          <button type="button" class="fold" aria-controls="ways" aria-expanded={this.#isOpen.value} onClick={() => (this.#isOpen.value = !this.#isOpen.value)}>
            {app.text("page.menu")}
          </button>
          <ul id="ways" class="row">
            {WAYS.map(([way, text]) => (
              <li>
                <a href={`#/${way}`} data-way={way} aria-current={way !== marked ? undefined : way === name ? "page" : "true"} onClick={() => follow(way)}>
                  {app.text(text)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {this.extra.value}
      </>
    );
  };
}
