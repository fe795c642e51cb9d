// The screen for unexpected errors: what happened, details to copy, and ways to continue.

import { render } from "preact";
import { copyText } from "./clipboard.tsx";
import type { App } from "../app.ts";

/** Details that help find the cause, without personal data. */
function details(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  // In some browsers the stack includes the message, in others it doesn't.
  const shown = error instanceof Error && stack.includes(error.message) ? stack : `${error}\n${stack}`;
  return [shown, "", location.href, navigator.userAgent].join("\n");
}

/** Whether part of the page couldn't be fetched: the browser is offline, or the site has a newer version. */
function isMissingPart(error: unknown) {
  return error instanceof TypeError && /import|module|fetch|style sheet/i.test(error.message);
}

/** Required features that this browser lacks. */
function missingFeatures(): string[] {
  const missing = ["WebAssembly", "Worker", "ResizeObserver"].filter((name) => !(name in globalThis));
  // Some browsers disable canvases in their high-security mode.
  if (!document.createElement("canvas").getContext("2d")) missing.push("Canvas");
  return missing;
}

export function showFailure(app: App, error: unknown) {
  const missing = missingFeatures();
  const why = missing.length ? "page.failed_browser" : isMissingPart(error) ? "page.failed_part" : "page.failed_error";
  const text = details(error);
  const screen = document.createElement("div");
  screen.className = "screen failure text";
  render(
    <>
      <h1 tabIndex={-1}>{app.text("page.failed")}</h1>
      <p>{app.text(why, { missing: missing.join(", ") })}</p>
      <p class="buttons">
        <button type="button" onClick={() => location.reload()}>{app.text("page.failed_reload")}</button>
        <button type="button" onClick={() => app.go("")}>{app.text("page.failed_home")}</button>
        <button type="button" onClick={() => copyText(app, text)}>{app.text("page.copy")}</button>
      </p>
      <textarea readOnly rows={8} aria-label={app.text("page.failed_details")}>{text}</textarea>
    </>,
    screen,
  );
  app.main.replaceChildren(screen);
  screen.querySelector("h1")?.focus();
}
