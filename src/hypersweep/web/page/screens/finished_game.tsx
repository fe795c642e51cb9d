// The page of a finished game: its result, its replay and review, and ways to share it.

import { useState } from "preact/hooks";
import { formatRules, parseRules } from "../engine/rules.ts";
import { copyText } from "../frame/clipboard.tsx";
import { boardTitle } from "../play/board_title.ts";
import { lengthText, shownTime } from "../play/clock.ts";
import { parseRecord } from "../play/record.ts";
import { rulesForLayout } from "../play/refusals.ts";
import { addressOf, ask } from "../multiplayer/http.ts";
import { Answer, AskedScreen, Facts, Moment, PersonLink } from "./server_screen.tsx";
import type { App, Place } from "../app.ts";
import type { GameLine, SharedGame } from "../data/protocol.ts";

export default class SharedScreen extends AskedScreen<SharedGame> {
  constructor(app: App, public place: Place) {
    super(app, "shared");
  }

  async ask(signal: AbortSignal): Promise<SharedGame> {
    const { parts: [game = ""] } = this.place;
    const found: SharedGame = await ask(`/api/games/${encodeURIComponent(game)}`, { signal });
    this.title = boardTitle(this.app, found.game);
    return found;
  }

  View = () => {
    const game = this.asked.value.value?.game;
    return (
      <>
        <h1>{game ? boardTitle(this.app, game) : this.title}</h1>
        <Answer asked={this.asked} class="shared-body">
          {({ game, others = [], ...found }) => (
            <>
              <div class="shared-top">
                <this.Picture key={game.id} id={game.id} />
                <div class="shared-words">
                  <this.Who {...game} />
                  <this.Worth {...game} />
                  <Facts text={this.text} facts={this.#facts(game)} />
                  {this.#ways({ game, ...found })}
                </div>
              </div>
              {others.length > 0 && <this.Others games={others} />}
            </>
          )}
        </Answer>
      </>
    );
  };

  Picture = ({ id }: { id: string }) => {
    const [isMissing, setMissing] = useState(false);
    const address = addressOf(`/games/${id}/picture.svg`);
    // The picture only repeats the facts next to it, so it may be missing.
    return (
      <div class={`picture panel${isMissing ? " missing" : ""}`}>
        <img alt={this.text("picture")} src={address} onError={() => setMissing(true)} />
      </div>
    );
  };

  #outcome({ outcome, milliseconds }: GameLine) {
    return this.text(`outcome_${outcome}`, { time: lengthText(this.app, milliseconds) });
  }

  Who = (game: GameLine) => {
    const { person, name, finished } = game;
    const how: Intl.DateTimeFormatOptions = { dateStyle: "long", timeStyle: "short", timeZone: undefined };
    return (
      <p class="who">
        {`${this.#outcome(game)} ${this.text("by")} `}
        <PersonLink person={person} name={name === "deleted" && !person ? this.text("deleted") : name} />
        {", "}
        <Moment app={this.app} at={finished} how={how} />
      </p>
    );
  };

  /** Whether the game counts for the best times, and if not, why. */
  Worth = ({ is_ranked, verified = null, why_not, decision, decided_why: reason = "", ...game }: GameLine) => {
    let name = "unranked";
    if (decision === "void") name = "voided";
    else if (why_not === "review") name = "under_review";
    else if (why_not) name = "counts_not";
    else if (is_ranked && game.outcome !== "won") name = "not_won";
    else if (is_ranked && verified === null) name = "unverified";
    else if (is_ranked && verified) name = game.person ? "counts" : game.name === "deleted" ? "unranked" : "guest";
    const why = name === "voided" ? reason : why_not ? this.#why(why_not) : "";
    const date = game.daily?.slice(0, 10);
    return (
      <p class={`worth ${name}`}>
        {this.text(name, { why })}
        {date && <> <a href={`#/daily/${date}`}>{this.text("daily", { date })}</a></>}
      </p>
    );
  };

  /** @param name - name used by the server */
  #why(name: string) {
    try {
      return this.text(`why_${name}`);
    } catch {
      // A newer server may have other names.
      return name;
    }
  }

  #facts(game: GameLine): [string, string][] {
    const { milliseconds, lag = 0, outcome, three_bv: value = null, clicks = null } = game;
    const { app } = this;
    const { language, numbers } = app.messages;
    const { guesses = null, unneeded_guesses: unneeded = null, grade = null } = game;
    const number = (count: number | null) => (count === null ? "" : numbers.format(count));
    const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const [time, server] = [shownTime(app, milliseconds), shownTime(app, milliseconds + lag)];
    const isMeasured = value !== null && outcome === "won";
    return [
      ["time", server === time ? time : this.text("both_times", { time, server })],
      ["three_bv", number(value)],
      ["speed", isMeasured && milliseconds ? decimal.format((1000 * value) / milliseconds) : ""],
      ["clicks", number(clicks)],
      ["efficiency", isMeasured && clicks ? `${Math.round((100 * value) / clicks)} %` : ""],
      ["grade", grade ? this.text(`grade_${grade}`) : ""],
      ["guesses", number(guesses)],
      ["unneeded", number(unneeded)],
    ];
  }

  #ways({ game, record, layout }: SharedGame) {
    const { app } = this;
    // Check the server's record before passing it on, so that a broken one is reported here.
    const hand = (screen: string) => app.go(screen, { record: parseRecord(record), name: this.title });
    const url = addressOf(`/games/${game.id}`);
    // The layout is known, so rules about guesses no longer matter.
    const rules = () => formatRules(rulesForLayout(parseRules(game.rules)));
    return (
      <p class="buttons">
        {this.button("replay", () => hand("replay"), { class: "primary" })}
        {this.button("review", () => hand("review"))}
        {layout && (
          <>
            <a class="button" href={`#/game?${new URLSearchParams({ layout, rules: rules() })}`}>{this.text("play")}</a>
            {this.button("copy_board", () => copyText(app, layout, { what: this.text("board_id") }))}
          </>
        )}
        {this.button("copy_link", () => copyText(app, url, { what: this.text("link") }))}
        {"share" in navigator && this.button("share", () => navigator.share({ title: this.title, url }))}
      </p>
    );
  }

  Others = ({ games }: { games: GameLine[] }) => (
    <section>
      <h2>{this.text("others")}</h2>
      <ul class="others-list">
        {games.map((game) => (
          <li key={game.id}>
            <PersonLink person={game.person} name={game.name} />
            {" "}
            <a href={`#/shared/${game.id}`}>{this.#outcome(game)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
