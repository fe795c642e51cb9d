// The panel next to a room's board: members and progress, possible actions, the invitation, and the chat.

import { useSignal, useSignalEffect, type ReadonlySignal, type Signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { LabelledButton, SureButton } from "../../frame/buttons.tsx";
import { copyText } from "../../frame/clipboard.tsx";
import { lengthText } from "../../play/clock.ts";
import { invitationLink } from "./joining.tsx";
import { nameOf, nameText, plainText } from "../../multiplayer/names.ts";
import { Badge, expectSent, LockButton, MemberControls, Watchers } from "./members.tsx";
import type { App } from "../../app.ts";
import type { Member, Said } from "../../data/protocol.ts";
import type { RemoteBoard } from "../../multiplayer/remote_board.ts";
import type { RemoteRoom } from "../../multiplayer/remote_room.ts";

/** Maximum number of members that are listed one by one. */
const MOST = 50;
/** Maximum length of a chat message. */
const LONGEST = 500;

type InRoom = { app: App; room: RemoteRoom };
type PanelProps = InRoom & {
  /** Counts the changes of the room. */
  changes: ReadonlySignal<number>;
  news: ReadonlySignal<string>;
  /** Whether the panel is unfolded, if the screen is small. */
  isOpen: ReadonlySignal<boolean>;
  /** Number of the board shown large. */
  watched: ReadonlySignal<number>;
  does: {
    ready: (isReady: boolean) => void;
    next: () => unknown;
    watch: (number: number) => void;
    fold: (isFolded: boolean) => void;
  };
};

export function RoomPanel({ app, room, changes, news, isOpen, watched, does }: PanelProps) {
  void changes.value;
  useSignalEffect(() => void (news.value && app.announce(news.value, "room")));
  const folding = useRef<HTMLButtonElement>(null);
  const unread = useSignal(0);
  const text = (name: string, values?: any) => app.text(`room.${name}`, values);
  const rank = ({ role, number }: Member) => number + (role === "watcher" ? 1e9 : 0);
  const all = room.activeMembers.sort((one, other) => rank(one) - rank(other));
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen.value || !folding.current?.offsetParent) return;
    event.preventDefault();
    event.stopPropagation();
    does.fold(true);
  };
  // On small screens the panel is one line, which unfolds over the board.
  return (
    <aside class={`side room-panel${isOpen.value ? " is-open" : ""}`} aria-label={text("panel")} onKeyDown={press}>
      <button type="button" class="room-fold" ref={folding} aria-expanded={isOpen.value} aria-controls="room-inside"
        onClick={() => does.fold(isOpen.value)}>
        <span>{text("panel")}</span>
        <span class="room-line one-line">{news}</span>
        {unread.value > 0 && <span class="room-unread">{text("chat_unread", { count: unread.value })}</span>}
        <span class="room-short">{text("here", { count: all.filter((member) => member.is_here).length })}</span>
      </button>
      <div id="room-inside" class="room-inside">
        <h2>{text(`kind_${room.kind}`)}</h2>
        <p class="room-news">{news}</p>
        <Actions app={app} room={room} watched={watched.value} does={does} />
        <section>
          <h3>{text("members")}</h3>
          <ul class="room-members">
            {all.slice(0, MOST).map((member) => (
              <Row key={member.number} {...{ app, room, member }} watched={watched.value} watch={does.watch} />
            ))}
          </ul>
          {all.length > MOST && <p class="room-more">{text("more", { count: all.length - MOST })}</p>}
          <Watchers app={app} room={room} />
          {room.kind === "versus" && room.isPlayer && (
            <p class="room-showing">
              <input type="checkbox" id="room-show" checked={room.access.shown?.includes(room.you) ?? false}
                onChange={(event) => expectSent(app, room.send({ t: "show", is_shown: event.currentTarget.checked }))} />
              <label for="room-show">{text("show_mine")}</label>
              <span class="room-about about">{text("show_mine_about")}</span>
            </p>
          )}
        </section>
        <Invitation app={app} room={room} />
        {room.kind !== "solo" && <LockButton app={app} room={room} />}
        {room.state?.has_chat && <Chat app={app} room={room} unread={unread} isUnfolded={isOpen.value} maySpeak={maySpeak(room)} />}
      </div>
    </aside>
  );
}

function Actions({ app, room, watched, does }: InRoom & { watched: number; does: PanelProps["does"] }) {
  const text = (name: string) => app.text(`room.${name}`);
  const { kind, stage, isPlayer, own } = room;
  const isOver = stage === "over";
  const isReady = room.members.get(room.you)?.is_ready ?? false;
  const mayBegin = isPlayer && kind !== "solo" && (isOver || (kind === "versus" && stage === "waiting"));
  // Resigning is possible after the first open.
  const mayResign = isPlayer && kind !== "coop" && stage === "playing" && own.isStarted && own.outcome === "ongoing";
  const game = [...room.endings.values()].find((each) => each.number === watched)?.game ?? null;
  return (
    <div class="room-actions row">
      {mayBegin && (
        <button type="button" class="primary" aria-pressed={isReady} onClick={() => does.ready(!isReady)}>
          {text(isOver ? (isReady ? "not_again" : "again") : isReady ? "unready" : "ready")}
        </button>
      )}
      {isPlayer && kind === "solo" && isOver && (
        <button type="button" class="primary" onClick={does.next}>{text("next")}</button>
      )}
      {mayResign && (
        <SureButton app={app} class="danger" text={text("resign")} sure={text("resign_sure")}
          act={() => expectSent(app, room.send({ t: "resign" }))} />
      )}
      {game !== null && <a class="room-shared" href={`#/shared/${encodeURIComponent(game)}`}>{text("shared")}</a>}
    </div>
  );
}

type RowProps = InRoom & { member: Member; watched: number; watch: (number: number) => void };

function Row({ app, room, member, watched, watch }: RowProps) {
  const { number, is_here: isHere } = member;
  const name = nameText(member.name);
  const board = room.kind === "versus" ? room.boards.get(number) : undefined;
  const share = board ? Math.floor(100 * board.share(room.mines)) : 0;
  // Whether this board can be shown instead of the current one.
  const mayWatch = board && (room.endings.has(board.number) || (board.isSeen && !room.isPlayer));
  return (
    <li class={isHere ? "" : "is-away"}>
      <Badge number={number} />
      <span class="member-name">{number === room.you ? app.text("room.you", { name }) : name}</span>
      <span class="member-state">{stateText(app, room, member, board, share)}</span>
      {board && <progress max={1} value={share / 100} aria-label={app.text("room.progress", { name })} />}
      {mayWatch && (
        <button type="button" class="member-watch" aria-pressed={watched === number}
          aria-label={app.text("room.show_board_of", { name })} onClick={() => watch(number)}>
          {app.text("room.show_board")}
        </button>
      )}
      <MemberControls app={app} room={room} number={number} />
    </li>
  );
}

function stateText(app: App, room: RemoteRoom, member: Member, board: RemoteBoard | undefined, share: number) {
  const isWaiting = room.kind === "versus" && room.stage === "waiting" && member.role === "player";
  const presence = !member.is_here ? "is_away" : member.is_ready ? "is_ready" : isWaiting ? "not_ready" : "";
  const isOver = board && board.outcome !== "ongoing";
  const words = [
    member.role === "watcher" && app.text("room.watches"),
    room.access.muted?.includes(member.number) && app.text("room.is_muted"),
    presence && app.text(`room.${presence}`),
    isOver && app.text(`room.${board.outcome}`, { time: lengthText(app, board.clock.milliseconds) }),
    board?.isStarted && app.text("room.share", { share }),
  ];
  return words.filter(Boolean).join(", ");
}

function Invitation({ app, room }: InRoom) {
  const text = (name: string) => app.text(`room.${name}`);
  const links = [
    ["invite", room.kind === "solo" ? null : invitationLink(room, "player")],
    ["invite_watch", invitationLink(room, "watcher")],
  ] as const;
  if (links.every(([, address]) => address === null)) return null;
  return (
    <section class="room-invitation">
      <h3>{text("invitation")}</h3>
      {links.map(([name, address]) => address !== null && (
        <div class="room-link">
          <label for={`room-${name}`}>{text(name)}</label>
          <input id={`room-${name}`} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
          <LabelledButton text={app.text("page.copy")} label={text(`${name}_copy`)}
            onClick={() => copyText(app, address, { what: text(name) })} />
        </div>
      ))}
    </section>
  );
}

/** Whether this member may write in the chat. */
export const maySpeak = (room: RemoteRoom) => room.isPlayer && !room.access.muted?.includes(room.you);

type ChatProps = InRoom & {
  /** Number of messages that arrived while the chat wasn't visible. */
  unread: Signal<number>;
  maySpeak: boolean;
  /** Whether the panel around it is unfolded; it is rendered again when that changes. */
  isUnfolded?: boolean;
};

/** The chat, folded at first. */
export function Chat({ app, room, unread, maySpeak }: ChatProps) {
  const [lines, setLines] = useState([...room.lines]);
  const box = useRef<HTMLDetailsElement>(null);
  const log = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const hear = (event: Event) => {
      setLines([...room.lines]);
      const { number } = (event as CustomEvent<Said>).detail;
      if (!isVisible() && number !== room.you) ++unread.value;
    };
    room.addEventListener("said", hear);
    return () => room.removeEventListener("said", hear);
  }, []);
  // The panel around it may be folded, too.
  const isVisible = () => Boolean(box.current?.open && box.current.offsetParent);
  useLayoutEffect(() => void (isVisible() && (unread.value = 0)));
  const scroll = () => log.current?.scrollTo({ top: log.current.scrollHeight });
  const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = log.current ?? {};
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 8;
  useLayoutEffect(() => void (isAtEnd && scroll()), [lines]);
  const open = () => {
    if (!box.current?.open) return;
    unread.value = 0;
    scroll();
  };
  const send = (event: Event) => {
    event.preventDefault();
    const input = field.current as HTMLInputElement;
    const text = input.value.trim();
    if (!text) return;
    if (room.send({ t: "chat", text })) input.value = "";
    else app.say(app.text("room.chat_away"));
  };
  return (
    <details class="room-chat" ref={box} onToggle={open}>
      <summary>{unread.value ? app.text("room.chat_unread", { count: unread.value }) : app.text("room.chat")}</summary>
      <ul class="room-lines" ref={log} tabIndex={0} aria-label={app.text("room.chat_lines")}>
        {lines.map(({ number, text }) => (
          <li>
            <Badge number={number} />
            <span class="unseen">{`${nameOf(room, number)}: `}</span>
            <span>{plainText(text)}</span>
          </li>
        ))}
      </ul>
      {maySpeak ? (
        <form class="room-say row" onSubmit={send}>
          <label for="room-say" class="unseen">{app.text("room.chat_say")}</label>
          <input id="room-say" ref={field} maxLength={LONGEST} autocomplete="off" />
          <button type="submit">{app.text("room.chat_send")}</button>
        </form>
      ) : room.isPlayer && <p>{app.text("together_refusals.muted")}</p>}
    </details>
  );
}
