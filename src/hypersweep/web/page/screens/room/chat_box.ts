// The chat of a room, if it has one; folded by default.

import { made, node } from "../../frame/elements.ts";
import { badge, nameText, plainText } from "./members.ts";
import type { App } from "../../app.ts";
import type { RemoteRoom } from "../../together/remote_room.ts";

const LONGEST = 500;
/** Maximum number of lines shown. */
const MOST = 200;

export class ChatBox {
  summary;
  log;
  input;
  element;
  #stop = new AbortController();
  #unread = 0;

  constructor(public app: App, public room: RemoteRoom) {
    const { signal } = this.#stop;
    this.summary = node("summary", "", app.text("room.chat"));
    this.log = made("ul", { className: "room-lines", tabIndex: 0 });
    this.log.setAttribute("aria-label", app.text("room.chat_lines"));
    this.input = made("input", { maxLength: LONGEST, autocomplete: "off", id: "room-say" });
    const send = made("button", { type: "submit" }, app.text("room.chat_send"));
    const form = made("form", { className: "room-say" }, made("label", { htmlFor: this.input.id, className: "unseen" }, app.text("room.chat_say")), this.input, send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (!text) return;
      if (room.say(text)) this.input.value = "";
      else app.say(app.text("room.chat_away"));
    });
    this.element = node("details", "room-chat", this.summary, this.log, form);
    this.element.addEventListener("toggle", () => this.element.open && this.#read());
    for (const line of room.lines) this.#add(line);
    room.addEventListener("said", (event) => this.#add((event as CustomEvent).detail), { signal });
  }

  #read() {
    this.#unread = 0;
    this.summary.textContent = this.app.text("room.chat");
    this.log.scrollTop = this.log.scrollHeight;
  }

  #add({ number, text }: {number: number, text: string}) {
    const { log, app, room } = this;
    const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
    const name = node("span", "unseen", `${nameText(room.members.get(number)?.name ?? String(number))}: `);
    log.append(node("li", "", badge(number), name, node("span", "", plainText(text))));
    while (log.childElementCount > MOST) log.firstElementChild?.remove();
    if (isAtEnd) log.scrollTop = log.scrollHeight;
    if (this.element.open || number === room.you) return;
    this.#unread += 1;
    this.summary.textContent = app.text("room.chat_unread", { count: this.#unread });
  }

  close() {
    this.#stop.abort();
  }
}
