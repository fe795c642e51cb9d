// Listens for dropped and pasted content anywhere in the page; input/drop.ts recognises it.

import type { App } from "../app.ts";

const TYPED_INTO = "input, textarea, select, [contenteditable]";

export function listenForFiles(app: App) {
  const run = (act: (later: typeof import("../later.ts")) => Promise<unknown>) =>
    import("../later.ts").then(act).catch((error) => app.fail(error));
  const hasFiles = (event: DragEvent) => Boolean(event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain"));
  addEventListener("dragover", (event) => {
    if (!hasFiles(event) || (event.target instanceof Element && event.target.closest(TYPED_INTO))) return;
    event.preventDefault();
    document.documentElement.classList.add("dropping");
  });
  for (const name of ["dragleave", "drop", "dragend"]) {
    addEventListener(name, (event) => {
      const isOut = name !== "dragleave" || (event as DragEvent).relatedTarget === null;
      if (isOut) document.documentElement.classList.remove("dropping");
    });
  }
  addEventListener("drop", (event) => {
    if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event)) return;
    if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData("text/plain");
    run((later) => (files.length ? later.openFiles(app, files) : later.openText(app, text)));
  });
  addEventListener("paste", (event) => {
    if (event.defaultPrevented || !event.clipboardData) return;
    if (event.target instanceof Element && event.target.closest(`${TYPED_INTO}, dialog`)) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (!files.length && !text.trim()) return;
    event.preventDefault();
    run((later) => (files.length ? later.openFiles(app, files) : later.openText(app, text)));
  });
}
