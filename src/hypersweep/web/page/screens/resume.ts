// The list of running games, with their boards and progress.

import { themeOf } from "../board/themes.ts";
import { Shape } from "../engine/shape.ts";
import { made } from "../frame/elements.ts";
import { boardText, boardTitle } from "../play/board_title.ts";
import { boardName } from "../play/boards.ts";
import { clockText } from "../play/clock.ts";
import { removeRunning, runningAll, type RunningGameRow } from "../play/games.ts";
import { keptCodes } from "../play/resuming.ts";
import { damageNote } from "./kept.ts";
import { drawThumbnail } from "./thumbnail.ts";
import type { App, Screen } from "../app.ts";

type Picture = { canvas: HTMLCanvasElement; shape: Shape; row: RunningGameRow | null; codes: Int16Array | null };

/** Boards with more cells have no picture, because it would show nothing. */
const MOST_SHOWN = 20_000;
/** Maximum number of boards drawn with their state, and of their cells. */
const MOST_PLAYED = 12;
const MOST_CELLS = 5000;

export default class ResumeScreen implements Screen {
  title;
  commands: Record<string, (...values: any[]) => unknown>;
  keys = "resume";
  #leaving = new AbortController();
  #list = made("ul", { className: "running" });
  #damage = made("div");
  /** Cached codes, by game and time of saving. */
  #codes: Map<string, Int16Array | null> = new Map();
  #pictures: Picture[] = [];

  constructor(public app: App) {
    this.title = app.text("start.resume_title");
    this.commands = {
      cursor: (step: number) => this.#step(step),
      Escape: () => app.go(""),
    };
  }

  async show(element: HTMLElement) {
    const { signal } = this.#leaving;
    const running = made("div");
    element.append(made("h1", {}, this.title), running, this.#damage, this.#list);
    void this.app.showRunning?.(this.app, running, signal);
    this.app.settings.addEventListener("change", () => this.#draw(), { signal });
    const observer = new ResizeObserver(() => this.#draw());
    observer.observe(this.#list);
    signal.addEventListener("abort", () => observer.disconnect());
    // Another tab may have continued one of them.
    this.app.storage.onGames(() => this.#fill(), signal);
    this.#list.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.#step(step);
    });
    await this.#fill();
  }

  leave() {
    this.#leaving.abort();
  }

  async #fill() {
    const { rows, damaged } = await runningAll(this.app);
    const note = damaged ? [await damageNote(this.app, damaged)] : [];
    if (this.#leaving.signal.aborted) return;
    this.#damage.replaceChildren(...note);
    this.#pictures = [];
    const focused = document.activeElement as HTMLElement | null;
    const [key, name] = [focused?.closest("li")?.dataset.key, focused?.className];
    const items = rows.map((row) => this.#item(row));
    this.#list.replaceChildren(...items);
    const again = items.find(({ dataset }) => key && dataset.key === key);
    [...(again?.querySelectorAll("a, button") ?? [])].forEach((each) => each.className === name && (each as HTMLElement).focus());
    if (!rows.length) {
      const canvas = made("canvas", { ariaHidden: "true" });
      this.#pictures.push({ canvas, shape: Shape.parse("4x4x4x4"), row: null, codes: null });
      const text = made("p", {}, this.app.text("start.resume_none"));
      const go = made("a", { className: "button primary", href: "#/" }, this.app.text("start.resume_new"));
      this.#list.append(made("li", { className: "none" }, canvas, text, go));
    }
    this.#draw();
    // The list is useful even without the pictures.
    this.#play(this.#pictures).catch(() => {});
  }

  /** Draw the boards one after another; the list is already visible. */
  async #play(pictures: Picture[]) {
    const wanted = pictures.filter(({ shape, row }) => shape.cells <= MOST_CELLS && row?.opened && !row.isBusy);
    for (const picture of wanted.slice(0, MOST_PLAYED)) {
      if (this.#leaving.signal.aborted || pictures !== this.#pictures) return;
      const { key, saved } = picture.row as RunningGameRow;
      const name = `${key} ${saved}`;
      if (!this.#codes.has(name)) {
        // Unreadable games report their error when they are continued.
        const codes = await keptCodes(this.app, key).catch(() => null);
        // Show progress but not clues: the clock is stopped, so the player shouldn't be able to think ahead.
        this.#codes.set(name, codes && codes.map((code) => Math.min(code, 0)));
      }
      picture.codes = this.#codes.get(name) ?? null;
      this.#draw();
    }
  }

  #item(row: RunningGameRow) {
    const { text } = this.app;
    const shape = Shape.parse(row.board);
    const canvas = made("canvas", { ariaHidden: "true" });
    if (shape.cells <= MOST_SHOWN) this.#pictures.push({ canvas, shape, row, codes: null });
    const percent = Math.floor(row.progress * 100);
    const [name, time] = [boardTitle(this.app, row), clockText(row.milliseconds)];
    const board = boardName(shape, row.mines) && `${boardText(this.app, row)} · `;
    const when = this.app.messages.date(row.saved, { timeStyle: "short" });
    const bar = made("progress", { max: 100, value: percent, ariaLabel: text("start.resume_open", { percent }) });
    const words = made("div", { className: "words" }, made("span", { className: "name" }, name),
      made("span", { className: "about" }, `${board}${text("start.resume_open", { percent })} · ${time} · ${when}`), bar);
    const item = made("li", {}, canvas, words);
    item.dataset.key = row.key;
    if (row.isBusy) {
      item.append(made("p", { className: "busy" }, text("start.resume_busy")));
      return item;
    }
    const go = made("a", { className: "button primary", href: `#/game?saved=${encodeURIComponent(row.key)}` }, text("start.resume_go"));
    go.setAttribute("aria-label", `${text("start.resume_go")}: ${name}`);
    const remove = made("button", { type: "button", className: "danger", ariaLabel: `${text("start.resume_delete")}: ${name}` }, text("start.resume_delete"));
    remove.addEventListener("click", () => void this.#remove(row, text("start.resume_what", { name, percent, time }), name), { signal: this.#leaving.signal });
    item.append(made("div", { className: "acts" }, go, remove));
    return item;
  }

  async #remove(row: RunningGameRow, what: string, name: string) {
    const { app } = this;
    const isSure = await app.confirm(app.text("page.final_remove", { what }), {
      yes: app.text("page.final_remove_yes"),
      no: app.text("page.final_remove_no"),
    });
    if (!isSure) return;
    try {
      await removeRunning(app, row.key);
      app.say(app.text("start.resume_deleted", { name }));
    } catch (error) {
      await app.fail(error);
    }
    if (!this.#leaving.signal.aborted) await this.#fill();
  }

  #draw() {
    const theme = themeOf(this.app.settings.get("theme"));
    for (const { canvas, shape, row, codes } of this.#pictures) {
      drawThumbnail(canvas, shape, codes, theme);
      // For other games only the shape is drawn.
      canvas.classList.toggle("unknown", codes === null && (row?.opened ?? 0) > 0);
    }
  }

  #step(step: number) {
    const all = [...this.#list.querySelectorAll("a.primary")] as HTMLElement[];
    if (!all.length) return;
    const place = all.findIndex((each) => each.closest("li")?.contains(document.activeElement));
    all[place < 0 ? 0 : (place + step + all.length) % all.length].focus();
  }
}
