// A form that the server validates: each error appears at its field, and the typed values stay.

import { HypersweepError } from "../../engine/errors.ts";
import { made, node } from "../../frame/elements.ts";
import type { App } from "../../app.ts";

/** A field: its texts, and attributes for browsers and password managers. */
export interface Field {
  name: string;
  label: string;
  autocomplete: string;
  /** explanation below the field */ about?: string;
  isSecret?: boolean;
  /** value of a read-only field, which tells password managers whose passphrase it is */ value?: string;
  /** returns the error in a value, or "" */ check?: (value: string) => string;
}

let count = 0;

export class Form {
  places;
  button;
  element;
  #fields: Map<string, {input: HTMLInputElement, error: HTMLElement, field: Field}> = new Map();
  #error = made("p", { className: "error", role: "alert" });
  #isBusy = false;

  /**
   * @param how - `submit` and `show`: labels of the buttons for submitting and for revealing secrets; `places`: the field that
   * each error belongs to
   */
  constructor(public app: App, { fields, submit, isDangerous = false, show = "", places = {} }: {fields: Field[], submit: string, isDangerous?: boolean, show?: string, places?: Record<string, string>}, public act: (values: Record<string, string>) => Promise<unknown>) {
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

  #row(field: Field) {
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

  #showing(text: string) {
    const box = made("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      for (const { input, field } of this.#fields.values()) if (field.isSecret) input.type = box.checked ? "text" : "password";
    });
    return made("label", { className: "showing" }, box, ` ${text}`);
  }

  /**
   * Show a field's error.
   * @param text - "" clears it
   */
  #mark(name: string, text: string) {
    const { input, error } = this.#fields.get(name) as {input: HTMLInputElement, error: HTMLElement};
    if (error.textContent !== text) error.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  async #submit() {
    if (this.#isBusy) return;
    this.#error.textContent = "";
    const values: Record<string, string> = {};
    let first: HTMLInputElement | null = null;
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

  async #fail(error: unknown) {
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
