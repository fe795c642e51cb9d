// The list of the player's unfinished games on the server, each with buttons to continue or resign.

import { button, made, node } from "../../frame/elements.ts";
import { boardTitle, presetText } from "../../play/board_title.ts";
import { hasServer } from "../../together/http.ts";
import { forgetRoom, roomAddress } from "../../together/my_rooms.ts";
import { resign, runningRooms } from "../../together/running_rooms.ts";
import { roomRefusedText } from "../room/joining.tsx";
import type { App } from "../../app.ts";
import type { RunningRoom } from "../../data/protocol.ts";

export class RunningGames {
  element = made("section", { className: "running-games", hidden: true });

  /** @param signal - signal of the screen */
  constructor(public app: App, public signal: AbortSignal) {
  }

  /** Load the list; it stays hidden without a server or an answer. */
  async show() {
    const { app, signal } = this;
    if (!hasServer()) return;
    await app.messages.add("running", "together_refusals");
    const rooms = await runningRooms(signal);
    if (signal.aborted) return;
    this.element.hidden = !rooms.length;
    const items = rooms.map((room) => this.#item(room));
    this.element.replaceChildren(node("h2", "", app.text("running.title")), node("p", "about", app.text("running.about")), node("ul", "lobby-list", ...items));
  }

  #item(running: RunningRoom) {
    const { app } = this;
    const { room, kind, board, mines, rules, made: moment, daily = null } = running;
    const [day, preset] = (daily ?? "").split(" ");
    const title = daily === null ? boardTitle(app, { board, mines, rules }) : app.text("running.daily", { day, preset: presetText(app, preset) });
    const words = app.text(`running.${kind}`, { title });
    const go = made("a", { className: "button primary", href: `#/${roomAddress({ room, kind })}` }, app.text("running.continue"));
    go.setAttribute("aria-label", `${go.textContent}: ${words}`);
    const item = node("li", "", node("span", "words", node("strong", "", words), node("span", "about", app.text("running.since", { date: app.messages.date(moment, { timeStyle: "short" }) }))), go);
    if (kind === "solo") item.append(this.#resignButton(room, words));
    return item;
  }

  /** @param words - description of the game */
  #resignButton(room: string, words: string) {
    const { app } = this;
    let isSure = false;
    const show = () => {
      element.textContent = app.text(isSure ? "running.resign_sure" : "running.resign");
      element.setAttribute("aria-label", `${element.textContent}: ${words}`);
    };
    const element = button("", async () => {
      if (!isSure) {
        isSure = true;
        show();
        return app.announce(app.text("running.resign_sure"), "running");
      }
      element.disabled = true;
      const why = await resign(app, room);
      if (why) app.say(roomRefusedText(app, why));
      else await forgetRoom(app, room);
      await this.show();
      (this.element.querySelector("a") ?? app.main).focus();
    }, { className: "danger" });
    element.addEventListener("blur", () => {
      isSure = false;
      show();
    });
    show();
    return element;
  }
}
