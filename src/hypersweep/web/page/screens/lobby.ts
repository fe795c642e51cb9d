// The lobby: start ranked games, create rooms, and join open ones.

import { themeOf } from "../board/themes.ts";
import { BOARDS } from "../data/boards.ts";
import { PICTURES } from "../data/pictures.ts";
import { CLASSIC, formatRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { button, made, node } from "../frame/elements.ts";
import { boardText, boardTitle, presetText } from "../play/board_title.ts";
import { readChoices } from "../play/choices.ts";
import { WISH_NAMES, savedWishes, settle } from "../play/wishes.ts";
import { ask, hasServer } from "../together/http.ts";
import { identity } from "../together/me.ts";
import { forgetRoom, myRooms, roomAddress } from "../together/my_rooms.ts";
import { Asked } from "./asking/asked.ts";
import { playRoom } from "./asking/playing.ts";
import { RunningGames } from "./asking/running_games.ts";
import { nameText } from "./room/members.tsx";
import { drawThumbnail, pictureCodes } from "./thumbnail.tsx";
import type { App } from "../app.ts";
import type { Lobby, LobbyRoom, RoomKind } from "../data/protocol.ts";

const KINDS: readonly RoomKind[] = ["solo", "coop", "versus", "study"];
/** Milliseconds between two updates of the open rooms while the screen is visible. */
const AGAIN = 10_000;

export default class LobbyScreen {
  title;
  commands: Record<string, (...values: any[]) => unknown>;
  open;
  asked;
  keys = "lobby";
  #stop = new AbortController();
  #kind: RoomKind = "solo";
  #cards: {canvas: HTMLCanvasElement, name: string, shape: Shape}[] = [];
  #pictures: Record<string, string> = {};
  #about = node("p", "lobby-about");
  #options = node("div", "lobby-options");
  #isOpen = made("input", { type: "checkbox", id: "lobby-open" });
  #hasChat = made("input", { type: "checkbox", id: "lobby-chat" });
  #own = made("section", { className: "lobby-mine", hidden: true });
  #error = made("p", { className: "error", role: "alert" });

  constructor(public app: App) {
    this.title = app.text("lobby.title");
    this.commands = {};
    this.open = node("div", "lobby-rooms");
    this.asked = new Asked(app, this.open, this.#stop.signal);
  }

  #text(name: string, values: any = {}) {
    return this.app.text(`lobby.${name}`, values);
  }

  async show(element: HTMLElement) {
    const { app } = this;
    const { signal } = this.#stop;
    element.classList.add("flat", "start");
    const heading = node("h1", "", this.title);
    element.append(heading);
    if (!hasServer()) return void element.append(node("p", "empty", app.text("asked.no_server")));
    const make = node("section", "lobby-make", node("h2", "", this.#text("make")), this.#chooser(), this.#about, this.#options, this.#boards(), this.#ownBoard());
    const rooms = node("section", "lobby-open", node("h2", "", this.#text("open_rooms")), this.open);
    const running = new RunningGames(app, signal);
    element.append(running.element, this.#own, node("div", "lobby-parts", make, rooms));
    this.#choose("solo");
    app.settings.addEventListener("change", () => this.#draw(), { signal });
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.#draw(), { signal });
    }
    const load = () => void this.#load();
    identity.addEventListener("change", load, { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && load(), { signal });
    const timer = setInterval(() => !document.hidden && load(), AGAIN);
    signal.addEventListener("abort", () => clearInterval(timer));
    // The rest of the screen is usable meanwhile.
    load();
    void this.#showOwn().catch((error) => app.fail(error));
    const showRunning = () => void running.show().catch((error) => console.debug("running games aren't known:", error));
    identity.addEventListener("change", showRunning, { signal });
    showRunning();
    this.#pictures = PICTURES;
    if (!signal.aborted) this.#draw();
  }

  leave() {
    this.#stop.abort();
  }

  /** The choice of room type. */
  #chooser() {
    const group = made("fieldset", { className: "lobby-kinds" }, made("legend", { className: "unseen" }, this.#text("kind")));
    for (const kind of KINDS) {
      const radio = made("input", { type: "radio", name: "lobby-kind", value: kind, id: `lobby-kind-${kind}`, checked: kind === "solo" });
      radio.addEventListener("change", () => this.#choose(kind), { signal: this.#stop.signal });
      group.append(made("label", { htmlFor: radio.id }, radio, node("span", "", this.#text(`kind_${kind}`))));
    }
    this.#options.append(
      made("label", { htmlFor: this.#isOpen.id }, this.#isOpen, this.#text("is_open")),
      made("label", { htmlFor: this.#hasChat.id }, this.#hasChat, this.#text("has_chat")),
    );
    return group;
  }

  #choose(kind: RoomKind) {
    this.#kind = kind;
    this.#about.textContent = this.#text(`about_${kind}`);
    this.#options.hidden = kind === "solo";
  }

  /** The same boards as on the start screen. */
  #boards() {
    const list = made("ul", { className: "cards" });
    for (const { name, board, mines } of BOARDS) {
      const shape = Shape.parse(board);
      const canvas = made("canvas", { ariaHidden: "true" });
      const words = node("span", "words", node("span", "name", presetText(this.app, name)), node("span", "about", boardText(this.app, { board, mines })));
      const card = made("button", { className: "card", type: "button" }, canvas, words);
      card.dataset.board = name;
      card.addEventListener("click", () => this.#make(board, mines), { signal: this.#stop.signal });
      this.#cards.push({ canvas, name, shape });
      list.append(made("li", {}, card));
    }
    return list;
  }

  /** A form for a custom board. */
  #ownBoard() {
    const board = made("input", { id: "lobby-board", placeholder: "16x30", autocomplete: "off", spellcheck: false });
    const mines = made("input", { id: "lobby-mines", inputMode: "numeric", autocomplete: "off" });
    const send = made("button", { type: "submit" }, this.#text("own_make"));
    const form = made("form", { className: "lobby-own" },
      made("label", { htmlFor: board.id }, node("span", "", this.#text("own_board")), board),
      made("label", { htmlFor: mines.id }, node("span", "", this.#text("own_mines")), mines), send, this.#error);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#makeOwn(board.value, mines.value);
    });
    return made("details", { className: "lobby-other" }, made("summary", {}, this.#text("own")), form);
  }

  async #makeOwn(board: string, mines: string) {
    this.#error.textContent = "";
    try {
      const choice = readChoices({ board, mines }, savedWishes(this.app.settings));
      await this.#make(choice.shape.format(), choice.mines, formatRules(choice.rules));
    } catch (error) {
      if (!(error instanceof Error && "kind" in error)) throw error;
      this.#error.textContent = await this.app.told(error);
    }
  }

  async #make(board: string, mines: number, rules: string = formatRules(settle(CLASSIC, Shape.parse(board), mines, savedWishes(this.app.settings), WISH_NAMES).rules)) {
    const kind = this.#kind;
    const isAlone = kind === "solo";
    await playRoom(this.app, "/api/rooms", { kind, board, mines, rules, is_open: !isAlone && this.#isOpen.checked, has_chat: !isAlone && this.#hasChat.checked });
  }

  #draw() {
    const theme = themeOf(this.app.settings.get("theme"));
    for (const { canvas, name, shape } of this.#cards) {
      const picture = this.#pictures[name];
      drawThumbnail(canvas, shape, picture ? pictureCodes(picture) : null, theme);
    }
  }

  #load() {
    return this.asked.show((signal: AbortSignal) => ask("/api/lobby", { signal }), ({ rooms }: Lobby) => this.#fill(rooms));
  }

  #fill(rooms: readonly LobbyRoom[]) {
    const shown = JSON.stringify(rooms);
    // If nothing has changed, keep the elements for the sake of focus and screen readers.
    if (shown === this.open.dataset.shown && this.open.childElementCount) return;
    this.open.dataset.shown = shown;
    const focused = document.activeElement instanceof HTMLElement && this.open.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    if (!rooms.length) return this.open.replaceChildren(node("p", "empty", this.#text("no_rooms")));
    const list = node("ul", "lobby-list", ...rooms.map((each) => this.#room(each)));
    this.open.replaceChildren(list);
    if (focused) [...list.querySelectorAll("a")].find((link) => link.dataset.key === focused)?.focus();
  }

  #room({ room, kind, board, mines, rules, owner = "", here = 0 }: LobbyRoom) {
    const title = boardTitle(this.app, { board, mines, rules });
    const link = (role: "player" | "watcher", name: string) => {
      const element = made("a", { href: `#/${roomAddress({ room, kind, role })}` }, this.#text(name));
      element.setAttribute("aria-label", this.#text(`${name}_of`, { title, owner: nameText(owner) }));
      element.dataset.key = `${role} ${room}`;
      return element;
    };
    const who = this.#text("room_who", { owner: nameText(owner), here });
    const words = node("span", "words", node("strong", "", `${this.#text(`kind_${kind}`)}: ${title}`), node("span", "about", who));
    return node("li", "", words, ...(kind === "solo" ? [] : [link("player", "enter")]), link("watcher", "watch"));
  }

  /** Rooms that this browser has been in. */
  async #showOwn() {
    const { app } = this;
    const rooms = await myRooms(app);
    if (this.#stop.signal.aborted) return;
    this.#own.hidden = !rooms.length;
    const rows = rooms.map((own) => {
      const title = boardTitle(app, { board: own.board, mines: own.mines, rules: own.rules });
      const words = own.kind === "study" ? this.#text("kind_study") : `${this.#text(`kind_${own.kind}`)}: ${title}`;
      const link = made("a", { href: `#/${roomAddress(own)}` }, words);
      const away = button("×", async () => {
        await forgetRoom(app, own.room);
        await this.#showOwn();
        (this.#own.querySelector("a") ?? app.main).focus();
      }, { className: "lobby-forget", label: this.#text("forget", { words }) });
      return node("li", "", link, away);
    });
    this.#own.replaceChildren(node("h2", "", this.#text("mine")), node("ul", "lobby-list", ...rows));
  }
}
