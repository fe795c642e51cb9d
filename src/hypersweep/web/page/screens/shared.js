// @ts-check
// The page of a finished game: its result, its replay and review, and ways to share it.

import { formatRules, parseRules } from "../engine/rules.js";
import { copyText } from "../frame/clipboard.js";
import { button, made, node } from "../frame/elements.js";
import { boardTitle } from "../play/board_title.js";
import { lengthText, shownTime } from "../play/clock.js";
import { parseRecord } from "../play/record.js";
import { rulesForLayout } from "../play/refusals.js";
import { addressOf, ask } from "../together/http.js";
import { dateText } from "../together/periods.js";
import { Asked } from "./asking/asked.js";
import { link, personLink } from "./asking/links.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Place} Place */
/** @typedef {import("../data/protocol.js").SharedGame} SharedGame */
/** @typedef {import("../data/protocol.js").GameLine} GameLine */

export default class SharedScreen {
  keys = "shared";
  /** @type {Record<string, (...values: any[]) => unknown>} */
  commands = {};
  #stop = new AbortController();
  #heading = node("h1", "");
  #body = node("div", "shared-body");

  /** @param {App} app @param {Place} place */
  constructor(app, { parts: [game = ""] }) {
    this.app = app;
    this.game = game;
    this.title = app.text("shared.title");
    this.asked = new Asked(app, this.#body, this.#stop.signal);
  }

  /** @param {string} name @param {any} [values] */
  #text(name, values) {
    return this.app.text(`shared.${name}`, values);
  }

  /** @param {HTMLElement} element */
  show(element) {
    element.classList.add("flat", "asking-page");
    this.#heading.textContent = this.title;
    element.append(this.#heading, this.#body);
    return this.asked.show(
      (signal) => ask(`/api/games/${encodeURIComponent(this.game)}`, { signal }),
      (/** @type {SharedGame} */ found) => this.#fill(found),
    );
  }

  leave() {
    this.#stop.abort();
  }

  /** @param {SharedGame} found */
  #fill(found) {
    const { game, others = [] } = found;
    this.title = boardTitle(this.app, game);
    this.#heading.textContent = this.title;
    /** @type {HTMLElement[]} */
    const parts = [node("div", "shared-top", this.#picture(game), node("div", "shared-words", this.#who(game), this.#worth(game), this.#facts(game), this.#ways(found)))];
    if (others.length) parts.push(this.#others(others));
    this.#body.replaceChildren(...parts);
  }

  /** @param {GameLine} game */
  #picture({ id }) {
    const picture = made("img", { alt: this.#text("picture"), src: addressOf(`/games/${encodeURIComponent(id)}/picture.svg`) });
    const frame = node("div", "picture", picture);
    // The picture only repeats the facts next to it, so it may be missing.
    picture.addEventListener("error", () => frame.classList.add("missing"), { once: true });
    return frame;
  }

  /** @param {GameLine} game */
  #who({ person, name, outcome, milliseconds, finished }) {
    const told = node("p", "who", `${this.#text(`outcome_${outcome}`, { time: lengthText(this.app, milliseconds) })} `);
    const date = new Date(finished);
    const when = node("time", "", dateText(this.app, date, { dateStyle: "long", timeStyle: "short", timeZone: undefined }));
    when.dateTime = date.toISOString();
    told.append(this.#text("by"), " ", personLink(person, name === "deleted" && !person ? this.#text("deleted") : name), ", ", when);
    return told;
  }

  /** Whether the game counts for the best times, and if not, why. @param {GameLine} game */
  #worth({ is_ranked, verified = null, why_not, decision, decided_why: reason = "", outcome, daily, person, name: who }) {
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

  /** @param {string} name - name used by the server */
  #why(name) {
    try {
      return this.#text(`why_${name}`);
    } catch {
      // A newer server may have other names.
      return name;
    }
  }

  /** @param {GameLine} game */
  #facts({ milliseconds, lag = 0, outcome, three_bv: value = null, clicks = null, guesses = null, unneeded_guesses: unneeded = null, grade = null }) {
    const { app } = this;
    const list = node("dl", "facts");
    const fact = (/** @type {string} */ name, /** @type {string} */ told) => list.append(node("div", "", node("dt", "", this.#text(name)), node("dd", "", told)));
    const decimal = (/** @type {number} */ number) =>
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

  /** @param {SharedGame} found */
  #ways({ game, record, layout }) {
    const { app } = this;
    // Check the server's record before passing it on, so that a broken one is reported here.
    const hand = (/** @type {string} */ screen) => async () => {
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

  /** The other boards of the round. @param {GameLine[]} games */
  #others(games) {
    const list = node("ul", "others-list");
    for (const { id, person, name, outcome, milliseconds } of games) {
      const time = link(`shared/${encodeURIComponent(id)}`, this.#text(`outcome_${outcome}`, { time: lengthText(this.app, milliseconds) }));
      list.append(node("li", "", personLink(person, name), " ", time));
    }
    return node("section", "", node("h2", "", this.#text("others")), list);
  }
}
