// The list of the player's unfinished games on the server, each with buttons to continue or resign.

import { useEffect, useRef, useState } from "preact/hooks";
import { SureButton } from "../frame/buttons.tsx";
import { mount } from "./view_screen.tsx";
import { boardTitle, presetText } from "../play/board_title.ts";
import { connection } from "../multiplayer/connection.ts";
import { ask } from "../multiplayer/http.ts";
import { identity } from "../multiplayer/me.ts";
import { forgetRoom, roomAddress } from "../multiplayer/my_rooms.ts";
import { roomRefusedText } from "./room/joining.tsx";
import type { App } from "../app.ts";
import type { Refused, RunningRoom } from "../data/protocol.ts";

/** Time limit in milliseconds for the server to end a game. */
const PATIENCE = 10_000;
/** Server errors which mean that there is nothing left to resign. */
const OVER = new Set(["over", "ended", "no_room"]);

export function showRunningGames(app: App, element: HTMLElement, signal: AbortSignal) {
  mount(<RunningGames app={app} />, element, signal);
}

/** The list, newest first; hidden while it is empty or not loaded. */
export function RunningGames({ app }: { app: App }) {
  const [rooms, setRooms] = useState<readonly RunningRoom[]>([]);
  const section = useRef<HTMLElement>(null);
  const load = async () => {
    await app.messages.add("running", "together_refusals");
    setRooms((await ask("/api/rooms")).rooms);
  };
  const show = () => void load().catch((error) => console.debug("the running games can't be loaded:", error));
  useEffect(() => {
    show();
    identity.addEventListener("change", show);
    return () => identity.removeEventListener("change", show);
  }, []);
  const remove = async (room: string) => {
    const why = await resign(app, room);
    if (why) app.say(roomRefusedText(app, why));
    else await forgetRoom(app, room);
    await load();
    // The pressed button may be gone.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) (section.current?.querySelector("a") ?? app.main).focus();
    });
  };
  return (
    <section class="running-games" hidden={!rooms.length} ref={section}>
      {rooms.length > 0 && (
        <>
          <h2>{app.text("running.title")}</h2>
          <p class="about">{app.text("running.about")}</p>
          <ul class="lobby-list">
            {rooms.map((running) => <Game key={running.room} app={app} running={running} remove={remove} />)}
          </ul>
        </>
      )}
    </section>
  );
}

function Game({ app, running, remove }: { app: App; running: RunningRoom; remove: (room: string) => Promise<void> }) {
  const { room, kind, made, daily = null } = running;
  const [isBusy, setBusy] = useState(false);
  const [day, preset] = (daily ?? "").split(" ");
  const title = daily === null
    ? boardTitle(app, running)
    : app.text("running.daily", { day, preset: presetText(app, preset) });
  const words = app.text(`running.${kind}`, { title });
  const since = app.messages.date(made, { timeStyle: "short" });
  const go = app.text("running.continue");
  const resignIt = async () => {
    setBusy(true);
    await remove(room).catch((error) => app.fail(error));
    setBusy(false);
  };
  return (
    <li class="panel row">
      <span class="words">
        <strong>{words}</strong>
        <span class="about">{app.text("running.since", { date: since })}</span>
      </span>
      <a class="button primary" href={`#/${roomAddress({ room, kind })}`} aria-label={`${go}: ${words}`}>{go}</a>
      {kind === "solo" && (
        <SureButton app={app} class="danger" disabled={isBusy} text={app.text("running.resign")}
          sure={app.text("running.resign_sure")} label={words} act={resignIt} />
      )}
    </li>
  );
}

/**
 * Resign a game, which loses it; a room without a started game is removed.
 * @param name - name of its room
 * @returns why it failed; null once the game is over
 */
async function resign(app: App, name: string): Promise<Refused | null> {
  const room = connection(app).join(name);
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await new Promise((resolve) => {
      const answer = (why: Refused | null) => resolve(why && OVER.has(why.what) ? null : why);
      const refuse = (event: Event) => answer((event as CustomEvent).detail);
      for (const kind of ["refused", "gone"]) room.addEventListener(kind, refuse, { signal });
      room.addEventListener("ended", () => answer(null), { signal });
      room.ready.then(() => (room.stage === "over" ? answer(null) : room.send({ t: "resign" })), answer);
      const late: Refused = { t: "refused", what: "unavailable", message: "no answer", room: name };
      const timer = setTimeout(() => answer(late), PATIENCE);
      signal.addEventListener("abort", () => clearTimeout(timer));
    });
  } finally {
    stop.abort();
    room.leave();
  }
}
