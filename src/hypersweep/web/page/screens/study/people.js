// @ts-check
// The people in a study, their roles and positions; the leader; and invitations.

import { copyText } from "../../frame/clipboard.js";
import { button, node } from "../../frame/elements.js";
import { invitationLink } from "../room/invitation.js";
import { badge, lockButton, MemberControls, nameText } from "../room/members.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../data/protocol.js").Member} Member */
/** @typedef {import("../../together/remote_study.js").RemoteStudy} RemoteStudy */

export class People {
  element = node("section", "study-people");
  #list = node("ul");
  #leading = node("div", "study-leading");
  #links = node("div", "study-links");
  #shown = "";

  /**
   * @param {App} app
   * @param {RemoteStudy} study
   * @param {{goTo: (at: string) => unknown, lead: () => unknown, follow: () => unknown, isFollowing: () => boolean, admit: (member: number, canEdit: boolean) => unknown}} hands
   */
  constructor(app, study, hands) {
    this.app = app;
    this.study = study;
    this.hands = hands;
    this.element.append(node("h2", "", this.#text("people")), this.#list, this.#leading, this.#links);
  }

  /** @param {string} name @param {any} [values] */
  #text(name, values) {
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
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-what="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Member} member */
  #row(member) {
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

  /** @param {string} what @param {string} text @param {string} label @param {() => unknown} act */
  #button(what, text, label, act) {
    const element = button(text, act, { label });
    element.dataset.what = what;
    return element;
  }

  /** @param {boolean} isFollowing */
  #showLeading(isFollowing) {
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
    const invitation = (/** @type {string} */ name, /** @type {string | null} */ address) =>
      address === null ? [] : [this.#button(name, this.#text(name), this.#text(`${name}_about`), () => copyText(app, address, { what: this.#text("invitation") }))];
    const editors = study.canEdit ? invitationLink(study.room, "player") : null;
    const parts = [...invitation("invite", editors), ...invitation("invite_reader", invitationLink(study.room, "watcher"))];
    this.#links.replaceChildren(...parts, lockButton(app, study.room, ""));
  }
}
