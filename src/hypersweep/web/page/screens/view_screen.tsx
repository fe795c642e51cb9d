// The parts that screens have in common: their view, their texts, and the signal that ends their work.

import type { VNode } from "preact";
import { mount } from "../frame/mount.ts";
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

  /** One of the screen's texts. */
  text = (name: string, values?: any) => this.app.text(`${this.texts}.${name}`, values);

  show(element: HTMLElement): Promise<void> | void {
    mount(<this.View />, element, this.stop.signal);
  }

  leave() {
    this.stop.abort();
  }
}
