// A sign in the header which says that the server can't be reached, or that the page must be reloaded.

import type { App } from "../app.ts";
import type { Connection } from "./connection.ts";

/** Milliseconds without a connection before the sign appears. */
const SOON = 1500;

export class ConnectionSign {
  element;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wasShown = false;

  constructor(public app: App, public connection: Connection) {
    this.element = document.createElement("button");
    this.element.type = "button";
    this.element.className = "connection";
    this.element.hidden = true;
    this.element.addEventListener("click", () => this.#press());
    app.header.element.append(this.element);
    connection.addEventListener("change", () => this.#turn());
    this.#turn();
  }

  get #isAway() {
    return this.connection.state === "away" || this.connection.state === "opening";
  }

  #turn() {
    // Show nothing if the connection comes back quickly.
    if (this.#isAway) {
      this.#timer ??= setTimeout(() => this.#show("is_away"), SOON);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.connection.state === "old") this.#show("is_old");
    else {
      if (this.#wasShown && this.connection.isOpen) this.app.announce(this.app.text("together.is_back"), "connection");
      this.#wasShown = false;
      this.element.hidden = true;
    }
  }

  #show(what: "is_old" | "is_away") {
    const { app, element } = this;
    element.textContent = app.text(`together.${what}`);
    element.title = app.text(`together.${what}_about`);
    element.hidden = false;
    if (!this.#wasShown) app.announce(`${element.textContent}. ${element.title}`, "connection");
    this.#wasShown = true;
  }

  async #press() {
    if (this.connection.state !== "old") return this.connection.retry();
    // Update the service worker first, because it would serve the old page from its cache.
    await navigator.serviceWorker?.getRegistration().then((kept) => kept?.update()).catch(() => {});
    location.reload();
  }
}
