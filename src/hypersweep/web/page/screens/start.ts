// The start screen: boards to play, options for all of them, and links to everything else.

import { themeOf } from "../board/themes.ts";
import { BOARDS, WISHES } from "../data/boards.ts";
import { PICTURES } from "../data/pictures.ts";
import { formatRules, CLASSIC } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { made } from "../frame/elements.ts";
import { boardText, boardTitle, presetText } from "../play/board_title.ts";
import { clockText, shownTime } from "../play/clock.ts";
import { WISH_NAMES, nextWish, savedWishes, settle, wishText, type WishName } from "../play/wishes.ts";
import { drawThumbnail, pictureCodes } from "./thumbnail.tsx";
import type { App, Screen } from "../app.ts";

export default class StartScreen implements Screen {
  title;
  commands: Record<string, (...values: any[]) => unknown>;
  #leaving = new AbortController();
  #cards: Map<string, {link: HTMLAnchorElement, canvas: HTMLCanvasElement, best: HTMLElement, shape: Shape}> = new Map();
  #pictures: Record<string, string> = {};
  #goOn = made("div", { className: "go-on" });
  #remark = made("p", { className: "remark", role: "status" });
  #wishes: Map<WishName, HTMLSelectElement> = new Map();
  #form: HTMLDialogElement | null = null;

  constructor(public app: App) {
    this.title = app.text("start.title");
    this.commands = {
      custom: () => this.openForm(),
      resume: () => app.go("resume"),
      records: () => this.chooseFile(),
      statistics: () => app.go("statistics"),
      scores: () => app.go("statistics"),
      first_open: () => this.#nextWish("first_open"),
      guess: () => this.#nextWish("guess"),
      focus_list: (name: string) => this.#focusList(name),
      cursor: (step: number) => this.#step(step),
    };
  }

  get keys() {
    return "start";
  }

  show(element: HTMLElement) {
    const { app } = this;
    const { signal } = this.#leaving;
    const text = app.text;
    const boards = made("div", { className: "boards" });
    const others = this.#others();
    for (const dimensions of [2, 3, 4, 5, 1]) {
      const cards = BOARDS.filter(({ board }) => board.split("x").length === dimensions).map((each) => this.#card(each));
      const list = made("ul", { className: "cards" }, ...cards.map((card) => made("li", {}, card)));
      if (dimensions === 1) list.append(...others);
      const heading = made("h2", { id: `start-${dimensions}` }, text("start.dimensions", { count: dimensions }));
      boards.append(made("section", { "aria-labelledby": heading.id }, heading, list));
    }
    const welcome = made("div", { className: "welcome" }, made("h1", {}, text("start.lead")), made("p", {}, text("start.how")));
    const choices = made("div", { className: "wishes", role: "group", ariaLabel: text("start.wishes") }, ...WISH_NAMES.map((name) => this.#select(name)));
    element.append(made("div", { className: "head" }, welcome, choices), this.#remark, this.#goOn, boards);
    this.#dress();
    boards.addEventListener("keydown", (event) => this.#move(event), { signal });
    app.settings.addEventListener("change", () => this.#refresh(), { signal });
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.#draw(), { signal });
    }
    const observer = new ResizeObserver(() => this.#draw());
    observer.observe(boards);
    signal.addEventListener("abort", () => observer.disconnect());
    // Load pictures and saved games after the boards are visible.
    this.#later(async () => {
      this.#pictures = PICTURES;
      this.#draw();
    });
    this.#later(() => this.#findKept());
  }

  leave() {
    this.#leaving.abort();
    this.#form?.close();
  }

  async #later(act: () => Promise<void>) {
    try {
      await act();
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      console.error(error);
      // Games can be started without them.
      this.app.warn(this.app.text("start.not_all"));
    }
  }

  #card({ name, board, mines }: (typeof BOARDS)[number]) {
    const shape = Shape.parse(board);
    const canvas = made("canvas", { ariaHidden: "true" });
    const best = made("span", { className: "best" });
    const about = boardText(this.app, { board, mines });
    const words = made("span", { className: "words" }, made("span", { className: "name" }, presetText(this.app, name)), made("span", { className: "about" }, about), best);
    const link = made("a", { className: "card" }, canvas, words);
    link.dataset.board = name;
    link.addEventListener("click", () => this.app.prefer("last_board", name), { signal: this.#leaving.signal });
    this.#cards.set(name, { link, canvas, best, shape });
    return link;
  }

  /** Custom boards, and files. */
  #others() {
    const { text } = this.app;
    const { signal } = this.#leaving;
    const card = (name: string, act: () => void) => {
      const sign = made("span", { className: "sign", ariaHidden: "true" }, name === "own" ? "+" : "↥");
      const words = made("span", { className: "words" }, made("span", { className: "name" }, text(`start.${name}`)),
        made("span", { className: "about" }, text(`start.${name}_about`)));
      const button = made("button", { className: "card other", type: "button" }, sign, words);
      button.dataset.other = name;
      button.addEventListener("click", act, { signal });
      return made("li", {}, button);
    };
    return [card("own", () => this.openForm()), card("file", () => this.chooseFile())];
  }

  #select(name: WishName) {
    const { app } = this;
    const select = made("select", { id: `wish-${name}` });
    for (const wish of WISHES[name]) select.append(made("option", { value: wish }, app.text(`start.${name}_${wishText(wish)}`)));
    select.addEventListener("change", () => app.prefer(name, select.value), { signal: this.#leaving.signal });
    this.#wishes.set(name, select);
    return made("label", { htmlFor: select.id }, made("span", {}, app.text(`start.${name}`)), select);
  }

  #nextWish(name: WishName) {
    const wish = nextWish(name, savedWishes(this.app.settings)[name]);
    this.app.prefer(name, wish);
    this.app.say(this.app.text("start.wish_now", { name: this.app.text(`start.${name}`), value: this.app.text(`start.${name}_${wishText(wish)}`) }));
  }

  #refresh() {
    this.#dress();
    this.#draw();
    this.#later(() => this.#findKept());
  }

  /** Update what depends on settings: the links of the cards, and the board played last. */
  #dress() {
    const { app } = this;
    const wishes = savedWishes(app.settings);
    for (const [name, select] of this.#wishes) select.value = wishes[name];
    const last = app.settings.get("last_board");
    const told = new Set();
    for (const { name, board, mines } of BOARDS) {
      const { link, shape } = this.card(name) as NonNullable<ReturnType<typeof this.card>>;
      const { rules, remarks } = settle(CLASSIC, shape, mines, wishes, WISH_NAMES);
      link.href = `#/game?board=${board}&mines=${mines}&rules=${encodeURIComponent(formatRules(rules))}`;
      link.toggleAttribute("data-last", name === last);
      for (const remark of remarks) told.add(app.text(`start.${remark.name}`, remark.values));
    }
    this.#remark.textContent = [...told].join("; ");
  }

  card(name: string) {
    return this.#cards.get(name);
  }

  #draw() {
    const theme = themeOf(this.app.settings.get("theme"));
    for (const [name, { canvas, shape }] of this.#cards) {
      const picture = this.#pictures[name];
      drawThumbnail(canvas, shape, picture ? pictureCodes(picture) : null, theme);
    }
  }

  /** Find the games that can be continued, and the best times. */
  async #findKept() {
    const { app } = this;
    const { list, running: findRunning } = await import("../saved.ts");
    const [running, over] = await Promise.all([findRunning(app), list(app)]);
    if (this.#leaving.signal.aborted) return;
    const wishes = savedWishes(app.settings);
    for (const { name, board, mines } of BOARDS) {
      const { best, shape, link } = this.card(name) as NonNullable<ReturnType<typeof this.card>>;
      const rules = formatRules(settle(CLASSIC, shape, mines, wishes, WISH_NAMES).rules);
      const own = over.filter((row) => row.board === board && row.mines === mines && row.rules === rules && row.isRanked && row.outcome === "won");
      const fastest = own.reduce((least, row) => Math.min(least, row.milliseconds), Infinity);
      best.textContent = fastest < Infinity ? app.text("start.best", { time: shownTime(app, fastest) }) : link.hasAttribute("data-last") ? app.text("start.last") : "";
    }
    this.#goOn.replaceChildren();
    const latest = running.find((row) => !row.isBusy) ?? running[0];
    if (!latest) return;
    const values = { name: boardTitle(app, latest), percent: Math.floor(latest.progress * 100), time: clockText(latest.milliseconds) };
    const link = made("a", { className: "primary", href: `#/game?saved=${encodeURIComponent(latest.key)}` }, app.text("start.go_on", values));
    this.#goOn.append(link);
    if (running.length > 1) this.#goOn.append(made("a", { href: "#/resume" }, app.text("start.running", { count: running.length })));
  }

  async openForm() {
    if (this.#form) return;
    const [{ OwnBoard }] = await Promise.all([import("../later.ts"), this.app.messages.add("refusals")]);
    if (this.#form || this.#leaving.signal.aborted) return;
    this.#form = new OwnBoard(this.app).dialog;
    this.#form.addEventListener("close", () => (this.#form = null));
  }

  async chooseFile() {
    const { chooseFiles } = await import("../later.ts");
    await chooseFiles(this.app);
  }

  #focusList(name: string) {
    if (name === "menu") return this.#wishes.get("first_open")?.focus();
    (this.card(this.app.settings.get("last_board")) ?? this.card(BOARDS[0].name))?.link.focus();
  }

  /** All cards in order. */
  get #all() {
    return [...(this.card(BOARDS[0].name)?.link.closest(".boards")?.querySelectorAll(".card") ?? [])] as HTMLElement[];
  }

  #step(step: number) {
    const all = this.#all;
    const place = all.indexOf(document.activeElement as HTMLElement);
    if (place < 0) this.#focusList("boards");
    else all[(place + step + all.length) % all.length].focus();
  }

  /** Arrow keys move between cards, according to their positions. */
  #move(event: KeyboardEvent) {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const all = this.#all;
    const place = all.indexOf(document.activeElement as HTMLElement);
    if (place < 0) return;
    event.preventDefault();
    if (event.key === "ArrowLeft") return all[Math.max(0, place - 1)].focus();
    if (event.key === "ArrowRight") return all[Math.min(all.length - 1, place + 1)].focus();
    const way = event.key === "ArrowDown" ? 1 : -1;
    const from = all[place].getBoundingClientRect();
    // A hovered or focused card is slightly higher than others in its row, so ignore small differences.
    const apart = from.height / 2;
    const boxes = all
      .map((card) => ({ card, box: card.getBoundingClientRect() }))
      .filter(({ box }) => (box.top - from.top) * way > apart);
    // Choose the next row, and the nearest card in it.
    const row = boxes.reduce((least, { box }) => Math.min(least, (box.top - from.top) * way), Infinity);
    const near = boxes.filter(({ box }) => (box.top - from.top) * way < row + apart);
    near.sort((one, other) => Math.abs(one.box.left - from.left) - Math.abs(other.box.left - from.left));
    near[0]?.card.focus();
  }
}
