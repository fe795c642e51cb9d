// A canvas next to a board that is redrawn when the board changes.

import { Sprites } from "./sprites.ts";
import type { Board } from "./board.ts";

export class Panel {
  element = document.createElement("div");
  canvas = document.createElement("canvas");
  context;
  #frame = 0;
  #ends = new AbortController();
  #sprites: Sprites | null = null;

  /** @param name - class name of its element */
  constructor(public host: HTMLElement, public board: Board, name: string) {
    this.element.className = name;
    this.canvas.setAttribute("aria-hidden", "true");
    this.element.append(this.canvas);
    host.append(this.element);
    this.context = this.canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    addEventListener("resize", () => this.schedule(), { signal: this.signal });
  }

  /** Aborts when the panel is closed. */
  get signal() {
    return this.#ends.signal;
  }

  get ratio() {
    return devicePixelRatio;
  }

  /** @param names - events of the board on which to redraw */
  follow(names: readonly string[]) {
    for (const name of names) this.board.addEventListener(name, () => this.schedule(), { signal: this.signal });
    // A resized canvas is black until it is painted.
    this.paint();
  }

  schedule() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.paint();
    });
  }

  paint() {}

  /** @param width - device pixels */
  resize(width: number, height: number) {
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.canvas.style.width = `${width / this.ratio}px`;
    this.canvas.style.height = `${height / this.ratio}px`;
  }

  /** Sprites of a size in the board's theme. */
  sprites(size: number): Sprites {
    const { largest, theme } = this.board;
    const own = this.#sprites;
    if (own && own.size === size && own.theme === theme && own.largest === largest) return own;
    own?.close();
    return (this.#sprites = new Sprites(theme, size, largest));
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#ends.abort();
    this.#sprites?.close();
    this.#sprites = null;
    this.canvas.width = this.canvas.height = 0;
    this.element.remove();
  }
}
