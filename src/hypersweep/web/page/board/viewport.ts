// A canvas that stays in place while its element scrolls over content of any size, even larger than browsers let an
// element be.

/** Maximum size of an element in CSS pixels: some browsers lay out larger ones incorrectly. */
const MOST = 8_000_000;

/** Scrolling in one direction, in CSS pixels; the content may be longer than an element can be. */
class Way {
  content = 0;
  view = 0;
  at = 0;
  /** The element's scroll position at the latest event. */
  native = 0;

  get spacer() {
    return Math.min(this.content, MOST);
  }

  get most() {
    return Math.max(0, this.content - this.view);
  }

  get #ratio() {
    return this.content > MOST ? this.most / (MOST - this.view) : 1;
  }

  /**
   * Handle scrolling of the element.
   * @returns whether the element must be set to a corrected position
   */
  follow(native: number): boolean {
    if (this.content <= MOST) {
      this.native = this.at = native;
      return false;
    }
    const step = native - this.native;
    if (step === 0) return false;
    const isNear = Math.abs(step) <= 2 * this.view;
    // A wheel scrolls by pixels; dragging the scrollbar scrolls by shares of the content.
    this.at = Math.min(this.most, Math.max(0, isNear ? this.at + step : native * this.#ratio));
    this.native = native;
    return isNear && (native < this.view || native > MOST - 2 * this.view);
  }

  /** @returns the scroll position that the element must have */
  go(at: number): number {
    this.at = Math.min(this.most, Math.max(0, at));
    this.native = this.at / this.#ratio;
    return this.native;
  }
}

/**
 * An element that scrolls, with a canvas that covers it. Events: "scroll", and "resize" when its size or the pixel
 * ratio has changed.
 */
export class Viewport extends EventTarget {
  element = document.createElement("div");
  spacer = document.createElement("div");
  layer = document.createElement("div");
  canvas = document.createElement("canvas");
  ratio;
  #across = new Way();
  #down = new Way();
  #ends = new AbortController();
  #observer;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement) {
    super();
    this.element.className = "board-viewport";
    this.spacer.className = "board-spacer";
    this.layer.className = "board-layer";
    this.canvas.setAttribute("aria-hidden", "true");
    this.layer.append(this.canvas);
    this.spacer.append(this.layer);
    this.element.append(this.spacer);
    host.append(this.element);
    this.ratio = devicePixelRatio;
    const { signal } = this.#ends;
    this.element.addEventListener("scroll", () => this.#follow(), { signal, passive: true });
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(this.element);
    this.#watchRatio();
    this.#measure();
  }

  close() {
    this.#ends.abort();
    this.#observer.disconnect();
    clearTimeout(this.#later);
    this.canvas.width = this.canvas.height = 0;
    this.element.remove();
  }

  /** Width of the canvas in device pixels. */
  get width() {
    return this.canvas.width;
  }

  get height() {
    return this.canvas.height;
  }

  /** Size of the element in CSS pixels, including scrollbars. */
  get outer() {
    return { width: this.element.offsetWidth, height: this.element.offsetHeight };
  }

  /** The scroll position in device pixels. */
  get scroll() {
    return { x: Math.round(this.#across.at * this.ratio), y: Math.round(this.#down.at * this.ratio) };
  }

  /**
   * Set the size of the content.
   * @param width - device pixels
   * @param height - device pixels
   */
  setContent(width: number, height: number) {
    this.#across.content = width / this.ratio;
    this.#down.content = height / this.ratio;
    this.spacer.style.width = `${this.#across.spacer}px`;
    this.spacer.style.height = `${this.#down.spacer}px`;
    this.#size();
  }

  /** @param x - device pixels */
  scrollTo(x: number, y: number) {
    const left = this.#across.go(x / this.ratio);
    const top = this.#down.go(y / this.ratio);
    this.element.scrollTo({ left, top, behavior: "instant" });
    // If the browser corrects the position, don't treat that as scrolling by the player.
    this.#across.native = this.element.scrollLeft;
    this.#down.native = this.element.scrollTop;
  }

  #follow() {
    const isPulled = this.#across.follow(this.element.scrollLeft);
    const isDrawn = this.#down.follow(this.element.scrollTop);
    if (isPulled || isDrawn) this.#settle();
    else if (this.#across.content > MOST || this.#down.content > MOST) {
      clearTimeout(this.#later);
      this.#later = setTimeout(() => this.#settle(), 150);
    }
    this.dispatchEvent(new Event("scroll"));
  }

  #settle() {
    const { x, y } = { x: this.#across.at, y: this.#down.at };
    this.scrollTo(x * this.ratio, y * this.ratio);
    this.#across.at = x;
    this.#down.at = y;
  }

  #measure() {
    this.#size();
    this.dispatchEvent(new Event("resize"));
  }

  /** Fit the canvas to the visible part of the element. */
  #size() {
    const { clientWidth, clientHeight } = this.element;
    const width = Math.round(clientWidth * this.ratio);
    const height = Math.round(clientHeight * this.ratio);
    this.#across.view = clientWidth;
    this.#down.view = clientHeight;
    this.layer.style.width = `${clientWidth}px`;
    this.layer.style.height = `${clientHeight}px`;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.width = `${width / this.ratio}px`;
      this.canvas.style.height = `${height / this.ratio}px`;
    }
  }

  #watchRatio() {
    const { signal } = this.#ends;
    this.ratio = devicePixelRatio;
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      "change",
      () => {
        this.#watchRatio();
        this.#measure();
      },
      { signal, once: true },
    );
  }
}
