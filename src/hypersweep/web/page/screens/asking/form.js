// @ts-check
// A form that the server validates: each error appears at its field, and the typed values stay.

import { HypersweepError } from "../../engine/errors.js";
import { made, node } from "../../frame/elements.js";

/** @typedef {import("../../app.js").App} App */
/**
 * A field: its texts, and attributes for browsers and password managers.
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} autocomplete
 * @property {string} [about] - explanation below the field
 * @property {boolean} [isSecret]
 * @property {string} [value] - value of a read-only field, which tells password managers whose passphrase it is
 * @property {(value: string) => string} [check] - returns the error in a value, or ""
 */

let count = 0;

export class Form {
  /** @type {Map<string, {input: HTMLInputElement, error: HTMLElement, field: Field}>} */
  #fields = new Map();
  #error = made("p", { className: "error", role: "alert" });
  #isBusy = false;

  /**
   * @param {App} app
   * @param {{fields: Field[], submit: string, isDangerous?: boolean, show?: string, places?: Record<string, string>}}
   * how - `submit` and `show`: labels of the buttons for submitting and for revealing secrets; `places`: the field that
   * each error belongs to
   * @param {(values: Record<string, string>) => Promise<unknown>} act
   */
  constructor(app, { fields, submit, isDangerous = false, show = "", places = {} }, act) {
    this.app = app;
    this.act = act;
    this.places = places;
    const rows = fields.map((field) => this.#row(field));
    this.button = made("button", { type: "submit", className: isDangerous ? "danger" : "primary" }, submit);
    // With POST the values never appear in an address, even if this script fails.
    this.element = made("form", { className: "asking", method: "post", noValidate: true }, ...rows);
    if (show) this.element.append(this.#showing(show));
    this.element.append(this.#error, node("p", "buttons", this.button));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#submit();
    });
  }

  /** @param {Field} field */
  #row(field) {
    const { name, label, autocomplete, about = "", isSecret = false, value } = field;
    const id = `asked-${++count}-${name}`;
    const input = made("input", { id, name, type: isSecret ? "password" : "text", autocomplete, spellcheck: false, autocapitalize: "none" });
    input.setAttribute("autocorrect", "off");
    const error = made("p", { className: "error", id: `${id}-error` });
    this.#fields.set(name, { input, error, field });
    if (value !== undefined) {
      [input.value, input.readOnly, input.tabIndex] = [value, true, -1];
      input.setAttribute("aria-hidden", "true");
      return made("div", { className: "unseen" }, input);
    }
    input.required = true;
    input.addEventListener("input", () => this.#mark(name, ""));
    const told = made("p", { className: "what", id: `${id}-about` }, about);
    input.setAttribute("aria-describedby", `${error.id} ${told.id}`);
    return node("div", "field", made("label", { htmlFor: id }, label), input, error, ...(about ? [told] : []));
  }

  /** @param {string} text */
  #showing(text) {
    const box = made("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      for (const { input, field } of this.#fields.values()) if (field.isSecret) input.type = box.checked ? "text" : "password";
    });
    return made("label", { className: "showing" }, box, ` ${text}`);
  }

  /** Show a field's error. @param {string} name @param {string} text - "" clears it */
  #mark(name, text) {
    const { input, error } = /** @type {{input: HTMLInputElement, error: HTMLElement}} */ (this.#fields.get(name));
    if (error.textContent !== text) error.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  async #submit() {
    if (this.#isBusy) return;
    this.#error.textContent = "";
    /** @type {Record<string, string>} */
    const values = {};
    /** @type {HTMLInputElement | null} */
    let first = null;
    for (const [name, { input, field }] of this.#fields) {
      values[name] = input.value;
      const wrong = input.readOnly ? "" : (field.check?.(input.value) ?? "");
      this.#mark(name, wrong);
      if (wrong) first ??= input;
    }
    if (first) {
      // Screen readers read the error together with its field.
      first.focus();
      return;
    }
    this.#isBusy = true;
    this.element.ariaBusy = "true";
    try {
      await this.act(values);
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#isBusy = false;
      this.element.ariaBusy = "false";
    }
  }

  /** @param {unknown} error */
  async #fail(error) {
    if (!(error instanceof HypersweepError)) return this.app.fail(error);
    const text = await this.app.told(error);
    const place = this.places[String(error.detail.what ?? "").replace("together_", "")];
    const found = place === undefined ? undefined : this.#fields.get(place);
    if (!found || found.input.readOnly) {
      this.#error.textContent = text;
      return;
    }
    this.#mark(place, text);
    found.input.focus();
    found.input.select();
  }

  /** Clear the typed values. */
  clear() {
    for (const { input } of this.#fields.values()) if (!input.readOnly) input.value = "";
  }
}
