// The administrators' screen: people, who can be banned or deleted; rooms; games, which can be voided or accepted.

import { showQuestion, type Answer as DialogAnswer } from "../frame/dialogs.tsx";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { ask } from "../multiplayer/http.ts";
import { Answer, AskedScreen, PersonLink, Table, type Page } from "./server_screen.tsx";
import type { ComponentChild } from "preact";
import type { App, Place } from "../app.ts";
import type { GameFacts, Person, RoomFacts } from "../data/protocol.ts";

/** The lists: each with the name of its rows, the parameter that requests the next page, and its columns. */
const LISTS = {
  people: { name: "people", next: "after", heads: ["name", "kind", "seen", "games", "ban", "acts"] },
  rooms: { name: "rooms", next: "before", heads: ["room", "board", "made", "ended"] },
  games: { name: "games", next: "before", heads: ["game", "who", "outcome", "counts", "finished", "acts"] },
  review: { name: "games", next: "before", heads: ["game", "who", "outcome", "signs", "finished", "acts"] },
};
type Row = Person | RoomFacts | GameFacts;

/** Lengths of bans in days; null for permanent ones. */
const BANS = [1, 7, 30, 365, null];
/** The latest date with a four-digit year. */
const FOR_GOOD = Date.UTC(9999, 11, 31);

/** Shows one of the lists. Its data are the first page, or null if the person isn't an administrator. */
export default class AdminScreen extends AskedScreen<Page<Row> | null> {
  #list: keyof typeof LISTS;
  #search: string;

  constructor(app: App, { parts: [list = ""], query }: Place) {
    super(app, "admin");
    this.#list = Object.hasOwn(LISTS, list) ? (list as keyof typeof LISTS) : "people";
    this.#search = query.get("search") ?? "";
  }

  async ask(signal: AbortSignal) {
    const me = await ask("/api/me", { signal });
    return me?.is_admin ? this.#page(null, signal) : null;
  }

  /** @param start - where the page begins; null for the first */
  async #page(start: string | number | null, signal: AbortSignal): Promise<Page<Row>> {
    const { name, next } = LISTS[this.#list];
    const query = new URLSearchParams();
    if (start !== null) query.set(next, String(start));
    if (this.#list === "people" && this.#search) query.set("search", this.#search);
    const found = await ask(`/api/admin/${this.#list}?${query}`, { signal });
    return { rows: found[name], next: found.next };
  }

  View = () => (
    <>
      <h1>{this.title}</h1>
      <nav class="ways row" aria-label={this.title}>
        {Object.keys(LISTS).map((list) => (
          <a href={`#/admin/${list}`} aria-current={list === this.#list ? "page" : undefined}>{this.text(list)}</a>
        ))}
      </nav>
      {this.#list === "people" && <this.Searching />}
      <Answer asked={this.asked} class="admin-body">
        {(page) => page ? <this.Rows page={page} /> : <p class="empty">{this.text("not_allowed")}</p>}
      </Answer>
    </>
  );

  Searching = () => {
    const search = (event: SubmitEvent) => {
      event.preventDefault();
      this.#search = String(new FormData(event.currentTarget as HTMLFormElement).get("search")).trim();
      void this.asked.load();
    };
    return (
      <form class="searching row" role="search" onSubmit={search}>
        <label for="admin-search">{this.text("search")}</label>
        <input type="search" id="admin-search" name="search" defaultValue={this.#search} autocomplete="off"
          maxLength={64} />
        <button type="submit">{this.text("find")}</button>
      </form>
    );
  };

  Rows = ({ page }: { page: Page<Row> }) => {
    const cells = { people: this.#person, rooms: this.#room, games: this.#game, review: this.#game }[this.#list];
    const cellsOf = (row: Row) => ({ key: row.id, cells: (cells as (row: Row) => ComponentChild[])(row) });
    return (
      <Table screen={this} caption={this.text(this.#list)} empty={this.text("none")} heads={LISTS[this.#list].heads}
        page={page} more={(next) => this.#page(next, this.stop.signal)} cellsOf={cellsOf} />
    );
  };

  #moment(moment: number | null) {
    return moment === null ? "" : this.app.messages.date(moment, { dateStyle: "short", timeStyle: "short" });
  }

  #person = (person: Person) => {
    const { id, name, is_guest: isGuest, is_admin: isAdmin, banned_until: until, ban_reason: reason } = person;
    const ban = until !== null && this.text(until >= FOR_GOOD ? "banned_for_good" : "banned", {
      until: this.#moment(until), reason: reason ?? "",
    });
    const unban = () => this.#do("unban", { person: id }, "unbanned", name);
    return [
      <PersonLink person={isGuest ? null : id} name={name} />,
      this.text(isAdmin ? "is_admin" : isGuest ? "is_guest" : "is_account"),
      this.#moment(person.seen),
      this.app.messages.numbers.format(person.games),
      ban || "",
      // Administrators can only be appointed on the server itself.
      <div class="acts">
        {!isAdmin && this.button(ban ? "unban" : "ban", ban ? unban : () => this.#ban(person), { label: name })}
        {!isAdmin && this.button("delete", () => this.#delete(person), { label: name, class: "danger" })}
      </div>,
    ];
  };

  #room = ({ id, kind, board, mines, rules, made, ended, is_open: isOpen }: RoomFacts) => {
    const room = this.text(`room_${kind}`);
    const name = isOpen ? `${room}, ${this.text("open")}` : room;
    const link = ended === null ? <a href={`#/room/${id}`}>{name}</a> : name;
    return [link, board ? boardTitle(this.app, { board, mines, rules }) : "", this.#moment(made), this.#moment(ended)];
  };

  #game = (game: GameFacts) => {
    const { id, person, name, outcome, milliseconds, finished, decision } = game;
    const isReview = this.#list === "review";
    const isDecided = decision !== null && !isReview;
    const takeBack = () => this.#do("decide", { game: id, decision: null }, "taken_back", name);
    return [
      <a href={`#/shared/${id}`}>{boardTitle(this.app, game)}</a>,
      <PersonLink person={person} name={name} />,
      this.text(`outcome_${outcome}`, { time: shownTime(this.app, milliseconds) }),
      isReview ? this.#signs(game) : this.#counts(game),
      this.#moment(finished),
      <div class="acts">
        {isReview && this.button("accept", () => this.#decide(game, "passed"), { label: name })}
        {isDecided && this.button("take_back", takeBack, { label: name })}
        {!isDecided && this.button("void", () => this.#decide(game, "void"), { label: name, class: "danger" })}
      </div>,
    ];
  };

  #counts({ is_ranked: isRanked, verified, why_not: why, decision, decided_why: reason }: GameFacts) {
    if (decision === "void") return this.text("is_void", { why: reason ?? "" });
    if (why === "review") return this.text("is_waiting");
    return why ?? (isRanked && verified === null ? "…" : isRanked && verified ? "✓" : "");
  }

  #signs({ suspicion, signs }: GameFacts) {
    const { format } = new Intl.NumberFormat(this.app.messages.language, { maximumFractionDigits: 2 });
    const parts = Object.entries(JSON.parse(signs ?? "{}") as Record<string, number>).map(([name, value]) => {
      try {
        const sign = this.text(`sign_${name}`);
        return `${sign} ${format(value)}`;
      } catch {
        // A newer server may have other names.
        return `${name} ${format(value)}`;
      }
    });
    return `${format(suspicion ?? 0)} (${parts.join(", ")})`;
  }

  async #decide({ id, name }: GameFacts, decision: "passed" | "void") {
    const isVoid = decision === "void";
    const act = isVoid ? "void" : "accept";
    const label = this.text("decision_reason");
    const reason = await this.#askReason(this.text(`${act}_asked`, { name }), { text: this.text(act) }, label, isVoid);
    if (reason === null) return;
    await this.#do("decide", { game: id, decision, reason }, isVoid ? "voided" : "passed", name);
  }

  async #ban({ id, name }: Person) {
    let days = "7";
    const choice = (
      <>
        <label for="ban-days">{this.text("ban_until")}</label>
        <select id="ban-days" onChange={(event) => (days = event.currentTarget.value)}>
          {BANS.map((each) => (
            <option value={String(each ?? "")} selected={String(each) === days}>
              {this.text("ban_days", { days: each })}
            </option>
          ))}
        </select>
      </>
    );
    const yes: DialogAnswer = { text: this.text("ban"), kind: "danger" };
    const reason = await this.#askReason(this.text("ban_asked", { name }), yes, this.text("ban_reason"), false, choice);
    if (reason === null) return;
    await this.#do("ban", { person: id, days: days ? Number(days) : null, reason }, "is_banned", name);
  }

  /** Ask for a reason; null if the administrator cancels. */
  async #askReason(title: string, yes: DialogAnswer, label: string, isRequired: boolean, more?: ComponentChild) {
    let reason = "";
    const content = (
      <>
        {more}
        <label for="admin-reason">{label}</label>
        <input id="admin-reason" maxLength={500} autocomplete="off" required={isRequired}
          onInput={(event) => (reason = event.currentTarget.value)} />
      </>
    );
    const kind = isRequired ? "danger" : yes.kind;
    return (await showQuestion(this.app, title, content, { ...yes, kind })) ? reason.trim() : null;
  }

  async #delete({ id, name }: Person) {
    const answers = { yes: this.text("delete"), no: this.app.text("page.cancel"), kind: "danger" } as const;
    if (!(await this.app.confirm(this.text("delete_asked", { name }), answers))) return;
    await this.#do("delete", { person: id }, "deleted", name);
  }

  async #do(act: string, body: unknown, confirmation: string, name: string) {
    await ask(`/api/admin/${act}`, { body });
    this.app.say(this.text(confirmation, { name }));
    await this.asked.load();
    // The row of the pressed button may be gone.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById("admin-search")?.focus();
    });
  }
}
