// @ts-check
// Distinguishes the members of a room by a colour, and by a symbol for people who can't distinguish the colours.

import { button, node } from "../../frame/elements.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../data/protocol.js").Member} Member */
/** @typedef {import("../../together/remote_room.js").RemoteRoom} RemoteRoom */

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

/** @param {number} number - of a member @returns {{ground: string, ink: string, sign: string}} */
export function lookOf(number) {
  const [ground, ink] = COLOURS[(number - 1 + COLOURS.length) % COLOURS.length];
  return { ground, ink, sign: String(number) };
}

/** A member's symbol in their colour. @param {number} number */
export function badge(number) {
  const { ground, ink, sign } = lookOf(number);
  const element = node("span", "member-sign", sign);
  element.setAttribute("aria-hidden", "true");
  [element.style.background, element.style.color] = [ground, ink];
  return element;
}

/** Text by other people, without invisible characters. @param {string} text */
export function plainText(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ").trim();
}

/** A name as displayed. @param {string} name */
export function nameText(name) {
  const seen = [...plainText(name)];
  return seen.length > 40 ? `${seen.slice(0, 39).join("")}…` : seen.join("");
}

/** The owner's controls for another member: mute and remove. */
export class MemberControls {
  element = node("span", "member-controls");
  #mute;
  #remove;
  #isSure = false;

  /** @param {App} app @param {RemoteRoom} room @param {number} number - of the member */
  constructor(app, room, number) {
    this.app = app;
    this.room = room;
    this.number = number;
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

  /** @param {boolean} wasSent */
  #sent(wasSent) {
    if (!wasSent) this.app.say(this.app.text("room.no_connection"));
  }
}

/** @param {HTMLButtonElement} element @param {string} text @param {string} name - of the member */
function setButton(element, text, name) {
  if (element.textContent !== text) element.textContent = text;
  element.setAttribute("aria-label", `${text}: ${name}`);
}

/** The owner's button for locking the room to new members. @param {App} app @param {RemoteRoom} room @param {string} className */
export function lockButton(app, room, className) {
  const element = button(app.text("room.lock"), () => {
    if (!room.lock(!room.access.is_locked)) app.say(app.text("room.no_connection"));
  }, { className });
  element.dataset.what = "lock";
  showLock(element, room);
  return element;
}

/** @param {HTMLButtonElement} element - from `lockButton` @param {RemoteRoom} room */
export function showLock(element, room) {
  element.hidden = !room.isOwner;
  element.setAttribute("aria-pressed", String(room.access.is_locked ?? false));
}
