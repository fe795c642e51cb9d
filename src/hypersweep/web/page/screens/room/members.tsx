// The members of a room: their colours and symbols, for people who can't distinguish the colours, and the owner's
// controls.

import { SureButton } from "../../frame/buttons.tsx";
import { nameOf } from "../../multiplayer/names.ts";
import type { App } from "../../app.ts";
import type { RemoteRoom } from "../../multiplayer/remote_room.ts";

/** Background and text colours, distinct with every type of colour vision, on light and dark boards. */
const COLOURS = [
  ["#0072b2", "#ffffff"],
  ["#e69f00", "#000000"],
  ["#009e73", "#000000"],
  ["#cc79a7", "#000000"],
  ["#7a4bd0", "#ffffff"],
  ["#d55e00", "#000000"],
  ["#56b4e9", "#000000"],
  ["#f0e442", "#000000"],
];

/** @param number - of a member */
export function lookOf(number: number): {ground: string, ink: string, sign: string} {
  const [ground, ink] = COLOURS[(number - 1 + COLOURS.length) % COLOURS.length];
  return { ground, ink, sign: String(number) };
}

/** A member's symbol in their colour. */
export function Badge({ number, title }: { number: number; title?: string }) {
  const { ground, ink, sign } = lookOf(number);
  const style = { background: ground, color: ink };
  return <span class="member-sign" aria-hidden="true" title={title} style={style}>{sign}</span>;
}

/** Report a request that couldn't be sent. */
export function expectSent(app: App, wasSent: boolean) {
  if (!wasSent) app.say(app.text("room.no_connection"));
}

/** How many watch, since watchers aren't listed; nothing if none do. */
export function Watchers({ room, app }: Controlled) {
  return room.watchers > 0 && <p class="watchers">{app.text("room.watchers", { count: room.watchers })}</p>;
}

type Controlled = { app: App; room: RemoteRoom };

/** The owner's controls for another member: mute and remove. */
export function MemberControls({ app, room, number }: Controlled & { number: number }) {
  if (!room.isOwner || number === room.you) return null;
  const text = (name: string) => app.text(`room.${name}`);
  const name = nameOf(room, number);
  const isMuted = room.access.muted?.includes(number) ?? false;
  const mute = text(isMuted ? "unmute" : "mute");
  return (
    <span class="member-controls row">
      {room.state?.has_chat && (
        <button type="button" data-what={`mute${number}`} aria-label={`${mute}: ${name}`}
          onClick={() => expectSent(app, room.send({ t: "mute", number, is_muted: !isMuted }))}>
          {mute}
        </button>
      )}
      <SureButton app={app} data-what={`remove${number}`} text={text("remove")} sure={text("remove_sure")} label={name}
        act={() => expectSent(app, room.send({ t: "remove", number }))} />
    </span>
  );
}

/** The owner's button for locking the room to new members. */
export function LockButton({ app, room }: Controlled) {
  const isLocked = room.access.is_locked ?? false;
  const act = () => expectSent(app, room.send({ t: "lock", is_locked: !isLocked }));
  if (!room.isOwner) return null;
  return <button type="button" class="room-lock" aria-pressed={isLocked} onClick={act}>{app.text("room.lock")}</button>;
}
