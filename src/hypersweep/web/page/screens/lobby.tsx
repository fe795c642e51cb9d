// The lobby: start ranked games, create rooms, and join open ones.

import { signal, type Signal } from "@preact/signals";
import { BOARDS } from "../data/boards.ts";
import { PICTURES } from "../data/pictures.ts";
import { CLASSIC, formatRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { LabelledButton } from "../frame/buttons.tsx";
import { pictureCodes } from "../play/board_pictures.ts";
import { boardText, boardTitle, presetText } from "../play/board_title.ts";
import { readChoices } from "../play/choices.ts";
import { PREFERENCE_NAMES, savedPreferences, settle } from "../play/rule_preferences.ts";
import { ask } from "../multiplayer/http.ts";
import { forgetRoom, myRooms, roomAddress } from "../multiplayer/my_rooms.ts";
import { Answer, AskedScreen, Segments } from "./server_screen.tsx";
import { playRoom } from "../multiplayer/new_room.ts";
import { RunningGames } from "./running_games.tsx";
import { nameText } from "../multiplayer/names.ts";
import { Thumbnail } from "./thumbnail.tsx";
import type { App } from "../app.ts";
import type { Lobby, LobbyRoom, RoomKind } from "../data/protocol.ts";

const KINDS: readonly RoomKind[] = ["solo", "coop", "versus", "study"];
/** The same boards as on the start screen, with their pictures. */
const CARDS = BOARDS.map(({ name, board, mines }) => {
  const codes = pictureCodes((PICTURES as Record<string, string>)[name]);
  return { name, board, mines, shape: Shape.parse(board), codes };
});
/** Milliseconds between two updates of the open rooms while the screen is visible. */
const AGAIN = 10_000;

export default class LobbyScreen extends AskedScreen<Lobby> {
  classes = ["flat"];
  #kind = signal<RoomKind>("solo");
  #isOpen = signal(false);
  #hasChat = signal(false);
  /** Rooms that this browser has been in. */
  #own = signal<Awaited<ReturnType<typeof myRooms>>>([]);
  /** What is wrong with the player's own board. */
  #error = signal("");

  constructor(app: App) {
    super(app, "lobby");
  }

  ask(signal: AbortSignal): Promise<Lobby> {
    return ask("/api/lobby", { signal });
  }

  async show(element: HTMLElement) {
    const { signal } = this.stop;
    const load = () => void (document.hidden || this.asked.load());
    document.addEventListener("visibilitychange", load, { signal });
    const timer = setInterval(load, AGAIN);
    signal.addEventListener("abort", () => clearInterval(timer));
    // The rest of the screen is usable meanwhile.
    void super.show(element);
    this.#findOwn().catch((error) => this.app.fail(error));
  }

  View = () => {
    const { app } = this;
    return (
      <>
        <h1>{this.title}</h1>
        <RunningGames app={app} />
        <this.Own />
        <div class="lobby-parts">
          <section class="lobby-make">
            <h2>{this.text("make")}</h2>
            <this.Kinds />
            <ul class="cards">
              {CARDS.map(({ name, board, mines, shape, codes }) => (
                <li key={name}>
                  <button type="button" class="card panel" data-board={name} onClick={() => this.#make(board, mines)}>
                    <Thumbnail app={app} shape={shape} codes={codes} />
                    <span class="words">
                      <span class="name">{presetText(app, name)}</span>
                      <span class="about">{boardText(app, { board, mines })}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <this.OwnBoard />
          </section>
          <section class="lobby-open">
            <h2>{this.text("open_rooms")}</h2>
            <Answer asked={this.asked} class="lobby-rooms">
              {({ rooms }) => rooms.length
                ? <ul class="lobby-list">{rooms.map((room) => <this.Room key={room.room} {...room} />)}</ul>
                : <p class="empty">{this.text("no_rooms")}</p>}
            </Answer>
          </section>
        </div>
      </>
    );
  };

  Kinds = () => {
    const kind = this.#kind.value;
    const option = (id: string, name: string, chosen: Signal<boolean>) => (
      <label class="check row" for={id}>
        <input type="checkbox" id={id} checked={chosen.value}
          onChange={(event) => (chosen.value = event.currentTarget.checked)} />
        {this.text(name)}
      </label>
    );
    return (
      <>
        <Segments name="lobby-kind" legend={<legend class="unseen">{this.text("kind")}</legend>}
          values={KINDS} chosen={kind} textOf={(each) => this.text(`kind_${each}`)}
          choose={(each) => (this.#kind.value = each)} />
        <p class="lobby-about">{this.text(`about_${kind}`)}</p>
        <div class="lobby-options row" hidden={kind === "solo"}>
          {option("lobby-open", "is_open", this.#isOpen)}
          {option("lobby-chat", "has_chat", this.#hasChat)}
        </div>
      </>
    );
  };

  OwnBoard = () => {
    const send = (event: SubmitEvent) => {
      event.preventDefault();
      const values = new FormData(event.currentTarget as HTMLFormElement);
      void this.#makeOwn(String(values.get("board")), String(values.get("mines")));
    };
    return (
      <details class="lobby-other">
        <summary>{this.text("own")}</summary>
        <form class="lobby-own row" onSubmit={send}>
          <label class="field" for="lobby-board">
            <span>{this.text("own_board")}</span>
            <input id="lobby-board" name="board" placeholder="16x30" autocomplete="off" spellcheck={false} />
          </label>
          <label class="field" for="lobby-mines">
            <span>{this.text("own_mines")}</span>
            <input id="lobby-mines" name="mines" inputMode="numeric" autocomplete="off" />
          </label>
          <button type="submit">{this.text("own_make")}</button>
          <p class="error" role="alert">{this.#error}</p>
        </form>
      </details>
    );
  };

  async #makeOwn(board: string, mines: string) {
    this.#error.value = "";
    try {
      const choice = readChoices({ board, mines }, savedPreferences(this.app.settings));
      await this.#make(choice.shape.format(), choice.mines, formatRules(choice.rules));
    } catch (error) {
      if (!(error instanceof Error && "kind" in error)) throw error;
      this.#error.value = await this.app.errorText(error);
    }
  }

  async #make(board: string, mines: number, rules?: string) {
    const kind = this.#kind.value;
    const isAlone = kind === "solo";
    rules ??= formatRules(settle(CLASSIC, Shape.parse(board), mines, savedPreferences(this.app.settings), PREFERENCE_NAMES).rules);
    const options = { is_open: !isAlone && this.#isOpen.value, has_chat: !isAlone && this.#hasChat.value };
    await playRoom(this.app, "/api/rooms", { kind, board, mines, rules, ...options });
  }

  Room = ({ room, kind, board, mines, rules, owner = "", here = 0 }: LobbyRoom) => {
    const title = boardTitle(this.app, { board, mines, rules });
    const name = nameText(owner);
    const link = (role: "player" | "watcher", way: string) => (
      <a href={`#/${roomAddress({ room, kind, role })}`} aria-label={this.text(`${way}_of`, { title, owner: name })}>
        {this.text(way)}
      </a>
    );
    return (
      <li class="panel row">
        <span class="words">
          <strong>{`${this.text(`kind_${kind}`)}: ${title}`}</strong>
          <span class="about">{this.text("room_who", { owner: name, here })}</span>
        </span>
        {kind !== "solo" && link("player", "enter")}
        {link("watcher", "watch")}
      </li>
    );
  };

  async #findOwn() {
    this.#own.value = await myRooms(this.app);
  }

  Own = () => {
    const { app } = this;
    const rooms = this.#own.value;
    const forget = async (room: string) => {
      await forgetRoom(app, room);
      await this.#findOwn();
      // The pressed button is gone.
      requestAnimationFrame(() => (document.querySelector<HTMLElement>(".lobby-mine a") ?? app.main).focus());
    };
    return (
      <section class="lobby-mine" hidden={!rooms.length}>
        <h2>{this.text("mine")}</h2>
        <ul class="lobby-list">
          {rooms.map((own) => {
            const words = `${this.text(`kind_${own.kind}`)}: ${boardTitle(app, own)}`;
            const label = this.text("forget", { words });
            return (
              <li key={own.room} class="panel row">
                <a href={`#/${roomAddress(own)}`}>{words}</a>
                <LabelledButton text="×" label={label} class="lobby-forget" onClick={() => forget(own.room)} />
              </li>
            );
          })}
        </ul>
      </section>
    );
  };
}
