// A person's public page: board types and best times, unnecessary guesses, and the latest games.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { dateText } from "../together/dates.ts";
import { plotGuesses } from "../together/guess_plot.ts";
import { ask } from "../together/http.ts";
import { Answer, AskedScreen, usePages, type Page } from "./asking/asked.tsx";
import { Facts, Moment } from "./asking/data_views.tsx";
import { PlotFigure } from "./plot_figure.tsx";
import type { App, Place } from "../app.ts";
import type { GameLine, PersonBoard, PersonFacts } from "../data/protocol.ts";

type Found = { facts: PersonFacts; page: Page<GameLine> };

export default class PersonScreen extends AskedScreen<Found> {
  #person;

  constructor(app: App, { parts: [person = ""] }: Place) {
    super(app, "person");
    this.#person = person;
  }

  async ask(signal: AbortSignal): Promise<Found> {
    const [facts, page] = await Promise.all([ask(`/api/people/${encodeURIComponent(this.#person)}`, { signal }), this.#games("", signal)]);
    this.title = facts.name;
    return { facts, page };
  }

  /** @param before - from the previous page, "" for the first */
  async #games(before: string | number, signal: AbortSignal): Promise<Page<GameLine>> {
    const query = new URLSearchParams({ person: this.#person, ...(before ? { before: String(before) } : {}) });
    const found = await ask(`/api/games?${query}`, { signal });
    return { rows: found.games, next: found.before };
  }

  #number(value: number) {
    return this.app.messages.numbers.format(value);
  }

  View = () => {
    const name = this.asked.value.value?.facts.name;
    return (
      <>
        <h1>{name === undefined ? this.title : <bdi>{name}</bdi>}</h1>
        <Answer asked={this.asked} class="person-body">
          {({ facts, page }) => (
            <>
              <p class="since">{this.text("since", { date: dateText(this.app, new Date(facts.made), { dateStyle: "long" }) })}</p>
              {!facts.games && !page.rows.length ? (
                <div class="nothing">
                  <p>{this.text("nothing")}</p>
                  <p class="buttons"><a class="button" href="#/best">{this.text("to_best")}</a></p>
                </div>
              ) : (
                <>
                  <Facts facts={this.#facts(facts)} />
                  <this.Guesses isReviewed={facts.reviewed > 0} games={page.rows} />
                  <this.Boards boards={facts.boards} />
                  <this.Latest page={page} />
                </>
              )}
            </>
          )}
        </Answer>
      </>
    );
  };

  #facts({ games, won, reviewed, guesses, unneeded_guesses: unneeded, careful }: PersonFacts): [string, string][] {
    return [
      [this.text("games"), this.#number(games)],
      [this.text("won"), games ? `${this.#number(won)} · ${Math.round((100 * won) / games)} %` : this.#number(won)],
      [this.text("unneeded"), reviewed ? this.text("unneeded_of", { unneeded, guesses }) : ""],
      [this.text("careful"), reviewed ? this.text("careful_of", { careful, reviewed }) : ""],
    ];
  }

  Guesses = ({ isReviewed, games }: { isReviewed: boolean; games: readonly GameLine[] }) => {
    const plot = useMemo(() => plotGuesses(games), [games]);
    const cells = (place: number): [string, string] => [this.#number(plot.x[place]), this.#number(plot.y[place])];
    const texts = {
      title: this.text("plot"),
      empty: this.text("not_reviewed"),
      point: (place: number) => this.text("point", { game: cells(place)[0], unneeded: plot.y[place] }),
      table: this.app.text("statistics.as_table"),
      heads: [this.text("head_game"), this.text("unneeded")] as [string, string],
      cells,
    };
    return (
      <section class="guesses">
        <h2>{this.text("guesses")}</h2>
        <p>{this.text("guesses_what")}</p>
        {isReviewed ? (
          <div class="plots"><PlotFigure app={this.app} plot={plot} texts={texts} pick={(key) => this.app.go(`shared/${encodeURIComponent(key)}`)} /></div>
        ) : <p class="empty">{this.text("not_reviewed")}</p>}
      </section>
    );
  };

  /** @param heads - of the columns; those that begin with "#" are for numbers */
  #table(caption: string, heads: string[], body: ComponentChildren) {
    return (
      <div class="scroll">
        <table class="asked-table">
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>{heads.map((name) => <th class={name.startsWith("#") ? "number" : undefined} scope="col">{this.text(`head_${name.replace("#", "")}`)}</th>)}</tr>
          </thead>
          {body}
        </table>
      </div>
    );
  }

  Boards = ({ boards }: { boards: PersonBoard[] }) => {
    const rows = boards.map(({ board, mines, rules, games, won, best = null, game = null }) => {
      const query = new URLSearchParams({ board, mines: String(mines), rules, period: "all" });
      const time = best === null ? "" : shownTime(this.app, best);
      return (
        <tr>
          <th scope="row"><a href={`#/best?${query}`}>{boardTitle(this.app, { board, mines, rules })}</a></th>
          <td class="number">{this.#number(games)}</td>
          <td class="number">{this.#number(won)}</td>
          <td class="number">{time && game ? <a href={`#/shared/${encodeURIComponent(game)}`}>{time}</a> : time}</td>
        </tr>
      );
    });
    return (
      <section>
        <h2>{this.text("boards")}</h2>
        {rows.length ? this.#table(this.text("boards"), ["board", "#games", "#won", "#best"], <tbody>{rows}</tbody>) : <p class="empty">{this.text("no_boards")}</p>}
      </section>
    );
  };

  Latest = ({ page }: { page: Page<GameLine> }) => {
    const { app } = this;
    const { rows, body, button } = usePages(app, page, this.text("more"), (before) => this.#games(before, this.stop.signal));
    const games = rows.map(({ id, board, mines, rules, outcome, milliseconds, finished, unneeded_guesses: unneeded = null }) => (
      <tr key={id}>
        <th scope="row"><a href={`#/shared/${encodeURIComponent(id)}`}>{boardTitle(app, { board, mines, rules })}</a></th>
        <td>{this.text(`outcome_${outcome}`, { time: shownTime(app, milliseconds) })}</td>
        <td class="number">{unneeded === null ? "" : this.#number(unneeded)}</td>
        <td><Moment app={app} at={finished} how={{ dateStyle: "medium" }} /></td>
      </tr>
    ));
    return (
      <section>
        <h2>{this.text("latest")}</h2>
        {rows.length ? this.#table(this.text("latest"), ["game", "outcome", "#unneeded", "date"], <tbody ref={body}>{games}</tbody>) : <p class="empty">{this.text("no_games")}</p>}
        {button}
      </section>
    );
  };
}
