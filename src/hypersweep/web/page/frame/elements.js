// @ts-check
// Creates elements by function calls, never from markup, so texts in records can't inject any.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {(Node | string)[]} children
 */
export function node(name, className = "", ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/**
 * Create an HTML element with properties and attributes.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [values]
 * @param {(Node | string)[]} children
 */
export function made(name, values = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(values)) {
    if (key in element && key !== "list") /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/**
 * Create a button with a text.
 * @param {string} text
 * @param {() => unknown} act
 * @param {{className?: string, label?: string}} [options] - `label`: its accessible name, if its text is only a symbol
 */
export function button(text, act, { className = "", label = "" } = {}) {
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

/**
 * Create an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  element.append(...children);
  return element;
}

/**
 * Save a file on the player's device.
 * @param {Blob} content
 * @param {string} name
 */
export function download(content, name) {
  const address = URL.createObjectURL(content);
  const link = node("a");
  [link.href, link.download] = [address, name];
  link.click();
  // The browser reads the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
