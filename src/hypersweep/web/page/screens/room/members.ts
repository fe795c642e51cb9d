// Distinguishes the members of a room by a colour, and by a symbol for people who can't distinguish the colours.

import { button, node } from "../../frame/elements.ts";
import type { App } from "../../app.ts";
import type { RemoteRoom } from "../../together/remote_room.ts";

/** Background and text colours, distinct with every type of colour vision, on light and dark boards. */
const COLOURS = [
  ["#0072b2", "#ffffff"],
  ["#e69f00", "#000000"],
  ["#009e73", "#000000"],
  ["#cc79a7", "#000000"],
  ["#7a4bd0", "#ffffff"],
  ["#d55e00", "#000000"],
  ["#56b4e9", "#000000"],
  ["#f0e442", "#000000"],
];

/** @param number - of a member */
export function lookOf(number: number): {ground: string, ink: string, sign: string} {
  const [ground, ink] = COLOURS[(number - 1 + COLOURS.length) % COLOURS.length];
  return { ground, ink, sign: String(number) };
}

/** A member's symbol in their colour. */
export function badge(number: number) {
  const { ground, ink, sign } = lookOf(number);
  const element = node("span", "member-sign", sign);
  element.setAttribute("aria-hidden", "true");
  [element.style.background, element.style.color] = [ground, ink];
  return element;
}

/** Text by other people, without invisible characters. */
export function plainText(text: string) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ").trim();
}

/** A name as displayed. */
export function nameText(name: string) {
  const seen = [...plainText(name)];
  return seen.length > 40 ? `${seen.slice(0, 39).join("")}…` : seen.join("");
}

/** The owner's controls for another member: mute and remove. */
export class MemberControls {
  element = node("span", "member-controls");
  #mute;
  #remove;
  #isSure = false;

  /** @param number - of the member */
  constructor(public app: App, public room: RemoteRoom, public number: number) {
    this.#mute = button("", () => this.#sent(room.mute(number, !this.#isMuted)));
    this.#remove = button("", () => this.#askedToRemove());
    this.#mute.dataset.what = `mute${number}`;
    this.#remove.dataset.what = `remove${number}`;
    this.#remove.addEventListener("blur", () => {
      this.#isSure = false;
      this.show();
    });
    this.element.append(this.#mute, this.#remove);
    this.show();
  }

  get #isMuted() {
    return this.room.access.muted?.includes(this.number) ?? false;
  }

  /** Update the controls. */
  show() {
    const { app, room, number } = this;
    const name = nameText(room.members.get(number)?.name ?? String(number));
    this.element.hidden = !room.isOwner || number === room.you;
    this.#mute.hidden = !room.state?.has_chat;
    setButton(this.#mute, app.text(this.#isMuted ? "room.unmute" : "room.mute"), name);
    setButton(this.#remove, app.text(this.#isSure ? "room.remove_sure" : "room.remove"), name);
  }

  /** Ask for confirmation, because a removal is final. */
  #askedToRemove() {
    if (this.#isSure) return this.#sent(this.room.remove(this.number));
    this.#isSure = true;
    this.show();
    this.app.announce(this.app.text("room.remove_sure"), "room");
  }

  #sent(wasSent: boolean) {
    if (!wasSent) this.app.say(this.app.text("room.no_connection"));
  }
}

/** @param name - of the member */
function setButton(element: HTMLButtonElement, text: string, name: string) {
  if (element.textContent !== text) element.textContent = text;
  element.setAttribute("aria-label", `${text}: ${name}`);
}

/** The owner's button for locking the room to new members. */
export function lockButton(app: App, room: RemoteRoom, className: string) {
  const element = button(app.text("room.lock"), () => {
    if (!room.lock(!room.access.is_locked)) app.say(app.text("room.no_connection"));
  }, { className });
  element.dataset.what = "lock";
  showLock(element, room);
  return element;
}

/** @param element - from `lockButton` */
export function showLock(element: HTMLButtonElement, room: RemoteRoom) {
  element.hidden = !room.isOwner;
  element.setAttribute("aria-pressed", String(room.access.is_locked ?? false));
}
