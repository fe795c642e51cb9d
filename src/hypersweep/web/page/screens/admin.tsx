// The administrators' screen: people, who can be banned or deleted; games, which can be voided; games under review; rooms.

import type { ComponentChild } from "preact";
import { showQuestion, type Answer as DialogAnswer } from "../frame/dialogs.tsx";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { ask } from "../together/http.ts";
import { Answer, AskedScreen, usePages, type Page } from "./asking/asked.tsx";
import { LabelledButton, PersonLink } from "./asking/data_views.tsx";
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

/** The first page of a list; null if the person isn't an administrator. */
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
      <nav class="ways" aria-label={this.title}>
        {Object.keys(LISTS).map((list) => <a href={`#/admin/${list}`} aria-current={list === this.#list ? "page" : undefined}>{this.text(list)}</a>)}
      </nav>
      {this.#list === "people" && <this.Searching />}
      <Answer asked={this.asked} class="admin-body">
        {(page) => !page ? <p class="empty">{this.text("not_allowed")}</p> : page.rows.length ? <this.Table page={page} /> : <p class="empty">{this.text("none")}</p>}
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
      <form class="searching" role="search" onSubmit={search}>
        <label for="admin-search">{this.text("search")}</label>
        <input type="search" id="admin-search" name="search" defaultValue={this.#search} autocomplete="off" maxLength={64} />
        <button type="submit">{this.text("find")}</button>
      </form>
    );
  };

  Table = ({ page }: { page: Page<Row> }) => {
    const { rows, body, button } = usePages(this.app, page, this.text("more"), (next) => this.#page(next, this.stop.signal));
    const heads = LISTS[this.#list].heads.map((name) => this.text(`head_${name}`));
    const cellsOf = { people: this.#person, rooms: this.#room, games: this.#game, review: this.#game }[this.#list] as (row: Row) => ComponentChild[];
    // On phones CSS displays rows as blocks; the roles keep them rows for screen readers.
    return (
      <>
        <div class="scroll">
          <table class="asked-table" role="table" aria-label={this.text(this.#list)}>
            <thead role="rowgroup"><tr role="row">{heads.map((head) => <th scope="col" role="columnheader">{head}</th>)}</tr></thead>
            <tbody role="rowgroup" ref={body}>
              {rows.map((row) => {
                const [name, ...cells] = cellsOf(row);
                return (
                  <tr role="row" key={row.id}>
                    <th scope="row" role="rowheader">{name}</th>
                    {cells.map((cell, place) => <td role="cell" class={cell === "" ? "nothing" : undefined} data-head={heads[place + 1]}>{cell}</td>)}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {button}
      </>
    );
  };

  #moment(moment: number | null) {
    return moment === null ? "" : this.app.messages.date(moment, { dateStyle: "short", timeStyle: "short" });
  }

  #button(name: string, label: string, act: () => unknown, className?: string) {
    return <LabelledButton text={this.text(name)} label={label} class={className} act={act} />;
  }

  #person = (person: Person) => {
    const { id, name, is_guest: isGuest, is_admin: isAdmin, seen, games, banned_until: until, ban_reason: reason } = person;
    const ban = until === null ? "" : this.text(until >= FOR_GOOD ? "banned_for_good" : "banned", { until: this.#moment(until), reason: reason ?? "" });
    // Administrators can only be appointed on the server itself.
    const acts = !isAdmin && (
      <>
        {until === null ? this.#button("ban", name, () => this.#ban(person)) : this.#button("unban", name, () => this.#do("unban", { person: id }, "unbanned", name))}
        {this.#button("delete", name, () => this.#delete(person), "danger")}
      </>
    );
    const kind = this.text(isAdmin ? "is_admin" : isGuest ? "is_guest" : "is_account");
    return [<PersonLink person={isGuest ? null : id} name={name} />, kind, this.#moment(seen), this.app.messages.numbers.format(games), ban, <div class="acts">{acts}</div>];
  };

  #room = ({ id, kind, board, mines, rules, made, ended, is_open: isOpen }: RoomFacts) => {
    const name = `${this.text(`room_${kind}`)}${isOpen ? `, ${this.text("open")}` : ""}`;
    const link = ended === null ? <a href={`#/room/${encodeURIComponent(id)}`}>{name}</a> : name;
    return [link, board ? boardTitle(this.app, { board, mines, rules }) : "", this.#moment(made), this.#moment(ended)];
  };

  #game = (game: GameFacts) => {
    const { id, person, name, outcome, milliseconds, finished, decision } = game;
    const isReview = this.#list === "review";
    const acts = decision === null || isReview ? (
      <>
        {isReview && this.#button("accept", name, () => this.#decide(game, "passed"))}
        {this.#button("void", name, () => this.#decide(game, "void"), "danger")}
      </>
    ) : this.#button("take_back", name, () => this.#do("decide", { game: id, decision: null }, "taken_back", name));
    return [
      <a href={`#/shared/${encodeURIComponent(id)}`}>{boardTitle(this.app, game)}</a>,
      <PersonLink person={person} name={name} />,
      this.text(`outcome_${outcome}`, { time: shownTime(this.app, milliseconds) }),
      isReview ? this.#signs(game) : this.#counts(game),
      this.#moment(finished),
      <div class="acts">{acts}</div>,
    ];
  };

  #counts({ is_ranked: isRanked, verified, why_not: why, decision, decided_why: reason }: GameFacts) {
    if (decision === "void") return this.text("is_void", { why: reason ?? "" });
    if (why === "review") return this.text("is_waiting");
    return why ?? (isRanked && verified === null ? "…" : isRanked && verified ? "✓" : "");
  }

  /** The suspicion score of a game, and its parts. */
  #signs({ suspicion, signs }: GameFacts) {
    const number = (value: number) => new Intl.NumberFormat(this.app.messages.language, { maximumFractionDigits: 2 }).format(value);
    const parts = Object.entries(JSON.parse(signs ?? "{}") as Record<string, number>).map(([name, value]) => {
      try {
        return `${this.text(`sign_${name}`)} ${number(value)}`;
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
      <label for="decision-reason">{this.text("decision_reason")}</label>,
      <input id="decision-reason" maxLength={500} autocomplete="off" required={decision === "void"} onInput={(event) => (reason = event.currentTarget.value)} />,
    ];
    const yes: DialogAnswer = { text: this.text(act), kind: decision === "void" ? "danger" : undefined };
    if (!(await showQuestion(this.app, this.text(`${act}_asked`, { name }), content, yes))) return;
    await this.#do("decide", { game: id, decision, reason: reason.trim() }, decision === "void" ? "voided" : "passed", name);
  }

  async #ban({ id, name }: Person) {
    let [days, reason] = ["7", ""];
    const content = [
      <label for="ban-days">{this.text("ban_until")}</label>,
      <select id="ban-days" onChange={(event) => (days = event.currentTarget.value)}>
        {BANS.map((each) => <option value={String(each ?? "")} selected={String(each) === days}>{this.text("ban_days", { days: each })}</option>)}
      </select>,
      <label for="ban-reason">{this.text("ban_reason")}</label>,
      <input id="ban-reason" maxLength={500} autocomplete="off" onInput={(event) => (reason = event.currentTarget.value)} />,
    ];
    if (!(await showQuestion(this.app, this.text("ban_asked", { name }), content, { text: this.text("ban"), kind: "danger" }))) return;
    await this.#do("ban", { person: id, days: days ? Number(days) : null, reason: reason.trim() }, "is_banned", name);
  }

  async #delete({ id, name }: Person) {
    if (!(await this.app.confirm(this.text("delete_asked", { name }), { yes: this.text("delete"), no: this.app.text("page.cancel") }))) return;
    await this.#do("delete", { person: id }, "deleted", name);
  }

  async #do(act: string, body: unknown, told: string, name: string) {
    try {
      await ask(`/api/admin/${act}`, { body });
      this.app.say(this.text(told, { name }));
      await this.asked.load();
      // The row of the pressed button may be gone.
      requestAnimationFrame(() => document.activeElement === document.body && document.getElementById("admin-search")?.focus());
    } catch (error) {
      await this.app.fail(error);
    }
  }
}
