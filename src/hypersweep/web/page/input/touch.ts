// Touch and pen input on a board: a tap opens, a long press flags, a tap on a number chords. One finger scrolls as the
// browser does; two fingers zoom and scroll.

import type { BoardInput } from "./board_input.ts";
import type { MoveKind } from "../engine/terms.ts";

// Pixels that a finger may move during a press.
const SLOP = 10;
// Milliseconds before the ring appears: a tap is over by then.
const UNSEEN = 90;
// Milliseconds without scrolling after which the board is at rest.
const REST = 120;
const RADIUS = 34;
const NAMESPACE = "http://www.w3.org/2000/svg";

/** The midpoint of two fingers, and their distance. */
type Span = { x: number; y: number; distance: number };

function spanOf(touches: TouchList): Span {
  const [one, other] = [touches[0], touches[1]];
  return {
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    distance: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
  };
}

export class Touch {
  /** The press that may become a move. */
  #press: {id: number, x: number, y: number, index: number, isFlag: boolean} | null = null;
  #timer = 0;
  #fingers = new Set();
  #ring: SVGSVGElement | null = null;
  #isPanned = false;
  #moved = -Infinity;
  #span: Span | null = null;
  /** Whether two fingers are handled here; the browser may already be scrolling with the first. */
  #isOurs = false;

  constructor(public input: BoardInput) {
    const { element } = input.board;
    const { signal } = input;
    // One finger scrolls natively; the browser must not zoom.
    element.style.touchAction = "pan-x pan-y";
    const listeners: [string, (event: PointerEvent) => void][] = [
      ["pointerdown", (event) => this.#down(event)],
      ["pointermove", (event) => this.#move(event)],
      ["pointerup", (event) => this.#up(event)],
      ["pointercancel", (event) => this.#cancel(event)],
    ];
    for (const [name, listener] of listeners) {
      const own = (event: any) => event.pointerType !== "mouse" && listener(event);
      element.addEventListener(name, own, { signal });
    }
    element.addEventListener("scroll", () => (this.#moved = performance.now()), { signal });
    const spread = (event: TouchEvent) => this.#spread(event);
    for (const name of ["touchstart", "touchmove", "touchend", "touchcancel"] as const) {
      // Only touchstart can keep the browser from scrolling; the other handlers are passive, so that scrolling doesn't
      // wait for them.
      element.addEventListener(name, spread, { passive: name !== "touchstart", signal });
    }
  }

  #down(event: PointerEvent) {
    const { input } = this;
    // Prevent the emulated mouse events, which would repeat the action.
    event.preventDefault();
    this.#fingers.add(event.pointerId);
    this.#end();
    // With a second finger, neither makes a move; a finger that stops a scrolling board does nothing else.
    const isRolling = this.#isPanned && performance.now() - this.#moved < REST;
    this.#isPanned = false;
    if (this.#fingers.size > 1 || isRolling || !input.isMeant(event)) return;
    const index = input.cellUnder(event);
    if (index < 0) return;
    const { clientX: x, clientY: y } = event;
    input.board.setHover(-1);
    input.board.setCursor(index, { reveal: false });
    const isOpen = input.options.isOpen(index);
    this.#press = { id: event.pointerId, x, y, index, isFlag: (event.buttons & 2) !== 0 };
    input.show(index, isOpen);
    if (isOpen) return;
    const delay = Math.max(UNSEEN + 60, input.options.settings.get("long_press"));
    this.#timer = window.setTimeout(() => {
      this.#ring = this.#makeRing(x, y, delay - UNSEEN);
      this.#timer = window.setTimeout(() => this.#hold(), delay - UNSEEN);
    }, UNSEEN);
  }

  /** Whether a tap flags and a long press opens. */
  get #isSwapped() {
    const { isFlagMode, settings } = this.input.options;
    return Boolean(isFlagMode?.()) !== Boolean(settings.get("swap_touch"));
  }

  /** Make the move of a long press. */
  #hold() {
    const press = this.#press;
    this.#end();
    if (!press) return;
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(20);
    this.input.act(this.#isSwapped ? "open" : "flag", press.index, "touch");
  }

  #move(event: PointerEvent) {
    const press = this.#press;
    if (press?.id === event.pointerId && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP) this.#end();
  }

  #up(event: PointerEvent) {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    this.#end();
    const covered: MoveKind = this.#isSwapped || press.isFlag ? "flag" : "open";
    this.input.act(this.input.options.isOpen(press.index) ? "chord" : covered, press.index, "touch");
  }

  /** The browser has taken over the finger to scroll. */
  #cancel(event: PointerEvent) {
    this.#fingers.delete(event.pointerId);
    this.#isPanned = true;
    this.#end();
  }

  #end() {
    clearTimeout(this.#timer);
    this.#ring?.remove();
    this.#ring = null;
    if (this.#press) this.input.show(-1);
    this.#press = null;
  }

  clear() {
    this.#end();
    this.#fingers.clear();
    this.#span = null;
  }

  /** Zoom and scroll with two fingers: the point between them stays in place. */
  #spread(event: TouchEvent) {
    if (event.touches.length !== 2) {
      this.#span = null;
      return;
    }
    if (event.type === "touchstart") {
      this.#isOurs = event.cancelable;
      if (event.cancelable) event.preventDefault();
    }
    this.#end();
    const before = this.#span;
    const now = (this.#span = spanOf(event.touches));
    if (!before || event.type !== "touchmove") return;
    const { board } = this.input;
    if (this.#isOurs) board.element.scrollBy({ left: before.x - now.x, top: before.y - now.y, behavior: "instant" });
    board.setZoom((board.zoom * now.distance) / before.distance, { x: now.x, y: now.y });
  }

  /** Create a ring around a finger, which is complete when the long press takes effect. */
  #makeRing(x: number, y: number, duration: number) {
    const ring = document.createElementNS(NAMESPACE, "svg");
    const size = 2 * RADIUS + 12;
    ring.setAttribute("class", "press-ring");
    ring.setAttribute("viewBox", `0 0 ${size} ${size}`);
    ring.setAttribute("aria-hidden", "true");
    ring.style.left = `${x - size / 2}px`;
    ring.style.top = `${y - size / 2}px`;
    ring.style.width = ring.style.height = `${size}px`;
    for (const name of ["track", "filling"]) {
      const circle = document.createElementNS(NAMESPACE, "circle");
      circle.setAttribute("class", name);
      for (const place of ["cx", "cy"]) circle.setAttribute(place, `${size / 2}`);
      circle.setAttribute("r", `${RADIUS}`);
      circle.setAttribute("pathLength", "1");
      ring.append(circle);
      if (name === "filling") circle.animate({ strokeDashoffset: [1, 0] }, { duration, fill: "forwards" });
    }
    document.body.append(ring);
    return ring;
  }
}
