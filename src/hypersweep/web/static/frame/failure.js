// @ts-check
// What is shown where the page itself has failed: what happened, text to copy, and ways on.

/** @typedef {import("../app.js").App} App */

/**
 * Everything that helps to find out what happened. Nothing of the player's is in it.
 * @param {unknown} error
 */
function details(error) {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  // Some browsers have the message in the stack, some don't.
  const told = error instanceof Error && stack.includes(error.message) ? stack : `${error}\n${stack}`;
  return [told, "", location.href, navigator.userAgent].join("\n");
}

/** A part that can't be fetched: offline, or the site has a newer version. @param {unknown} error */
function isMissingPart(error) {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** @param {App} app @param {unknown} error */
export function showFailure(app, error) {
  const heading = document.createElement("h1");
  heading.textContent = app.text("page.failed");
  heading.tabIndex = -1;
  const what = document.createElement("p");
  what.textContent = app.text(isMissingPart(error) ? "page.failed_part" : "page.failed_error");
  const text = document.createElement("textarea");
  text.readOnly = true;
  text.rows = 8;
  text.setAttribute("aria-label", app.text("page.failed_details"));
  text.value = details(error);
  const buttons = document.createElement("p");
  buttons.className = "buttons";
  const button = (/** @type {string} */ name, /** @type {() => unknown} */ act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = app.text(name);
    made.addEventListener("click", act);
    return made;
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      app.say(app.text("page.copied"));
    } catch {
      // Not every browser lets pages write there.
      text.focus();
      text.select();
    }
  };
  buttons.append(
    button("page.failed_reload", () => location.reload()),
    button("page.failed_home", () => app.go("")),
    button("page.copy", copy),
  );
  const element = document.createElement("div");
  element.className = "screen failure text";
  element.append(heading, what, buttons, text);
  app.main.replaceChildren(element);
  heading.focus();
}
