// The screen for unexpected errors: what happened, details to copy, and ways to continue.

import { copyText } from "./clipboard.ts";
import { button, node } from "./elements.ts";
import type { App } from "../app.ts";

/** Details that help find the cause, without personal data. */
function details(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  // In some browsers the stack includes the message, in others it doesn't.
  const told = error instanceof Error && stack.includes(error.message) ? stack : `${error}\n${stack}`;
  return [told, "", location.href, navigator.userAgent].join("\n");
}

/** Whether part of the page couldn't be fetched: the browser is offline, or the site has a newer version. */
function isMissingPart(error: unknown) {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** Required features that this browser lacks. */
function missingFeatures(): string[] {
  const missing = ["WebAssembly", "Worker", "ResizeObserver"].filter((name) => !(name in globalThis));
  // Some browsers disable canvases in their high-security mode.
  if (!document.createElement("canvas").getContext("2d")) missing.push("Canvas");
  return missing;
}

export function showFailure(app: App, error: unknown) {
  const heading = node("h1", "", app.text("page.failed"));
  heading.tabIndex = -1;
  const missing = missingFeatures();
  const why = missing.length ? "page.failed_browser" : isMissingPart(error) ? "page.failed_part" : "page.failed_error";
  const what = node("p", "", app.text(why, { missing: missing.join(", ") }));
  const text = node("textarea");
  text.readOnly = true;
  text.rows = 8;
  text.setAttribute("aria-label", app.text("page.failed_details"));
  text.value = details(error);
  const buttons = node(
    "p",
    "buttons",
    button(app.text("page.failed_reload"), () => location.reload()),
    button(app.text("page.failed_home"), () => app.go("")),
    button(app.text("page.copy"), () => copyText(app, text.value)),
  );
  app.main.replaceChildren(node("div", "screen failure text", heading, what, buttons, text));
  heading.focus();
}
