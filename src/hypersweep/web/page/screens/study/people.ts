// The people in a study, their roles and positions; the leader; and invitations.

import { copyText } from "../../frame/clipboard.tsx";
import { button, node } from "../../frame/elements.ts";
import { invitationLink } from "../room/invitation.ts";
import { badge, lockButton, MemberControls, nameText } from "../room/members.ts";
import type { App } from "../../app.ts";
import type { Member } from "../../data/protocol.ts";
import type { RemoteStudy } from "../../together/remote_study.ts";

export class People {
  element = node("section", "study-people");
  #list = node("ul");
  #leading = node("div", "study-leading");
  #links = node("div", "study-links");
  #shown = "";

  constructor(public app: App, public study: RemoteStudy, public hands: {goTo: (at: string) => unknown, lead: () => unknown, follow: () => unknown, isFollowing: () => boolean, admit: (member: number, canEdit: boolean) => unknown}) {
    this.element.append(node("h2", "", this.#text("people")), this.#list, this.#leading, this.#links);
  }

  #text(name: string, values?: any) {
    return this.app.text(`study.${name}`, values);
  }

  /** Update the list, if anything has changed. */
  show() {
    const { study, hands } = this;
    const members = study.room.activeMembers;
    const { facts } = study;
    const isFollowing = hands.isFollowing();
    const key = JSON.stringify([members, facts, study.room.access, isFollowing, members.map(({ number }) => study.placeOf(number) !== null), study.canEdit]);
    if (key === this.#shown) return;
    this.#shown = key;
    const focused = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.what : "";
    this.#list.replaceChildren(...members.map((member) => this.#row(member)));
    this.#showLeading(isFollowing);
    this.#showLinks();
    if (focused) (this.element.querySelector(`[data-what="${CSS.escape(focused)}"]`) as HTMLElement | null)?.focus();
  }

  #row(member: Member) {
    const { study, hands } = this;
    const { number, is_here: isHere = false } = member;
    const isYou = number === study.room.you;
    const reads = member.role !== "player" || study.facts.readers?.includes(number);
    const role = this.#text(number === study.facts.owner ? "role_owner" : reads ? "role_reader" : "role_editor");
    const name = nameText(member.name);
    const about = [role, isHere ? "" : this.#text("is_away"), number === study.leader ? this.#text("leads") : ""].filter(Boolean).join(", ");
    const row = node("li", isHere ? "" : "away", badge(number), node("span", "name", isYou ? this.#text("you", { name }) : name), node("span", "role", about));
    if (!isYou && isHere && study.placeOf(number) !== null) {
      row.append(this.#button(`go${number}`, this.#text("go_there"), this.#text("go_to", { name }), () => hands.goTo(study.placeOf(number) ?? "0")));
    }
    if (study.isOwner && !isYou && member.role === "player") {
      const text = this.#text(reads ? "let_edit" : "let_read");
      row.append(this.#button(`admit${number}`, text, name, () => hands.admit(number, Boolean(reads))));
    }
    row.append(new MemberControls(this.app, study.room, number).element);
    return row;
  }

  #button(what: string, text: string, label: string, act: () => unknown) {
    const element = button(text, act, { label });
    element.dataset.what = what;
    return element;
  }

  #showLeading(isFollowing: boolean) {
    const { study, hands } = this;
    const { leader, room } = study;
    const parts = [];
    if (study.canEdit) {
      const lead = this.#button("lead", this.#text("lead"), this.#text("lead_about"), hands.lead);
      lead.setAttribute("aria-pressed", String(leader === room.you));
      parts.push(lead);
    }
    if (leader && leader !== room.you) {
      const name = nameText(room.members.get(leader)?.name ?? "");
      const follow = this.#button("follow", this.#text("follow_leader"), this.#text("follow_about", { name }), hands.follow);
      follow.setAttribute("aria-pressed", String(isFollowing));
      parts.push(follow);
    }
    this.#leading.replaceChildren(...parts);
  }

  #showLinks() {
    const { app, study } = this;
    const invitation = (name: string, address: string | null) =>
      address === null ? [] : [this.#button(name, this.#text(name), this.#text(`${name}_about`), () => copyText(app, address, { what: this.#text("invitation") }))];
    const editors = study.canEdit ? invitationLink(study.room, "player") : null;
    const parts = [...invitation("invite", editors), ...invitation("invite_reader", invitationLink(study.room, "watcher"))];
    this.#links.replaceChildren(...parts, lockButton(app, study.room, ""));
  }
}
