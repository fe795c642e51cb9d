// A person's public page: board types and best times, unnecessary guesses, and the latest games.

import { useMemo } from "preact/hooks";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { plotOf } from "../play/plots.ts";
import { dateText } from "../multiplayer/dates.ts";
import { ask } from "../multiplayer/http.ts";
import { Answer, AskedScreen, Facts, Moment, Table, type Page } from "./server_screen.tsx";
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
    const path = `/api/people/${encodeURIComponent(this.#person)}`;
    const [facts, page] = await Promise.all([ask(path, { signal }), this.#games("", signal)]);
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
    const longDate = (at: number) => dateText(this.app, new Date(at), { dateStyle: "long" });
    return (
      <>
        <h1>{name === undefined ? this.title : <bdi>{name}</bdi>}</h1>
        <Answer asked={this.asked} class="person-body">
          {({ facts, page }) => (
            <>
              <p class="since">{this.text("since", { date: longDate(facts.made) })}</p>
              {!facts.games && !page.rows.length ? (
                <div class="nothing">
                  <p>{this.text("nothing")}</p>
                  <p class="buttons"><a class="button" href="#/best">{this.text("to_best")}</a></p>
                </div>
              ) : (
                <>
                  <Facts text={this.text} facts={this.#facts(facts)} />
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
      ["games", this.#number(games)],
      ["won", games ? `${this.#number(won)} · ${Math.round((100 * won) / games)} %` : this.#number(won)],
      ["unneeded", reviewed ? this.text("unneeded_of", { unneeded, guesses }) : ""],
      ["careful", reviewed ? this.text("careful_of", { careful, reviewed }) : ""],
    ];
  }

  Guesses = ({ isReviewed, games }: { isReviewed: boolean; games: readonly GameLine[] }) => {
    // The number of unnecessary guesses in each reviewed game, earliest first.
    const reviewed = games.filter(({ unneeded_guesses: unneeded }) => typeof unneeded === "number").reverse();
    const points = reviewed.map(({ id, unneeded_guesses: unneeded }, place) => [place + 1, unneeded ?? 0, id] as const);
    const plot = useMemo(() => plotOf("guesses", "points", ["number", "number"], points), [games]);
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
          <div class="plots">
            <PlotFigure app={this.app} plot={plot} texts={texts} pick={(key) => this.app.go(`shared/${key}`)} />
          </div>
        ) : <p class="empty">{this.text("not_reviewed")}</p>}
      </section>
    );
  };

  Boards = ({ boards }: { boards: PersonBoard[] }) => {
    const cellsOf = ({ board, mines, rules, games, won, best = null, game = null }: PersonBoard) => {
      const query = String(new URLSearchParams({ board, mines: String(mines), rules, period: "all" }));
      const time = best === null ? "" : shownTime(this.app, best);
      const cells = [
        <a href={`#/best?${query}`}>{boardTitle(this.app, { board, mines, rules })}</a>,
        this.#number(games),
        this.#number(won),
        time && game ? <a href={`#/shared/${game}`}>{time}</a> : time,
      ];
      return { key: query, cells };
    };
    const title = this.text("boards");
    return (
      <section>
        <h2>{title}</h2>
        <Table screen={this} caption={title} empty={this.text("no_boards")} heads={["board", "#games", "#won", "#best"]}
          page={{ rows: boards, next: null }} cellsOf={cellsOf} />
      </section>
    );
  };

  Latest = ({ page }: { page: Page<GameLine> }) => {
    const cellsOf = ({ id, unneeded_guesses: unneeded = null, ...game }: GameLine) => {
      const cells = [
        <a href={`#/shared/${id}`}>{boardTitle(this.app, game)}</a>,
        this.text(`outcome_${game.outcome}`, { time: shownTime(this.app, game.milliseconds) }),
        unneeded === null ? "" : this.#number(unneeded),
        <Moment app={this.app} at={game.finished} how={{ dateStyle: "medium" }} />,
      ];
      return { key: id, cells };
    };
    const title = this.text("latest");
    return (
      <section>
        <h2>{title}</h2>
        <Table screen={this} caption={title} empty={this.text("no_games")}
          heads={["game", "outcome", "#unneeded", "date"]} page={page}
          more={(before) => this.#games(before, this.stop.signal)} cellsOf={cellsOf} />
      </section>
    );
  };
}
