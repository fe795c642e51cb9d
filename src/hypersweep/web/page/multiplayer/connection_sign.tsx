// A sign in the header which says that the server can't be reached, or that the page must be reloaded.

import { signal } from "@preact/signals";
import type { App } from "../app.ts";
import type { Connection } from "./connection.ts";

/** Milliseconds without a connection before the sign appears. */
const SOON = 1500;

export function showSign(app: App, connection: Connection) {
  const shown = signal<"" | "is_old" | "is_away">("");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const textOf = (name: string) => app.text(`together.${name}`);
  const show = (what: "is_old" | "is_away") => {
    if (!shown.value) app.announce(`${textOf(what)}. ${textOf(`${what}_about`)}`, "connection");
    shown.value = what;
  };
  const turn = () => {
    const { state } = connection;
    // Show nothing if the connection comes back quickly.
    if (state === "away" || state === "opening") {
      timer ??= setTimeout(() => show("is_away"), SOON);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    if (state === "old") return show("is_old");
    if (shown.value && connection.isOpen) app.announce(textOf("is_back"), "connection");
    shown.value = "";
  };
  const press = async () => {
    if (connection.state !== "old") return connection.retry();
    // Update the service worker first, because it would serve the old page from its cache.
    await navigator.serviceWorker?.getRegistration().then((kept) => kept?.update()).catch(() => {});
    location.reload();
  };
  const Sign = () => {
    const what = shown.value;
    return (
      <button type="button" class="connection" hidden={!what} title={what && textOf(`${what}_about`)} onClick={press}>
        {what && textOf(what)}
      </button>
    );
  };
  app.header.extra.value = <Sign />;
  connection.addEventListener("change", turn);
  turn();
}
