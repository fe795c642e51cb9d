// Mouse input on a board.

import { LEFT, MIDDLE, Pointer, RIGHT } from "./pointer.ts";
import type { BoardInput } from "./board_input.ts";

/** Indexed by an event's button number: the button, and its bit in `buttons`. */
const BUTTONS = [LEFT, MIDDLE, RIGHT];
const BITS = [1, 4, 2];
// Maximum pixels counted from one wheel event, and pixels that zoom by a factor of e.
const MOST_TURN = 30;
const TURN = 100;
// Maximum milliseconds that a cell looks pressed after the release.
const SOON = 40;
const IS_MAC = navigator.platform.startsWith("Mac");

export class Mouse {
  #pointer = new Pointer();
  /** The latest position of the mouse. */
  #at: {clientX: number, clientY: number} | null = null;
  #letting = 0;

  constructor(public input: BoardInput) {
    const { element } = input.board;
    const listeners: [string, (event: any) => void][] = [
      ["pointerdown", (event) => this.#down(event)],
      ["pointermove", (event) => this.#move(event)],
      ["pointerup", (event) => this.#release(event)],
      ["pointercancel", () => this.clear()],
      ["pointerleave", (event) => event.pointerType === "mouse" && this.lookAway()],
      ["scroll", () => this.#look()],
      // Prevent selections, and scrolling and pasting with the middle button.
      ["mousedown", (event) => input.cellUnder(event) >= 0 && event.preventDefault()],
      ["auxclick", (event) => event.preventDefault()],
    ];
    for (const [name, listener] of listeners) {
      element.addEventListener(name, (event) => listener(event), { signal: input.signal });
    }
    element.addEventListener("wheel", (event) => this.#turn(event), { passive: false, signal: input.signal });
  }

  #down(event: PointerEvent) {
    if (event.pointerType !== "mouse") return;
    // This is the first button down: if others were recorded as held, their releases were lost.
    this.#pointer.clear();
    // The board receives all events of a drag, wherever the mouse goes.
    this.input.board.element.setPointerCapture(event.pointerId);
    this.#press(event);
  }

  #press(event: PointerEvent) {
    const { input } = this;
    const index = input.cellUnder(event);
    if (index < 0 || !input.isMeant(event)) return;
    this.#at = event;
    input.board.setCursor(index, { reveal: false });
    const button = IS_MAC && event.ctrlKey && event.button === 0 ? RIGHT : BUTTONS[event.button];
    this.#pointer.press(button, index, input.options.isOpen(index), input.options.leftChords?.());
    this.#look();
  }

  #move(event: PointerEvent) {
    if (event.pointerType !== "mouse") return;
    this.#at = event;
    // While a button is held, pressing or releasing another one is reported as a move.
    if (event.button >= 0) {
      if (event.buttons & BITS[event.button]) this.#press(event);
      else this.#release(event);
      return;
    }
    // If no button is down any more, the held ones were released outside the window.
    const held = [...this.#pointer.held];
    if (held.length && event.buttons === 0) this.#pointer.clear();
    this.#look();
  }

  #release(event: PointerEvent) {
    if (event.pointerType !== "mouse") return;
    const { held } = this.#pointer;
    const asked = BUTTONS[event.button];
    // On a Mac, a Ctrl + left press was recorded as a right press.
    const button = IS_MAC && asked === LEFT && !held.has(LEFT) ? RIGHT : asked;
    const done = this.#pointer.release(button, this.input.cellUnder(event));
    if (!done) return this.#look();
    this.input.act(done.kind, done.index, "mouse");
    // If an event handler draws something, browsers delay messages until after painting, including the kernels' answer,
    // which would then appear a frame later. So draw the release together with the result.
    this.#letting ||= window.setTimeout(() => this.letGo(), SOON);
  }

  /** Draw the release: the result is about to be drawn, or there is none. */
  letGo() {
    if (!this.#letting) return;
    clearTimeout(this.#letting);
    this.#letting = 0;
    if (!this.input.signal.aborted) this.#look();
  }

  /** Highlight the cell under the mouse and the pressed cells; dragging off the cell cancels the press. */
  #look() {
    if (!this.#at) return;
    const { input } = this;
    const under = input.cellUnder(this.#at);
    const { pressed, action } = this.#pointer;
    input.board.setHover(under);
    this.#show(pressed === under ? pressed : -1, action === "chord");
  }

  #shown = -1;

  #show(index: number, isChord: boolean) {
    const shown = index < 0 ? -1 : 2 * index + Number(isChord);
    if (shown !== this.#shown) this.input.show(index, isChord);
    this.#shown = shown;
  }

  /** Zoom with Ctrl + mouse wheel, or by pinching on a touchpad. */
  #turn(event: WheelEvent) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { board } = this.input;
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40);
    const turn = Math.max(-MOST_TURN, Math.min(MOST_TURN, pixels));
    board.setZoom(board.zoom * Math.exp(-turn / TURN), { x: event.clientX, y: event.clientY });
  }

  /** A key has moved the cursor, or the mouse has left: ignore the mouse until it moves. */
  lookAway() {
    this.#at = null;
    this.input.board.setHover(-1);
    this.#show(-1, false);
  }

  clear() {
    this.#pointer.clear();
    this.#show(-1, false);
  }
}
