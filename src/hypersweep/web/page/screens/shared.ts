// The page of a finished game: its result, its replay and review, and ways to share it.

import { formatRules, parseRules } from "../engine/rules.ts";
import { copyText } from "../frame/clipboard.tsx";
import { button, made, node } from "../frame/elements.ts";
import { boardTitle } from "../play/board_title.ts";
import { lengthText, shownTime } from "../play/clock.ts";
import { parseRecord } from "../play/record.ts";
import { rulesForLayout } from "../play/refusals.ts";
import { addressOf, ask } from "../together/http.ts";
import { dateText } from "../together/periods.ts";
import { Asked } from "./asking/asked.ts";
import { link, personLink } from "./asking/links.ts";
import type { App, Place } from "../app.ts";
import type { GameLine, SharedGame } from "../data/protocol.ts";

export default class SharedScreen {
  game;
  title;
  asked;
  keys = "shared";
  commands: Record<string, (...values: any[]) => unknown> = {};
  #stop = new AbortController();
  #heading = node("h1", "");
  #body = node("div", "shared-body");

  constructor(public app: App, { parts: [game = ""] }: Place) {
    this.game = game;
    this.title = app.text("shared.title");
    this.asked = new Asked(app, this.#body, this.#stop.signal);
  }

  #text(name: string, values?: any) {
    return this.app.text(`shared.${name}`, values);
  }

  show(element: HTMLElement) {
    element.classList.add("flat", "asking-page");
    this.#heading.textContent = this.title;
    element.append(this.#heading, this.#body);
    return this.asked.show(
      (signal) => ask(`/api/games/${encodeURIComponent(this.game)}`, { signal }),
      (found: SharedGame) => this.#fill(found),
    );
  }

  leave() {
    this.#stop.abort();
  }

  #fill(found: SharedGame) {
    const { game, others = [] } = found;
    this.title = boardTitle(this.app, game);
    this.#heading.textContent = this.title;
    const parts: HTMLElement[] = [node("div", "shared-top", this.#picture(game), node("div", "shared-words", this.#who(game), this.#worth(game), this.#facts(game), this.#ways(found)))];
    if (others.length) parts.push(this.#others(others));
    this.#body.replaceChildren(...parts);
  }

  #picture({ id }: GameLine) {
    const picture = made("img", { alt: this.#text("picture"), src: addressOf(`/games/${encodeURIComponent(id)}/picture.svg`) });
    const frame = node("div", "picture", picture);
    // The picture only repeats the facts next to it, so it may be missing.
    picture.addEventListener("error", () => frame.classList.add("missing"), { once: true });
    return frame;
  }

  #who({ person, name, outcome, milliseconds, finished }: GameLine) {
    const told = node("p", "who", `${this.#text(`outcome_${outcome}`, { time: lengthText(this.app, milliseconds) })} `);
    const date = new Date(finished);
    const when = node("time", "", dateText(this.app, date, { dateStyle: "long", timeStyle: "short", timeZone: undefined }));
    when.dateTime = date.toISOString();
    told.append(this.#text("by"), " ", personLink(person, name === "deleted" && !person ? this.#text("deleted") : name), ", ", when);
    return told;
  }

  /** Whether the game counts for the best times, and if not, why. */
  #worth({ is_ranked, verified = null, why_not, decision, decided_why: reason = "", outcome, daily, person, name: who }: GameLine) {
    let name = "unranked";
    if (decision === "void") name = "voided";
    else if (why_not === "review") name = "under_review";
    else if (why_not) name = "counts_not";
    else if (is_ranked && outcome !== "won") name = "not_won";
    else if (is_ranked && verified === null) name = "unverified";
    else if (is_ranked && verified) name = person ? "counts" : who === "deleted" ? "unranked" : "guest";
    const text = this.#text(name, { why: name === "voided" ? reason : why_not ? this.#why(why_not) : "" });
    const told = node("p", `worth ${name}`, text);
    if (daily) told.append(" ", link(`daily/${daily.slice(0, 10)}`, this.#text("daily", { date: daily.slice(0, 10) })));
    return told;
  }

  /** @param name - name used by the server */
  #why(name: string) {
    try {
      return this.#text(`why_${name}`);
    } catch {
      // A newer server may have other names.
      return name;
    }
  }

  #facts({ milliseconds, lag = 0, outcome, three_bv: value = null, clicks = null, guesses = null, unneeded_guesses: unneeded = null, grade = null }: GameLine) {
    const { app } = this;
    const list = node("dl", "facts");
    const fact = (name: string, told: string) => list.append(node("div", "", node("dt", "", this.#text(name)), node("dd", "", told)));
    const decimal = (number: number) =>
      new Intl.NumberFormat(app.messages.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(number);
    const time = shownTime(app, milliseconds);
    fact("time", lag ? this.#text("both_times", { time, server: shownTime(app, milliseconds + lag) }) : time);
    if (value !== null) fact("three_bv", app.messages.numbers.format(value));
    if (value !== null && outcome === "won" && milliseconds) fact("speed", decimal((1000 * value) / milliseconds));
    if (clicks !== null) fact("clicks", app.messages.numbers.format(clicks));
    if (value !== null && outcome === "won" && clicks) fact("efficiency", `${Math.round((100 * value) / clicks)} %`);
    if (grade) fact("grade", this.#text(`grade_${grade}`));
    if (guesses !== null) fact("guesses", app.messages.numbers.format(guesses));
    if (unneeded !== null) fact("unneeded", app.messages.numbers.format(unneeded));
    return list;
  }

  #ways({ game, record, layout }: SharedGame) {
    const { app } = this;
    // Check the server's record before passing it on, so that a broken one is reported here.
    const hand = (screen: string) => async () => {
      try {
        app.go(screen, { record: parseRecord(record), name: this.title });
      } catch (error) {
        await app.fail(error);
      }
    };
    const address = addressOf(`/games/${encodeURIComponent(game.id)}`);
    const ways = node("p", "buttons", button(this.#text("replay"), hand("replay"), { className: "primary" }), button(this.#text("review"), hand("review")));
    if (layout) {
      // The layout is known by now, so rules about guesses no longer matter.
      const rules = formatRules(rulesForLayout(parseRules(game.rules)));
      const play = link(`game?${new URLSearchParams({ layout, rules })}`, this.#text("play"));
      play.className = "button";
      ways.append(play, button(this.#text("copy_board"), () => copyText(app, layout, { what: this.#text("board_id") })));
    }
    ways.append(button(this.#text("copy_link"), () => copyText(app, address, { what: this.#text("link") })));
    if (typeof navigator.share === "function") {
      ways.append(button(this.#text("share"), () => navigator.share({ title: this.title, url: address }).catch((error) => app.fail(error))));
    }
    return ways;
  }

  /** The other boards of the round. */
  #others(games: GameLine[]) {
    const list = node("ul", "others-list");
    for (const { id, person, name, outcome, milliseconds } of games) {
      const time = link(`shared/${encodeURIComponent(id)}`, this.#text(`outcome_${outcome}`, { time: lengthText(this.app, milliseconds) }));
      list.append(node("li", "", personLink(person, name), " ", time));
    }
    return node("section", "", node("h2", "", this.#text("others")), list);
  }
}
