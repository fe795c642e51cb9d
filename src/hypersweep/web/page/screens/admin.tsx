// The administrators' screen: people, who can be banned or deleted; games, which can be voided; games under review; rooms.

import { showQuestion, type Answer } from "../frame/dialogs.tsx";
import { button, made, node } from "../frame/elements.ts";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { ask } from "../together/http.ts";
import { dateText } from "../together/periods.ts";
import { Asked } from "./asking/asked.ts";
import { link, personLink } from "./asking/links.ts";
import type { App, Place } from "../app.ts";
import type { GameFacts, Person, RoomFacts } from "../data/protocol.ts";

/** The lists: each with its path, the name of its rows, and the parameter that requests the next page. */
const LISTS = { people: ["people", "after"], rooms: ["rooms", "before"], games: ["games", "before"], review: ["games", "before"] } as const;
type ListName = keyof typeof LISTS;
const HEADS: Record<ListName, string[]> = {
  people: ["name", "kind", "seen", "games", "ban", "acts"],
  rooms: ["room", "board", "made", "ended"],
  games: ["game", "who", "outcome", "counts", "finished", "acts"],
  review: ["game", "who", "outcome", "signs", "finished", "acts"],
};

/** Lengths of bans in days; null for permanent ones. */
const BANS = [1, 7, 30, 365, null];
/** The latest date with a four-digit year. */
const FOR_GOOD = Date.UTC(9999, 11, 31);

export default class AdminScreen {
  title;
  list: ListName;
  asked;
  keys = "admin";
  commands: Record<string, (...values: any[]) => unknown> = {};
  #stop = new AbortController();
  #body = node("div", "admin-body");
  #search = "";

  constructor(public app: App, { parts: [list = ""], query }: Place) {
    this.title = app.text("admin.title");
    this.list = Object.hasOwn(LISTS, list) ? (list as ListName) : "people";
    this.#search = query.get("search") ?? "";
    this.asked = new Asked(app, this.#body, this.#stop.signal);
  }

  #text(name: string, values?: any) {
    return this.app.text(`admin.${name}`, values);
  }

  show(element: HTMLElement) {
    element.classList.add("flat", "asking-page");
    const ways = node("nav", "ways");
    ways.setAttribute("aria-label", this.title);
    for (const list of Object.keys(LISTS)) {
      const way = link(`admin/${list}`, this.#text(list));
      if (list === this.list) way.setAttribute("aria-current", "page");
      ways.append(way);
    }
    element.append(node("h1", "", this.title), ways);
    if (this.list === "people") element.append(this.#searching());
    element.append(this.#body);
    return this.#load();
  }

  leave() {
    this.#stop.abort();
  }

  #load() {
    return this.asked.show(
      async (signal) => {
        const me = await ask("/api/me", { signal });
        return me?.is_admin ? this.#page(null, signal) : null;
      },
      (page) => this.#fill(page),
    );
  }

  /** @param next - where the page begins */
  #page(next: string | number | null, signal: AbortSignal = this.#stop.signal) {
    const [, name] = LISTS[this.list];
    const query = new URLSearchParams();
    if (next !== null) query.set(name, String(next));
    if (this.list === "people" && this.#search) query.set("search", this.#search);
    return ask(`/api/admin/${this.list}?${query}`, { signal });
  }

  #searching() {
    const field = made("input", { type: "search", id: "admin-search", value: this.#search, autocomplete: "off", maxLength: 64 });
    const form = made("form", { className: "searching", role: "search" }, made("label", { htmlFor: field.id }, this.#text("search")), field,
      made("button", { type: "submit" }, this.#text("find")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search = field.value.trim();
      void this.#load();
    });
    return form;
  }

  /** @param page - null if the person isn't an administrator */
  #fill(page: any) {
    if (page === null) return this.#body.replaceChildren(node("p", "empty", this.#text("not_allowed")));
    const rows = this.#rowsOf(page);
    if (!rows.length) return this.#body.replaceChildren(node("p", "empty", this.#text("none")));
    // On phones CSS displays rows as blocks; the roles keep them rows for screen readers.
    const head = made("tr", { role: "row" }, ...HEADS[this.list].map((name) => made("th", { scope: "col", role: "columnheader" }, this.#text(`head_${name}`))));
    const body = made("tbody", { role: "rowgroup" }, ...rows);
    const top = made("thead", { role: "rowgroup" }, head);
    const table = made("table", { className: "asked-table", role: "table", ariaLabel: this.#text(this.list) }, top, body);
    const parts = [node("div", "scroll", table)];
    let next = page.next;
    if (next !== null) {
      const more = button(this.#text("more"), async () => {
        if (more.ariaBusy === "true") return;
        more.ariaBusy = "true";
        await this.#try(async () => {
          const following = await this.#page(next);
          const added = this.#rowsOf(following);
          body.append(...added);
          added[0]?.querySelector("a, button")?.focus();
          next = following.next;
          if (next === null) more.remove();
        });
        more.ariaBusy = "false";
      });
      parts.push(node("div", "buttons", more));
    }
    this.#body.replaceChildren(...parts);
  }

  /** @returns rows */
  #rowsOf(page: any): any[] {
    const make = { people: this.#personRow, rooms: this.#roomRow, games: this.#gameRow, review: this.#gameRow }[this.list];
    return page[LISTS[this.list][0]].map((each: any) => make.call(this, each));
  }

  #moment(moment: number | null) {
    return moment === null ? "" : dateText(this.app, new Date(moment), { dateStyle: "short", timeStyle: "short", timeZone: undefined });
  }

  #row(name: Node | string, ...cells: (Node | string)[]) {
    const others = cells.map((cell, place) => {
      const own = made("td", { role: "cell" }, cell);
      own.dataset.head = this.#text(`head_${HEADS[this.list][place + 1]}`);
      own.classList.toggle("nothing", cell === "");
      return own;
    });
    return made("tr", { role: "row" }, made("th", { scope: "row", role: "rowheader" }, name), ...others);
  }

  #personRow(person: Person) {
    const { id, name, is_guest: isGuest, is_admin: isAdmin, seen, games, banned_until: until, ban_reason: reason } = person;
    const isBanned = until !== null;
    const ban = !isBanned ? "" : this.#text(until >= FOR_GOOD ? "banned_for_good" : "banned", { until: this.#moment(until), reason: reason ?? "" });
    const acts = node("div", "acts");
    // Administrators can only be appointed on the server itself.
    if (!isAdmin) {
      const change = isBanned
        ? button(this.#text("unban"), () => this.#do("unban", { person: id }, "unbanned", name), { label: name })
        : button(this.#text("ban"), () => this.#ban(person), { label: name });
      acts.append(change, button(this.#text("delete"), () => this.#delete(person), { label: name, className: "danger" }));
    }
    const kind = this.#text(isAdmin ? "is_admin" : isGuest ? "is_guest" : "is_account");
    return this.#row(personLink(isGuest ? null : id, name), kind, this.#moment(seen), this.app.messages.numbers.format(games), ban, acts);
  }

  #roomRow({ id, kind, board, mines, rules, made: begun, ended, is_open: isOpen }: RoomFacts) {
    const name = `${this.#text(`room_${kind}`)}${isOpen ? `, ${this.#text("open")}` : ""}`;
    return this.#row(ended === null ? link(`room/${encodeURIComponent(id)}`, name) : name, board ? boardTitle(this.app, { board, mines, rules }) : "", this.#moment(begun), this.#moment(ended));
  }

  #gameRow(game: GameFacts) {
    const { id, person, name, board, mines, rules, outcome, milliseconds, finished, decision } = game;
    const ended = this.#text(`outcome_${outcome}`, { time: shownTime(this.app, milliseconds) });
    const acts = node("div", "acts");
    if (decision === null || this.list === "review") {
      if (this.list === "review") acts.append(button(this.#text("accept"), () => this.#decide(game, "passed"), { label: name }));
      acts.append(button(this.#text("void"), () => this.#decide(game, "void"), { label: name, className: "danger" }));
    } else {
      acts.append(button(this.#text("take_back"), () => this.#do("decide", { game: id, decision: null }, "taken_back", name), { label: name }));
    }
    const told = this.list === "review" ? this.#signs(game) : this.#counts(game);
    return this.#row(link(`shared/${encodeURIComponent(id)}`, boardTitle(this.app, { board, mines, rules })), personLink(person, name), ended, told, this.#moment(finished), acts);
  }

  #counts({ is_ranked: isRanked, verified, why_not: why, decision, decided_why: reason }: GameFacts) {
    if (decision === "void") return this.#text("is_void", { why: reason ?? "" });
    if (why === "review") return this.#text("is_waiting");
    return why ?? (isRanked && verified === null ? "…" : isRanked && verified ? "✓" : "");
  }

  /** The suspicion score of a game, and its parts. */
  #signs({ suspicion, signs }: GameFacts) {
    const { app } = this;
    const number = (value: number) => new Intl.NumberFormat(app.messages.language, { maximumFractionDigits: 2 }).format(value);
    const parts = Object.entries(JSON.parse(signs ?? "{}") as Record<string, number>).map(([name, value]) => {
      try {
        return `${this.#text(`sign_${name}`)} ${number(value)}`;
      } catch {
        // A newer server may have other names.
        return `${name} ${number(value)}`;
      }
    });
    return `${number(suspicion ?? 0)} (${parts.join(", ")})`;
  }

  async #decide({ id, name }: GameFacts, decision: "passed" | "void") {
    const act = decision === "void" ? "void" : "accept";
    let reason = "";
    const content = [
      <label for="decision-reason">{this.#text("decision_reason")}</label>,
      <input id="decision-reason" maxLength={500} autocomplete="off" required={decision === "void"} onInput={(event) => (reason = event.currentTarget.value)} />,
    ];
    const yes: Answer = { text: this.#text(act), kind: decision === "void" ? "danger" : undefined };
    if (!(await showQuestion(this.app, this.#text(`${act}_asked`, { name }), content, yes))) return;
    await this.#do("decide", { game: id, decision, reason: reason.trim() }, decision === "void" ? "voided" : "passed", name);
  }

  async #ban({ id, name }: Person) {
    let [days, reason] = ["7", ""];
    const content = [
      <label for="ban-days">{this.#text("ban_until")}</label>,
      <select id="ban-days" onChange={(event) => (days = event.currentTarget.value)}>
        {BANS.map((each) => <option value={String(each ?? "")} selected={String(each) === days}>{this.#text("ban_days", { days: each })}</option>)}
      </select>,
      <label for="ban-reason">{this.#text("ban_reason")}</label>,
      <input id="ban-reason" maxLength={500} autocomplete="off" onInput={(event) => (reason = event.currentTarget.value)} />,
    ];
    if (!(await showQuestion(this.app, this.#text("ban_asked", { name }), content, { text: this.#text("ban"), kind: "danger" }))) return;
    await this.#do("ban", { person: id, days: days ? Number(days) : null, reason: reason.trim() }, "is_banned", name);
  }

  async #delete({ id, name }: Person) {
    if (!(await this.app.confirm(this.#text("delete_asked", { name }), { yes: this.#text("delete"), no: this.app.text("page.cancel") }))) return;
    await this.#do("delete", { person: id }, "deleted", name);
  }

  #do(act: string, body: unknown, told: string, name: string) {
    return this.#try(async () => {
      await ask(`/api/admin/${act}`, { body });
      this.app.say(this.#text(told, { name }));
      await this.#load();
      (document.getElementById("admin-search") as HTMLElement | null)?.focus();
    });
  }

  async #try(act: () => Promise<unknown>) {
    try {
      await act();
    } catch (error) {
      if (!this.#stop.signal.aborted) await this.app.fail(error);
    }
  }
}
