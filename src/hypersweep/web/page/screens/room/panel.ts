// The panel next to a room's board: members and progress, possible actions, the invitation, and the chat.

import { button, made, node } from "../../frame/elements.ts";
import { copyText } from "../../frame/clipboard.tsx";
import { lengthText } from "../../play/clock.ts";
import { badge, lockButton, MemberControls, nameText, showLock } from "./members.ts";
import { ChatBox } from "./chat_box.ts";
import { invitationLink } from "./invitation.ts";
import type { App } from "../../app.ts";
import type { Member } from "../../data/protocol.ts";
import type { RemoteBoard } from "../../together/remote_board.ts";
import type { RemoteRoom } from "../../together/remote_room.ts";

/** The functions of its buttons; `folded` is called after the player has folded the panel. */
interface Does {
  ready: (isReady: boolean) => void;
  next: () => void;
  resign: () => void;
  watch: (number: number) => void;
  folded: () => void;
}
interface Row {
  item: HTMLLIElement;
  words: HTMLElement;
  state: HTMLElement;
  progress: HTMLProgressElement;
  watch: HTMLButtonElement;
  controls: MemberControls;
  shown: string;
}

/** Maximum number of members that are listed one by one. */
const MOST = 50;

export class RoomPanel {
  watched;
  element;
  inside;
  #rows: Map<number, Row> = new Map();
  #chat: ChatBox | null = null;
  #list = node("ul", "room-members");
  #more = node("p", "room-more");
  #news = node("p", "room-news");
  #actions = node("div", "room-actions");
  #buttons;
  #shared = made("a", { className: "room-shared", hidden: true });
  #fold;
  #short = node("span", "room-short");
  #line = node("span", "room-line");
  #invitation = node("section", "room-invitation");
  #invited = "";
  #isSure = false;
  #lock;
  #show = made("input", { type: "checkbox", id: "room-show" });
  #showing = node("p", "room-showing");

  /** @param shows - returns the number of the board shown large */
  constructor(public app: App, public room: RemoteRoom, public does: Does, { watched }: {watched: () => number}) {
    this.watched = watched;
    const text = (name: string, values: any = {}) => app.text(`room.${name}`, values);
    this.element = node("aside", "room-panel");
    this.element.setAttribute("aria-label", text("panel"));
    // On small screens the panel is one line, which unfolds over the board.
    this.#fold = button("", () => this.fold(this.#fold.getAttribute("aria-expanded") === "true"), { className: "room-fold" });
    this.#fold.append(node("span", "", text("panel")), this.#line, this.#short);
    this.#fold.setAttribute("aria-expanded", "false");
    this.#fold.setAttribute("aria-controls", "room-inside");
    this.inside = made("div", { id: "room-inside", className: "room-inside" });
    const heading = node("h2", "", text(`kind_${room.kind}`));
    this.#buttons = {
      ready: button(text("ready"), () => does.ready(!this.#isReady)),
      next: button(text("next"), () => does.next(), { className: "primary" }),
      resign: button(text("resign"), () => this.#askedToResign(), { className: "danger" }),
    };
    this.#buttons.resign.addEventListener("blur", () => {
      this.#isSure = false;
      this.#showActions();
    });
    this.#buttons.ready.className = "primary";
    this.#actions.append(this.#buttons.ready, this.#buttons.next, this.#buttons.resign, this.#shared);
    const members = node("section", "", node("h3", "", text("members")), this.#list, this.#more);
    this.#lock = lockButton(app, room, "room-lock");
    this.inside.append(heading, this.#news, this.#actions, members, this.#invitation);
    if (room.kind !== "solo") this.inside.append(this.#lock);
    this.#show.addEventListener("change", () => {
      if (!room.show(this.#show.checked)) app.say(text("no_connection"));
    });
    this.#showing.append(this.#show, made("label", { htmlFor: this.#show.id }, text("show_mine")), node("span", "room-about", text("show_mine_about")));
    members.append(this.#showing);
    if (room.state?.has_chat) {
      this.#chat = new ChatBox(app, room);
      this.inside.append(this.#chat.element);
    }
    this.element.append(this.#fold, this.inside);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#fold.getAttribute("aria-expanded") !== "true" || !this.#fold.offsetParent) return;
      event.preventDefault();
      event.stopPropagation();
      this.fold(true);
    });
    this.show();
  }

  fold(isFolded: boolean) {
    this.#fold.setAttribute("aria-expanded", String(!isFolded));
    this.element.classList.toggle("is-open", !isFolded);
    // Return the keyboard focus to the board.
    if (isFolded && this.element.contains(document.activeElement)) this.does.folded();
  }

  get #isReady() {
    return this.room.members.get(this.room.you)?.is_ready ?? false;
  }

  /** Show the invitation links. */
  #showInvitation() {
    const { app, room } = this;
    const text = (name: string) => app.text(`room.${name}`);
    const links = {
      invite: room.kind === "solo" ? null : invitationLink(room, "player"),
      invite_watch: invitationLink(room, "watcher"),
    };
    const shown = JSON.stringify(links);
    if (shown === this.#invited) return;
    this.#invited = shown;
    const rows = Object.entries(links).flatMap(([name, address]) => {
      if (address === null) return [];
      const field = made("input", { value: address, readOnly: true, id: `room-${name}` });
      field.addEventListener("focus", () => field.select());
      const copy = button(app.text("page.copy"), () => copyText(app, address, { what: text(name) }), { label: text(`${name}_copy`) });
      return [node("div", "room-link", made("label", { htmlFor: field.id }, text(name)), field, copy)];
    });
    this.#invitation.hidden = !rows.length;
    this.#invitation.replaceChildren(node("h3", "", text("invitation")), ...rows);
  }

  /** Update everything. */
  show() {
    this.#showMembers();
    this.#showActions();
    this.#showInvitation();
    showLock(this.#lock, this.room);
    const { room } = this;
    this.#showing.hidden = room.kind !== "versus" || !room.isPlayer;
    this.#show.checked = room.access.shown?.includes(room.you) ?? false;
  }

  /** Update everyone's progress and time. */
  tick() {
    for (const [number, row] of this.#rows) this.#showRow(number, row);
    this.#showResign();
  }

  #showMembers() {
    const { room, app } = this;
    const all = room.activeMembers.sort((one, other) => Number(one.role === "watcher") - Number(other.role === "watcher") || one.number - other.number);
    const shown = all.slice(0, MOST);
    for (const [number, row] of this.#rows) {
      if (shown.some((member) => member.number === number)) continue;
      row.item.remove();
      this.#rows.delete(number);
    }
    shown.forEach(({ number }, place) => {
      const row = this.#rows.get(number) ?? this.#row(number);
      if (this.#list.children[place] !== row.item) this.#list.insertBefore(row.item, this.#list.children[place] ?? null);
      this.#showRow(number, row);
    });
    this.#more.textContent = all.length > MOST ? app.text("room.more", { count: all.length - MOST }) : "";
    const here = all.filter((member) => member.is_here).length;
    this.#short.textContent = app.text("room.here", { count: here });
  }

  #row(number: number): Row {
    const words = node("span", "member-name");
    const state = node("span", "member-state");
    const progress = made("progress", { max: 1, hidden: true });
    const watch = button(this.app.text("room.show_board"), () => this.does.watch(number), { className: "member-watch" });
    watch.hidden = true;
    const controls = new MemberControls(this.app, this.room, number);
    const item = node("li", "", badge(number), words, state, progress, watch, controls.element);
    const row = { item, words, state, progress, watch, controls, shown: "" };
    this.#rows.set(number, row);
    return row;
  }

  #showRow(number: number, row: Row) {
    const { app, room } = this;
    const member = room.members.get(number);
    if (!member) return;
    const board = room.kind === "versus" ? room.boards.get(number) : undefined;
    const share = board ? Math.floor(100 * board.share(room.mines)) : 0;
    const state = this.#stateOf(member, board, share);
    const name = nameText(member.name);
    const shown = JSON.stringify([name, state, member.is_here, room.isOwner, room.access, number === room.you, share, Boolean(board), this.#mayWatch(board), this.watched()]);
    if (shown === row.shown) return;
    row.shown = shown;
    row.controls.show();
    row.words.textContent = number === room.you ? app.text("room.you", { name }) : name;
    row.state.textContent = state;
    row.item.classList.toggle("is-away", !member.is_here);
    row.progress.hidden = !board;
    row.progress.value = share / 100;
    row.progress.setAttribute("aria-label", app.text("room.progress", { name }));
    const mayWatch = this.#mayWatch(board);
    row.watch.hidden = !mayWatch;
    row.watch.setAttribute("aria-pressed", String(mayWatch && this.watched() === number));
    row.watch.setAttribute("aria-label", app.text("room.show_board_of", { name }));
  }

  /** Whether a board can be shown instead of the current one. */
  #mayWatch(board: RemoteBoard | undefined) {
    if (!board) return false;
    return this.room.endings.has(board.number) || (board.isSeen && !this.room.isPlayer);
  }

  #stateOf(member: Member, board: RemoteBoard | undefined, share: number) {
    const { app, room } = this;
    const words = [];
    if (member.role === "watcher") words.push(app.text("room.watches"));
    if (room.access.muted?.includes(member.number)) words.push(app.text("room.is_muted"));
    if (!member.is_here) words.push(app.text("room.is_away"));
    else if (member.is_ready) words.push(app.text("room.is_ready"));
    else if (room.kind === "versus" && room.stage === "waiting" && member.role === "player") words.push(app.text("room.not_ready"));
    if (board && board.outcome !== "ongoing") words.push(app.text(`room.${board.outcome}`, { time: lengthText(app, board.clock.milliseconds) }));
    if (board?.isStarted) words.push(app.text("room.share", { share }));
    return words.join(", ");
  }

  #showActions() {
    const { app, room } = this;
    const { ready, next, resign } = this.#buttons;
    const isOver = room.stage === "over";
    ready.hidden = !(room.isPlayer && room.kind !== "solo" && (isOver || (room.kind === "versus" && room.stage === "waiting")));
    ready.textContent = app.text(isOver ? (this.#isReady ? "room.not_again" : "room.again") : this.#isReady ? "room.unready" : "room.ready");
    ready.setAttribute("aria-pressed", String(this.#isReady));
    next.hidden = !(room.isPlayer && room.kind === "solo" && isOver);
    this.#showResign();
    resign.textContent = app.text(this.#isSure ? "room.resign_sure" : "room.resign");
    const game = [...room.endings.values()].find((each) => each.number === this.watched())?.game ?? null;
    this.#shared.hidden = game === null;
    if (game !== null) {
      this.#shared.href = `#/shared/${encodeURIComponent(game)}`;
      this.#shared.textContent = app.text("room.shared");
    }
  }

  /** Show the resign button, which is available after the first open. */
  #showResign() {
    const { room } = this;
    const isPlaying = room.isPlayer && room.kind !== "coop" && room.kind !== "study" && room.stage === "playing";
    this.#buttons.resign.hidden = !(isPlaying && room.own.isStarted && room.own.outcome === "ongoing");
  }

  /** Ask for confirmation, because resigning can't be undone. */
  #askedToResign() {
    if (this.#isSure) return this.does.resign();
    this.#isSure = true;
    this.#showActions();
    this.app.announce(this.app.text("room.resign_sure"), "room");
  }

  /** Show news of the room, and announce them. */
  say(text: string) {
    if (this.#news.textContent === text) return;
    this.#news.textContent = text;
    this.#line.textContent = text;
    this.app.announce(text, "room");
  }

  close() {
    this.#chat?.close();
  }
}
