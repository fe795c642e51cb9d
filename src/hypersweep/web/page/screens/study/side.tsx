// Next to a study's board: the comment on the shown position, and the people.

import { signal, useSignal } from "@preact/signals";
import { createRef } from "preact";
import { LabelledButton, type Attributes } from "../../frame/buttons.tsx";
import { copyText } from "../../frame/clipboard.tsx";
import { shiftMoment, type Shift } from "../../play/study_edits.ts";
import { invitationLink } from "../room/joining.tsx";
import { nameOf, nameText } from "../../multiplayer/names.ts";
import { Badge, LockButton, MemberControls, Watchers } from "../room/members.tsx";
import { Chat, maySpeak } from "../room/panel.tsx";
import type { App } from "../../app.ts";
import type { Member } from "../../data/protocol.ts";
import type { RemoteStudy } from "../../multiplayer/remote_study.ts";

/** Maximum length of a comment, as on the server. */
const MOST = 4000;

/** A comment that is being edited: its position, and its text when the editing began. */
type Draft = { at: string; before: string; text: string };

/** The comment on the shown position: visible to all, editable for editors. */
export class CommentBox {
  #draft = signal<Draft | null>(null);
  #field = createRef<HTMLTextAreaElement>();

  /** @param save - returns why it wasn't saved; "" if it was */
  constructor(public app: App, public save: (at: string, text: string) => Promise<string>) {
  }

  /** @param props - the comment on the position `at` */
  View = ({ at, said, canEdit }: { at: string; said: string; canEdit: boolean }) => {
    const { app } = this;
    const draft = this.#draft.value?.at === at ? this.#draft.value : null;
    const before = draft?.before ?? said;
    const change = (event: Event) => {
      const text = (event.target as HTMLTextAreaElement).value;
      this.#draft.value = text === before ? null : { at, before, text };
    };
    if (!canEdit) return <section class="study-comment"><p class="study-read" dir="auto">{said}</p></section>;
    const label = app.text("study.comment");
    const isOther = draft && said !== draft.before && said !== draft.text;
    return (
      <section class="study-comment">
        {isOther && <p class="study-theirs" dir="auto">{app.text("study.theirs", { text: said })}</p>}
        <textarea ref={this.#field} aria-label={label} placeholder={label} maxLength={MOST} rows={3} dir="auto"
          value={draft?.text ?? said} onInput={change} onChange={this.#keep} onKeyDown={this.#press} />
        <button type="button" class="study-keep" onClick={this.#keep}>{app.text("study.keep_comment")}</button>
      </section>
    );
  };

  /** Follow the position when an edit renames it. */
  shift(shifts: readonly Shift[]) {
    const draft = this.#draft.value;
    if (!draft) return;
    const { name, isSame } = shiftMoment(shifts, draft.at);
    this.#draft.value = isSame ? { ...draft, at: name } : null;
  }

  focus() {
    this.#field.current?.focus();
  }

  /** Save a changed comment before another position is shown. */
  #keep = async () => {
    const draft = this.#draft.value;
    if (!draft) return;
    const why = await this.save(draft.at, draft.text);
    if (this.#draft.value?.text !== draft.text) return;
    if (why) this.app.warn(why);
    else this.#draft.value = null;
  };

  #press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#field.current?.blur();
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#draft.value = null;
    this.#field.current?.blur();
  };
}

type PeopleProps = {
  app: App;
  study: RemoteStudy;
  isFollowing: boolean;
  does: {
    goTo: (at: string) => unknown;
    lead: () => unknown;
    follow: () => unknown;
    admit: (member: number, canEdit: boolean) => unknown;
  };
};

/** The people in a study, their roles and positions; the leader; and invitations. */
export function People({ app, study, isFollowing, does }: PeopleProps) {
  const text = (name: string, values?: any) => app.text(`study.${name}`, values);
  const { canEdit, leader, room } = study;
  const unread = useSignal(0);
  const person = (member: Member) => <Person key={member.number} app={app} study={study} member={member} does={does} />;
  const sign = (name: string, label: string, act: () => unknown, more?: Attributes) => (
    <LabelledButton key={name} data-what={name} text={text(name)} label={label} onClick={act} {...more} />
  );
  const links = [
    ["invite", canEdit ? invitationLink(room, "player") : null],
    ["invite_reader", invitationLink(room, "watcher")],
  ] as const;
  return (
    <section class="study-people">
      <h2>{text("people")}</h2>
      <ul class="people">{room.activeMembers.map(person)}</ul>
      <Watchers app={app} room={room} />
      <div class="study-leading row">
        {canEdit && sign("lead", text("lead_about"), does.lead, { "aria-pressed": leader === room.you })}
        {leader > 0 && leader !== room.you && (
          <LabelledButton data-what="follow" text={text("follow_leader")} aria-pressed={isFollowing}
            label={text("follow_about", { name: nameOf(room, leader) })} onClick={does.follow} />
        )}
      </div>
      <div class="study-links row">
        {links.map(([name, address]) => address !== null && (
          sign(name, text(`${name}_about`), () => copyText(app, address, { what: text("invitation") }))
        ))}
        <LockButton app={app} room={room} />
      </div>
      {room.state?.has_chat && <Chat app={app} room={room} unread={unread} maySpeak={maySpeak(room)} />}
    </section>
  );
}

function Person({ app, study, member, does }: Omit<PeopleProps, "isFollowing"> & { member: Member }) {
  const text = (name: string, values?: any) => app.text(`study.${name}`, values);
  const { number, is_here: isHere } = member;
  const { room, facts, leader } = study;
  const isYou = number === room.you;
  const reads = member.role !== "player" || (facts.readers?.includes(number) ?? false);
  const name = nameText(member.name);
  const at = !isYou && isHere ? study.placeOf(number) : null;
  const role = text(number === facts.owner ? "role_owner" : reads ? "role_reader" : "role_editor");
  const about = [role, !isHere && text("is_away"), number === leader && text("leads")];
  return (
    <li class={isHere ? "" : "away"}>
      <Badge number={number} />
      <span class="name">{isYou ? text("you", { name }) : name}</span>
      <span class="role about">{about.filter(Boolean).join(", ")}</span>
      {at !== null && (
        <LabelledButton text={text("go_there")} label={text("go_to", { name })} onClick={() => does.goTo(at)} />
      )}
      {study.isOwner && !isYou && member.role === "player" && (
        <LabelledButton text={text(reads ? "let_edit" : "let_read")} label={name}
          onClick={() => does.admit(number, reads)} />
      )}
      <MemberControls app={app} room={room} number={number} />
    </li>
  );
}
