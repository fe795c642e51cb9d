// The parts that screens have in common: their view, their texts, and the signal that ends their work.

import { render, type ComponentChild, type VNode } from "preact";
import { LabelledButton, type Attributes } from "../frame/buttons.tsx";
import type { App, Screen } from "../app.ts";

export abstract class ViewScreen implements Screen {
  abstract title: string;
  abstract keys: string;
  abstract commands: Screen["commands"];
  abstract View: () => VNode;
  protected stop = new AbortController();

  /** @param texts - the part of the messages with the screen's texts */
  constructor(public app: App, public texts: string) {
  }

  text = (name: string, values?: any) => this.app.text(`${this.texts}.${name}`, values);

  show(element: HTMLElement): Promise<void> | void {
    mount(<this.View />, element, this.stop.signal);
  }

  leave() {
    this.stop.abort();
  }

  /** A button with one of the screen's texts, which reports the errors of its action. */
  button(name: string, act: () => unknown, { label, ...more }: Attributes & { label?: string } = {}) {
    const press = async () => {
      try {
        await act();
      } catch (error) {
        await this.app.fail(error);
      }
    };
    const text = this.text(name);
    if (label) return <LabelledButton text={text} label={label} onClick={press} {...more} />;
    return <button type="button" onClick={press} {...more}>{text}</button>;
  }
}

/**
 * Render a view into an element until `signal` aborts. The view updates itself when a Preact signal it reads changes.
 */
export function mount(view: ComponentChild, element: HTMLElement, signal: AbortSignal) {
  render(view, element);
  signal.addEventListener("abort", () => render(null, element), { once: true });
}
