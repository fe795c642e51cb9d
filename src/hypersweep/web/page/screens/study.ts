// A study: a record with comments and variations that several people edit. The server decides the order of edits; the
// screen follows it.

import { Board } from "../board/board.ts";
import { GridRoles } from "../board/grid_roles.ts";
import { copyText } from "../frame/clipboard.tsx";
import { download, node } from "../frame/elements.ts";
import { attach } from "../input/attach.ts";
import { Navigator } from "../input/cursor.ts";
import { leftChords } from "../input/pointer.ts";
import { boardTitle } from "../play/board_title.ts";
import { formatRecord } from "../play/record.ts";
import { branchesAt, findMoment, momentName, type Place } from "../play/record_tree.ts";
import { Replay } from "../play/replay.ts";
import { shiftMoment } from "../play/study_edits.ts";
import { connection } from "../together/connection.ts";
import { MOST_SENT, openAsStudy } from "../together/new_study.ts";
import { RemoteStudy, type Done } from "../together/remote_study.ts";
import { nameText } from "./room/members.ts";
import { hideKey } from "./room/invitation.ts";
import { Presence } from "./room/presence.ts";
import { isRoomName, NO_ROOM, roomRefusedText, showNoWay, type Refused } from "./room/refused.ts";
import { showBeginning } from "./study/begin.ts";
import { CommentBox } from "./study/comment.ts";
import { studyParts } from "./study/parts.ts";
import { People } from "./study/people.ts";
import { ShownHere } from "./study/shown_here.ts";
import { LinesView } from "./study/tree.ts";
import { eventsTo, Walk } from "./study/walk.ts";
import { moveText, shownText } from "./study/words.ts";
import type { App, Place as AppPlace } from "../app.ts";
import type { Record as GameRecord } from "../play/record_writer.ts";
import type { RemoteRoom } from "../together/remote_room.ts";

type MoveKind = "open" | "flag" | "chord";

/** Milliseconds that the leader's position must stay unchanged before it is saved. */
const RESTED = 1500;

export default class StudyScreen {
  title;
  commands: Record<string, (...values: any[]) => unknown>;
  element?: HTMLElement;
  keys = "study";
  #stop = new AbortController();
  #room: RemoteRoom | null = null;
  #study: RemoteStudy | null = null;
  /** The name of the shown position. */
  #moment = "0";
  #replay: Replay | null = null;
  #board: Board | null = null;
  #roles: GridRoles | null = null;
  #navigator: Navigator | null = null;
  #parts: {close(): void}[] = [];
  #going: Promise<void> = Promise.resolve();
  #asked = 0;
  #isFlagMode = false;
  #isFollowing = true;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #presence = new ShownHere();

  constructor(public app: App, public place: AppPlace) {
    this.title = app.text("study.title");
    this.commands = {
      open: () => this.#act("open", this.#board?.cursor ?? -1),
      flag: () => this.#play("flag", this.#board?.cursor ?? -1),
      across: (step) => this.#move((navigator) => navigator.across(step)),
      down: (step) => this.#move((navigator) => navigator.down(step)),
      move: (axis, step) => this.#move((navigator) => navigator.move(axis, step)),
      along: (step) => this.#move((navigator) => navigator.along(step)),
      edge: (where, step) => this.#move((navigator) => navigator.edge(where, step)),
      digit: (digit) => this.#move((navigator) => navigator.digit(digit)),
      step: (events) => this.#walk?.step(events),
      seek: (end) => this.#walk?.seek(end),
      follow: () => this.#walk?.follow(),
      leave_line: () => this.#walk?.leaveLine(),
      comment: () => this.#comment?.focus(),
      list: () => this.#lines?.focus(),
      delete: () => this.#delete(),
      promote: () => this.#edit({ do: "promote", at: this.#moment }),
      undo: () => this.#edit({ do: "undo" }),
      lead: () => this.#lead(),
      watch_leader: () => this.#toggleFollowing(),
      leave: () => app.go("lobby"),
    };
  }

  #text(name: string, values?: any) {
    return this.app.text(`study.${name}`, values);
  }

  async show(element: HTMLElement) {
    const { app, place } = this;
    const { signal } = this.#stop;
    this.element = element;
    const name = place.parts[0] ?? "";
    if (!name) return showBeginning(app, element);
    await app.messages.add("session", "together_refusals", "room");
    if (!isRoomName(name)) return this.#refuse(NO_ROOM);
    element.append(node("p", "loading", this.#text("joining")));
    const role = place.query.get("role") === "watcher" ? "watcher" : "player";
    const room = (this.#room = connection(app).join(name, { role, key: place.query.get("key") }));
    room.addEventListener("gone", (event) => this.#gone((event as CustomEvent).detail), { signal });
    void room.ready.then(() => this.#enter(room)).catch(() => {});
  }

  async #enter(room: RemoteRoom) {
    const { app } = this;
    const { signal } = this.#stop;
    if (signal.aborted) return;
    if (room.kind !== "study") return app.go(`room/${room.name}${room.key ? `?key=${encodeURIComponent(room.key)}` : ""}`);
    hideKey(room);
    try {
      const study = (this.#study = new RemoteStudy(room));
      this.#replay = await Replay.begin(await app.engine(), study.record);
      if (signal.aborted) return void this.#replay.close();
      const board = (this.#board = new Board(this.#build(this.element as HTMLElement), app));
      this.#showBoard();
      this.#roles = new GridRoles(board, app);
      const hands = attach(board as any, {
        settings: app.settings,
        isOpen: (index) => (this.#replay?.codes[index] ?? -1) >= 0,
        leftChords: () => leftChords(study.record.rules, app.settings.get("left_chord")),
        act: (kind, index) => this.#play(kind, index),
        isFlagMode: () => this.#isFlagMode,
        isAway: () => app.isTurning,
      });
      this.#presence.take(room);
      this.#parts.push(hands, this.#roles, new Presence(board, this.#presence as any), board);
      board.addEventListener("focus", () => this.#point(), { signal });
      study.addEventListener("reset", () => this.#reset(), { signal });
      study.addEventListener("done", (event) => this.#done((event as CustomEvent).detail), { signal });
      study.addEventListener("people", () => this.#peopleChanged(), { signal });
      room.addEventListener("access", () => hideKey(room), { signal });
      room.addEventListener("refused", (event) => app.say(this.#told((event as CustomEvent).detail)), { signal });
      this.#moment = this.#first();
      await this.#sync();
      this.#peopleChanged();
      document.title = `${this.title} · ${app.text("page.title")}`;
      (this.element as HTMLElement).dataset.ready = "";
    } catch (error) {
      if (!signal.aborted) await app.fail(error);
    }
  }

  /** The initial position: the leader's, or the end of the main line. */
  #first() {
    const study = this.#study as RemoteStudy;
    const asked = this.place.query.get("at");
    if (asked !== null) {
      try {
        findMoment(study.record, asked);
        this.#isFollowing = false;
        return asked;
      } catch {
        // That position no longer exists.
      }
    }
    return (study.leader && study.placeOf(study.leader)) || "0";
  }

  /** @returns container of the board */
  #build(element: HTMLElement): HTMLElement {
    const { app } = this;
    const study = this.#study as RemoteStudy;
    const lines = new LinesView(app, study, { here: () => this.#place, go: (to) => this.#goTo(to), keys: (event) => this.#walk?.press(event) });
    const comment = new CommentBox(app, study, (at, text) => this.#say(at, text));
    const people = new People(app, study, {
      goTo: (at) => this.#show(at),
      lead: () => this.#lead(),
      follow: () => this.#toggleFollowing(),
      isFollowing: () => this.#isFollowing,
      admit: (member, canEdit) => this.#edit({ do: "role", member, can_edit: canEdit }),
    });
    this.#walk = new Walk(() => study.record, { here: () => this.#place, go: (to) => this.#goTo(to), say: (name) => app.say(this.#text(name)) });
    const text = () => formatRecord(study.record);
    const watch = (screen: string) => app.go(screen, { record: text(), name: this.#shown?.heading.textContent ?? "" });
    const shown = studyParts(app, [lines.element, comment.element, people.element], {
      ...this.commands,
      entitle: () => this.#entitle(),
      turn_flag_mode: () => this.#turnFlagMode(),
      save: () => this.#save(),
      copy: () => copyText(app, text()),
      replay: () => watch("replay"),
      review: () => watch("review"),
      import: (file) => this.#import(file),
    });
    this.#shown = shown;
    [this.#lines, this.#comment, this.#people] = [lines, comment, people];
    element.replaceChildren(...shown.all);
    this.#parts.push(lines);
    return shown.host;
  }

  #shown: ReturnType<typeof studyParts> | null = null;
  #walk: Walk | null = null;
  #lines: LinesView | null = null;
  #comment: CommentBox | null = null;
  #people: People | null = null;

  get #place() {
    return findMoment((this.#study as RemoteStudy).record, this.#moment);
  }

  #showBoard() {
    const { board, mines } = (this.#study as RemoteStudy).record;
    const replay = this.#replay as Replay;
    this.#navigator = new Navigator(board);
    this.#board?.show({ shape: board, mines, codes: replay.codes });
    this.#board?.setCursor(board.index(this.#navigator.cell));
  }

  // Messages of the server.

  #done({ by, edit, at, shifts }: Done) {
    const room = this.#room as RemoteRoom;
    const { name, isSame } = shiftMoment(shifts, this.#moment);
    if (isSame) this.#comment?.rename(this.#moment, name);
    const isMine = by === room.you;
    this.#moment = name;
    if (isMine && at !== null && edit.do !== "comment" && edit.do !== "lead") this.#moment = at;
    else if (!isMine && !isSame) this.app.say(this.#text("gone_here", { name: this.#nameOf(by), edit: edit.do }));
    if (!isMine) this.app.announce(this.#text("done", { name: this.#nameOf(by), edit: edit.do }), "study");
    void this.#sync();
  }

  /** Handle a new copy of the whole study. */
  #reset() {
    const study = this.#study as RemoteStudy;
    try {
      findMoment(study.record, this.#moment);
    } catch {
      this.#moment = "0";
    }
    void this.#sync();
  }

  #peopleChanged() {
    const study = this.#study;
    if (!study || this.#stop.signal.aborted) return;
    const { leader, room } = study;
    const at = leader && leader !== room.you && this.#isFollowing ? study.placeOf(leader) : null;
    if (at !== null && at !== this.#moment) {
      this.#moment = at;
      void this.#sync();
    }
    this.#people?.show();
    this.#lines?.show();
    this.#presence.show(this.#moment, study);
    const { canEdit } = study;
    for (const each of this.#shown?.editors ?? []) each.hidden = !canEdit;
  }

  #nameOf(number: number) {
    return nameText(this.#room?.members.get(number)?.name ?? "");
  }

  // The shown position.

  /** Show the current position of the current record; of several requests, only the latest counts. */
  #sync() {
    const asked = ++this.#asked;
    this.#going = this.#going.then(async () => {
      const study = this.#study;
      if (asked !== this.#asked || !study || this.#stop.signal.aborted) return;
      try {
        await this.#turnTo(study);
      } catch (error) {
        if (!this.#stop.signal.aborted) await this.app.fail(error);
      }
    });
    return this.#going;
  }

  async #turnTo(study: RemoteStudy) {
    const { record } = study;
    const place = findMoment(record, this.#moment);
    let replay = this.#replay as Replay;
    if (!hasSameBoard(record, replay.record)) {
      void replay.close();
      replay = this.#replay = await Replay.begin(await this.app.engine(), record);
      this.#showBoard();
    }
    const before = eventsTo(record, place);
    await replay.change(record, place.line);
    await replay.seek(before);
    if (this.#stop.signal.aborted) return;
    const board = this.#board as Board;
    board.isHidden = replay.isPaused;
    board.outcome = replay.outcome;
    board.redraw();
    const cell = replay.events[before - 1]?.cell;
    board.latest = cell ? record.board.index(cell) : -1;
    this.#roles?.update();
    this.#showNow(before);
  }

  /** @param number - number of the move, counted from the beginning */
  #showNow(number: number) {
    const { app } = this;
    const study = this.#study as RemoteStudy;
    const { record } = study;
    const place = this.#place;
    const event = this.#replay?.events[number - 1];
    const title = record.tags.title ? shownText(record.tags.title) : this.#text("title_of", { board: boardTitle(app, record) });
    const { heading, now, follow, promote, remove } = this.#shown as ReturnType<typeof studyParts>;
    if (heading.textContent !== title) {
      heading.textContent = this.title = title;
      document.title = `${title} · ${app.text("page.title")}`;
    }
    const what = event ? moveText(app, event, number) : this.#text("beginning_of");
    const text = this.#text("now", { what, depth: this.#moment.split(".").length >> 1 });
    if (now.textContent !== text) {
      now.textContent = text;
      app.announce(text, "moment");
    }
    const sides = branchesAt(record, place);
    follow.hidden = !sides.length;
    promote.disabled = !place.line;
    remove.disabled = this.#moment === "0";
    this.#comment?.show(this.#moment, place);
    this.#lines?.show();
    this.#presence.show(this.#moment, study);
    this.#point();
  }

  /** Show a position; if this member leads, the others follow. */
  #show(at: string) {
    const study = this.#study;
    if (!study) return;
    if (study.leader && study.leader !== this.#room?.you && this.#isFollowing) this.#toggleFollowing();
    this.#moment = at;
    void this.#sync();
    if (study.leader !== this.#room?.you) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#study?.leader === this.#room?.you && this.#edit({ do: "lead", at: this.#moment }), RESTED);
  }

  #goTo(place: Place) {
    if (this.#study) this.#show(momentName(this.#study.record, place));
  }

  #move(act: (navigator: Navigator) => unknown) {
    const board = this.#board;
    const navigator = this.#navigator;
    if (!board || !navigator) return;
    navigator.cell = navigator.shape.cell(board.cursor);
    try {
      act(navigator);
    } catch (error) {
      return void this.app.fail(error);
    }
    board.setCursor(navigator.shape.index(navigator.cell));
  }

  /** Send this member's position to the others. */
  #point() {
    const board = this.#board;
    if (board && this.#room?.isPlayer) this.#room.point(board.focusCell, this.#moment.length <= 200 ? this.#moment : "");
  }

  // Actions.

  #act(kind: MoveKind, index: number) {
    return this.#play((this.#replay?.codes[index] ?? -1) >= 0 ? "chord" : kind, index);
  }

  #play(kind: MoveKind, index: number) {
    if (index < 0) return;
    if (!this.#study?.canEdit) return this.app.say(this.#text("only_reading"));
    return this.#edit({ do: "play", at: this.#moment, kind, cell: index });
  }

  #delete() {
    if (this.#moment === "0") return this.app.say(this.#text("nothing_to_delete"));
    return this.#edit({ do: "delete", at: this.#moment });
  }

  /** Request an edit, and show errors. */
  async #edit(wish: {do: string, [name: string]: any}) {
    const why = await this.#ask(wish);
    if (why) this.app.say(why);
  }

  /** @returns why it was refused; "" if it succeeded */
  async #ask(wish: {do: string, [name: string]: any}): Promise<string> {
    const study = this.#study;
    if (!study) return "";
    if (!study.canEdit) return this.#text("only_reading");
    const { refused } = await study.edit(wish);
    return refused && !this.#stop.signal.aborted ? this.#told(refused) : "";
  }

  #say(at: string, text: string) {
    return this.#ask({ do: "comment", at, text });
  }

  async #entitle() {
    const value = this.#study?.record.tags.title ?? "";
    const title = await this.app.prompt(this.#text("ask_title"), { value: shownText(value) });
    if (title !== null && title !== value) await this.#edit({ do: "tag", name: "title", value: title.slice(0, 500) });
  }

  #lead() {
    const isLeading = this.#study?.leader === this.#room?.you;
    return this.#edit({ do: "lead", at: isLeading ? null : this.#moment });
  }

  #toggleFollowing() {
    this.#isFollowing = !this.#isFollowing;
    this.app.say(this.#text(this.#isFollowing ? "follows" : "follows_not"));
    this.#peopleChanged();
  }

  #turnFlagMode() {
    this.#isFlagMode = !this.#isFlagMode;
    this.#shown?.flagMode.setAttribute("aria-pressed", String(this.#isFlagMode));
  }

  async #import(file: File) {
    const { app } = this;
    const record = await file.text();
    // A record too large for one message has to start a new study.
    if (new Blob([record]).size > MOST_SENT) {
      if (await app.confirm(this.#text("ask_new"))) await openAsStudy(app, { record });
    } else if (await app.confirm(this.#text("ask_replace"))) {
      await this.#edit({ do: "replace", record });
    }
  }

  #save() {
    const study = this.#study as RemoteStudy;
    const name = [...(study.record.tags.title ?? "")].filter((letter) => /[\p{L}\p{N}-]/u.test(letter)).join("").slice(0, 40);
    download(new Blob([formatRecord(study.record)], { type: "text/plain;charset=utf-8" }), `${name || "study"}.sweep`);
  }

  #told({ values, ...refused }: Refused) {
    const by = values?.by;
    return roomRefusedText(this.app, { ...refused, values: { ...values, name: typeof by === "number" ? this.#nameOf(by) : "" } });
  }

  #gone(refused: any) {
    if (this.#study) this.app.warn(this.#told(refused));
    else this.#refuse(refused);
  }

  /** Explain why the study can't be joined. */
  #refuse(refused: Refused) {
    if (this.#stop.signal.aborted) return;
    showNoWay(this.app, this.element as HTMLElement, this.#text("not_there"), this.#told(refused));
  }

  leave() {
    this.#stop.abort();
    clearTimeout(this.#resting);
    for (const part of this.#parts.splice(0)) part.close();
    this.#study?.close();
    void this.#replay?.close().catch(() => {});
    this.#room?.leave();
  }
}

/** Whether two records have the same board, so that one can be replaced by the other. */
function hasSameBoard(one: GameRecord, other: GameRecord) {
  const isAlike = one.mines === other.mines && one.seed === other.seed && one.layout === other.layout;
  return isAlike && one.board.format() === other.board.format() && JSON.stringify(one.rules) === JSON.stringify(other.rules);
}
