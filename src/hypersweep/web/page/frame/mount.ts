// Shows a screen's view in its element.

import { render, type ComponentChild } from "preact";

/**
 * Render a view into an element until `signal` aborts. The view updates itself when a Preact signal it reads changes.
 */
export function mount(view: ComponentChild, element: HTMLElement, signal: AbortSignal) {
  render(view, element);
  signal.addEventListener("abort", () => render(null, element), { once: true });
}
