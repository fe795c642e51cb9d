// Creates elements by function calls, never from markup, so texts in records can't inject any.

const SVG = "http://www.w3.org/2000/svg";

/** Create an HTML element. */
export function node<Name extends keyof HTMLElementTagNameMap>(name: Name, className = "", ...children: (Node | string)[]) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Create an HTML element with properties and attributes. */
export function made<Name extends keyof HTMLElementTagNameMap>(name: Name, values: Record<string, any> = {}, ...children: (Node | string)[]) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(values)) {
    if (key in element && key !== "list") (element as any)[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/**
 * Create a button with a text.
 * @param options - `label`: its accessible name, if its text is only a symbol
 */
export function button(text: string, act: () => unknown, { className = "", label = "" }: {className?: string, label?: string} = {}) {
  const element = node("button", className, text);
  element.type = "button";
  if (label) {
    // Speech control needs the visible text in the name, if it can be spoken.
    element.setAttribute("aria-label", /[\p{L}\p{N}]/u.test(text) ? `${text}: ${label}` : label);
    element.title = label;
  }
  element.addEventListener("click", act);
  return element;
}

/** Create an SVG element. */
export function drawn(name: string, attributes: Record<string, string | number> = {}, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  element.append(...children);
  return element;
}

/** Save a file on the player's device. */
export function download(content: Blob, name: string) {
  const address = URL.createObjectURL(content);
  const link = node("a");
  [link.href, link.download] = [address, name];
  link.click();
  // The browser reads the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
