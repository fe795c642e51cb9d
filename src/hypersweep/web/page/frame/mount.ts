// Shows a screen's view in its element.

import { render, type ComponentChild } from "preact";

/** Render a view into an element until the signal aborts. Signals that the view reads update it by themselves. */
export function mount(view: ComponentChild, element: HTMLElement, signal: AbortSignal) {
  render(view, element);
  signal.addEventListener("abort", () => render(null, element), { once: true });
}
