// The list of running games, with their boards and progress.

import { signal } from "@preact/signals";
import { Shape } from "../engine/shape.ts";
import { pictureCodes } from "../play/board_pictures.ts";
import { boardText, boardTitle } from "../play/board_title.ts";
import { boardName } from "../play/boards.ts";
import { clockText } from "../play/clock.ts";
import { followGames, removeRunning, runningAll, type RunningGameRow } from "../play/games.ts";
import { DamageNote } from "./saved_games.tsx";
import { DimensionSign } from "./dimension_sign.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App } from "../app.ts";

/** Boards with more cells have no picture, because it would show nothing. */
const MOST_SHOWN = 20_000;

export default class ResumeScreen extends ViewScreen {
  title = this.text("resume_title");
  keys = "resume";
  commands = {
    cursor: (step: number) => this.#step(step),
    Escape: () => this.app.go(""),
  };
  #games = signal<{ rows: RunningGameRow[]; damaged: number } | null>(null);
  #element: HTMLElement | null = null;

  constructor(app: App) {
    super(app, "start");
  }

  async show(element: HTMLElement) {
    const { app } = this;
    const { signal } = this.stop;
    this.#element = element;
    super.show(element);
    // Another tab may have continued one of them.
    await followGames(app, () => this.#fill(), (error) => app.fail(error), signal);
  }

  View = () => {
    const { app } = this;
    const games = this.#games.value;
    return (
      <>
        <h1>{this.title}</h1>
        <div ref={this.#showRunning} />
        <div>{games?.damaged ? <DamageNote app={app} count={games.damaged} /> : null}</div>
        <ul class="running" onKeyDown={(event) => this.#press(event)}>
          {games?.rows.map((row) => <this.Game key={row.key} row={row} />)}
        </ul>
        {games?.rows.length === 0 && (
          <div class="nothing">
            <DimensionSign tab="4" />
            <p>{app.text("start.resume_none")}</p>
            <a class="button primary" href="#/">{app.text("start.resume_new")}</a>
          </div>
        )}
      </>
    );
  };

  Game = ({ row }: { row: RunningGameRow }) => {
    const { app } = this;
    const { text } = app;
    const shape = Shape.parse(row.board);
    const codes = row.picture ? pictureCodes(row.picture) : null;
    const percent = Math.floor(row.progress * 100);
    const [name, time] = [boardTitle(app, row), clockText(row.milliseconds)];
    const board = boardName(shape, row.mines) && `${boardText(app, row)} · `;
    const when = app.messages.date(row.saved, { timeStyle: "short" });
    const open = text("start.resume_open", { percent });
    return (
      <li class="way panel row">
        <Thumbnail app={app} shape={shape.cells <= MOST_SHOWN ? shape : null} codes={codes} isUnknown={!codes} />
        <div class="words">
          <span class="name">{name}</span>
          <span class="about">{`${board}${open} · ${time} · ${when}`}</span>
          <progress max={100} value={percent} aria-label={open} />
        </div>
        {row.isBusy ? (
          <p class="busy">{text("start.resume_busy")}</p>
        ) : (
          <div class="row">
            <a class="button primary" href={`#/game?saved=${encodeURIComponent(row.key)}`} aria-label={`${text("start.resume_go")}: ${name}`}>
              {text("start.resume_go")}
            </a>
            <button type="button" class="danger" aria-label={`${text("start.resume_delete")}: ${name}`}
              onClick={() => this.#remove(row, text("start.resume_what", { name, percent, time }), name)}>
              {text("start.resume_delete")}
            </button>
          </div>
        )}
      </li>
    );
  };

  #showRunning = (element: HTMLElement | null) => {
    if (element) void this.app.showRunning?.(this.app, element, this.stop.signal);
  };

  async #fill() {
    const games = await runningAll(this.app);
    if (games.damaged) await this.app.messages.add("kept");
    if (this.stop.signal.aborted) return;
    this.#games.value = games;
    return games.rows;
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
    if (!this.stop.signal.aborted) await this.#fill();
  }

  #press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#step(step);
  }

  #step(step: number) {
    const all = [...(this.#element?.querySelectorAll<HTMLElement>(".running a.primary") ?? [])];
    if (!all.length) return;
    const place = all.findIndex((each) => each.closest("li")?.contains(document.activeElement));
    all[place < 0 ? 0 : (place + step + all.length) % all.length].focus();
  }
}
