// A person's public page: board types and best times, unnecessary guesses, and the latest games.

import { button, node } from "../frame/elements.ts";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { plotGuesses } from "../together/guess_plot.ts";
import { ask } from "../together/http.ts";
import { dateText } from "../together/periods.ts";
import { Asked } from "./asking/asked.ts";
import { link } from "./asking/links.ts";
import { STEPS, plotFigure } from "./plot_picture.ts";
import type { App, Place } from "../app.ts";
import type { GameLine, GameList, PersonBoard, PersonFacts } from "../data/protocol.ts";

export default class PersonScreen {
  person;
  title;
  asked;
  keys = "person";
  commands: Record<string, (...values: any[]) => unknown> = {};
  #stop = new AbortController();
  #heading = node("h1", "");
  #body = node("div", "person-body");

  constructor(public app: App, { parts: [person = ""] }: Place) {
    this.person = person;
    this.title = app.text("person.title");
    this.asked = new Asked(app, this.#body, this.#stop.signal);
  }

  #text(name: string, values?: any) {
    return this.app.text(`person.${name}`, values);
  }

  show(element: HTMLElement) {
    element.classList.add("flat", "asking-page");
    this.#heading.textContent = this.title;
    element.append(this.#heading, this.#body);
    return this.asked.show(
      (signal) => Promise.all([ask(`/api/people/${encodeURIComponent(this.person)}`, { signal }), this.#games("", signal)]),
      ([facts, games]) => this.#fill(facts, games),
    );
  }

  leave() {
    this.#stop.abort();
  }

  #games(before: string, signal: AbortSignal = this.#stop.signal): Promise<GameList> {
    return ask(`/api/games?${new URLSearchParams({ person: this.person, ...(before ? { before } : {}) })}`, { signal });
  }

  #number(value: number) {
    return this.app.messages.numbers.format(value);
  }

  #fill(facts: PersonFacts, list: GameList) {
    this.title = facts.name;
    this.#heading.replaceChildren(node("bdi", "", facts.name));
    const since = node("p", "since", this.#text("since", { date: dateText(this.app, new Date(facts.made), { dateStyle: "long" }) }));
    if (!facts.games && !list.games.length) return this.#body.replaceChildren(since, this.#nothing());
    this.#body.replaceChildren(since, this.#facts(facts), this.#guesses(facts, list), this.#boards(facts.boards), this.#latest(list));
  }

  #nothing() {
    const play = link("best", this.#text("to_best"));
    play.className = "button";
    return node("div", "nothing", node("p", "", this.#text("nothing")), node("p", "buttons", play));
  }

  #facts({ games, won, reviewed, guesses, unneeded_guesses: unneeded, careful }: PersonFacts) {
    const list = node("dl", "facts");
    const fact = (name: string, told: string) => list.append(node("div", "", node("dt", "", this.#text(name)), node("dd", "", told)));
    fact("games", this.#number(games));
    fact("won", games ? `${this.#number(won)} · ${Math.round((100 * won) / games)} %` : this.#number(won));
    if (reviewed) {
      fact("unneeded", this.#text("unneeded_of", { unneeded, guesses }));
      fact("careful", this.#text("careful_of", { careful, reviewed }));
    }
    return list;
  }

  #guesses({ reviewed }: PersonFacts, { games }: GameList) {
    const section = node("section", "guesses", node("h2", "", this.#text("guesses")), node("p", "", this.#text("guesses_what")));
    if (!reviewed) {
      section.append(node("p", "empty", this.#text("not_reviewed")));
      return section;
    }
    const plot = plotGuesses(games, STEPS) as any;
    const cells = (place: number) => plot.points[place].map((value: number) => this.#number(value)) as [string, string];
    section.append(
      node(
        "div",
        "plots",
        plotFigure(plot, {
          title: this.#text("plot"),
          empty: this.#text("not_reviewed"),
          point: (place) => this.#text("point", { game: cells(place)[0], unneeded: plot.points[place][1] }),
          table: this.app.text("statistics.as_table"),
          heads: [this.#text("head_game"), this.#text("unneeded")],
          cells,
          pick: (key) => this.app.go(`shared/${encodeURIComponent(key)}`),
        }),
      ),
    );
    return section;
  }

  /** @param names - column headings; those that begin with "#" are for numbers */
  #table(caption: string, names: string[]) {
    const heads = names.map((name) => {
      const head = node("th", name.startsWith("#") ? "number" : "", this.#text(`head_${name.replace("#", "")}`));
      head.scope = "col";
      return head;
    });
    const body = node("tbody");
    const table = node("table", "asked-table", node("caption", "unseen", caption), node("thead", "", node("tr", "", ...heads)), body);
    return { table: node("div", "scroll", table), body };
  }

  #boards(boards: PersonBoard[]) {
    const { table, body } = this.#table(this.#text("boards"), ["board", "#games", "#won", "#best"]);
    for (const { board, mines, rules, games, won, best = null, game = null } of boards) {
      const query = new URLSearchParams({ board, mines: String(mines), rules, period: "all" });
      const name = node("th", "", link(`best?${query}`, boardTitle(this.app, { board, mines, rules })));
      name.scope = "row";
      const time = best === null ? "" : shownTime(this.app, best);
      const shown = time && game ? link(`shared/${encodeURIComponent(game)}`, time) : time;
      body.append(node("tr", "", name, node("td", "number", this.#number(games)), node("td", "number", this.#number(won)), node("td", "number", shown)));
    }
    return node("section", "", node("h2", "", this.#text("boards")), boards.length ? table : node("p", "empty", this.#text("no_boards")));
  }

  #latest(list: GameList) {
    const { table, body } = this.#table(this.#text("latest"), ["game", "outcome", "#unneeded", "date"]);
    body.append(...list.games.map((game) => this.#game(game)));
    const section = node("section", "", node("h2", "", this.#text("latest")), list.games.length ? table : node("p", "empty", this.#text("no_games")));
    let before = list.before;
    const more = button(this.#text("more"), async () => {
      if (more.ariaBusy === "true" || !before) return;
      more.ariaBusy = "true";
      try {
        const next = await this.#games(before);
        const rows = next.games.map((game) => this.#game(game));
        body.append(...rows);
        rows[0]?.querySelector("a")?.focus();
        before = next.before;
        if (!before) more.remove();
      } catch (error) {
        if (!this.#stop.signal.aborted) await this.app.fail(error);
      } finally {
        more.ariaBusy = "false";
      }
    });
    if (before) section.append(node("p", "buttons", more));
    return section;
  }

  #game({ id, board, mines, rules, outcome, milliseconds, finished, unneeded_guesses: unneeded = null }: GameLine) {
    const date = new Date(finished);
    const when = node("time", "", dateText(this.app, date, { dateStyle: "medium" }));
    when.dateTime = date.toISOString();
    const name = node("th", "", link(`shared/${encodeURIComponent(id)}`, boardTitle(this.app, { board, mines, rules })));
    name.scope = "row";
    const ended = this.#text(`outcome_${outcome}`, { time: shownTime(this.app, milliseconds) });
    return node("tr", "", name, node("td", "", ended), node("td", "number", unneeded === null ? "" : this.#number(unneeded)), node("td", "", when));
  }
}
