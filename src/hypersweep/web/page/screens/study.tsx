// A study: a record with comments and variations that several people edit. The server decides the order of edits; the
// screen follows it.

import { signal } from "@preact/signals";
import { createRef, type ButtonHTMLAttributes } from "preact";
import { Board } from "../board/board.ts";
import { GridRoles } from "../board/grid_roles.ts";
import { LabelledButton } from "../frame/buttons.tsx";
import { copyText } from "../frame/clipboard.tsx";
import { download } from "../frame/elements.ts";
import { mount } from "../frame/mount.ts";
import { attach } from "../input/attach.ts";
import { Navigator } from "../input/cursor.ts";
import { leftChords } from "../input/pointer.ts";
import { boardTitle } from "../play/board_title.ts";
import { formatRecord } from "../play/record.ts";
import { branchesAt, commentAt, findMoment, hasMoment, momentName, type Place } from "../play/record_tree.ts";
import { Replay } from "../play/replay.ts";
import { shiftMoment } from "../play/study_edits.ts";
import { MOST_SENT, openAsStudy } from "../together/new_study.ts";
import { RemoteStudy, type Done } from "../together/remote_study.ts";
import { join, roomRefusedText } from "./room/joining.tsx";
import { nameOf } from "./room/members.tsx";
import { Presence } from "./room/presence.ts";
import { Beginning } from "./study/beginning.tsx";
import { Lines, moveText, shownText } from "./study/lines.tsx";
import { CommentBox, People } from "./study/side.tsx";
import { eventsTo, Walk } from "./study/walk.ts";
import type { App, Place as AppPlace, Screen } from "../app.ts";
import type { Record as GameRecord } from "../play/record_writer.ts";
import type { RemoteRoom } from "../together/remote_room.ts";

type MoveKind = "open" | "flag" | "chord";

/** Milliseconds that the leader's position must stay unchanged before it is saved. */
const RESTED = 1500;

export default class StudyScreen implements Screen {
  keys = "study";
  commands: Record<string, (...values: any[]) => unknown>;
  #element: HTMLElement | null = null;
  #stop = new AbortController();
  #room: RemoteRoom | null = null;
  #study: RemoteStudy | null = null;
  #replay: Replay | null = null;
  #board: Board | null = null;
  #roles: GridRoles | null = null;
  #navigator: Navigator | null = null;
  #presence: Presence | null = null;
  #walk: Walk | null = null;
  #comment: CommentBox | null = null;
  #host = createRef<HTMLDivElement>();
  #file = createRef<HTMLInputElement>();
  #parts: {close(): void}[] = [];
  /** The name of the shown position. */
  #moment = signal("0");
  /** Counts the changes of the study and its people. */
  #changes = signal(0);
  /** Names the move that the board shows. */
  #now = signal("");
  #isFlagMode = signal(false);
  #isFollowing = signal(true);
  #going: Promise<void> = Promise.resolve();
  #asked = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(public app: App, public place: AppPlace) {
    this.commands = {
      open: () => this.#play(this.#isOpen(this.#cursor) ? "chord" : "open", this.#cursor),
      flag: () => this.#play("flag", this.#cursor),
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
      list: () => this.#element?.querySelector<HTMLElement>(".study-lines [aria-current]")?.focus(),
      delete: () => this.#delete(),
      promote: () => this.#edit({ do: "promote", at: this.#moment.value }),
      undo: () => this.#edit({ do: "undo" }),
      lead: () => this.#lead(),
      watch_leader: () => this.#toggleFollowing(),
      leave: () => app.go("lobby"),
    };
  }

  #text(name: string, values?: any) {
    return this.app.text(`study.${name}`, values);
  }

  get title() {
    const { record } = this.#study ?? {};
    if (!record) return this.#text("title");
    return record.tags.title ? shownText(record.tags.title) : this.#text("title_of", { board: boardTitle(this.app, record) });
  }

  show(element: HTMLElement) {
    const { app, place } = this;
    const { signal } = this.#stop;
    this.#element = element;
    if (!place.parts[0]) return mount(<Beginning app={app} />, element, signal);
    return join(app, place, element, { kind: "study", signal, enter: (room) => this.#enter(room, element) });
  }

  async #enter(room: RemoteRoom, element: HTMLElement) {
    const { app } = this;
    const { signal } = this.#stop;
    this.#room = room;
    const study = (this.#study = new RemoteStudy(room));
    this.#replay = await Replay.begin(await app.engine(), study.record);
    if (signal.aborted) return void this.#replay.close();
    this.#walk = new Walk(() => study.record, { here: () => this.#here, go: (to) => this.#goTo(to), say: (name) => app.say(this.#text(name)) });
    this.#comment = new CommentBox(app, study, (at, text) => this.#ask({ do: "comment", at, text }));
    this.#moment.value = this.#first(study);
    mount(<this.View study={study} comment={this.#comment} />, element, signal);
    const board = (this.#board = new Board(this.#host.current as HTMLElement, app));
    this.#showBoard();
    this.#roles = new GridRoles(board, app);
    const hands = attach(board as any, {
      settings: app.settings,
      isOpen: (index) => this.#isOpen(index),
      leftChords: () => leftChords(study.record.rules, app.settings.get("left_chord")),
      act: (kind, index) => this.#play(kind, index),
      isFlagMode: () => this.#isFlagMode.value,
      isAway: () => app.isTurning,
    });
    this.#parts.push(hands, this.#roles, board);
    this.#presence = new Presence(board, () => ({ you: room.you, cursors: this.#cursorsHere(study) }), signal);
    board.addEventListener("focus", () => this.#point(), { signal });
    study.addEventListener("reset", () => this.#reset(study), { signal });
    study.addEventListener("done", (event) => this.#done((event as CustomEvent).detail), { signal });
    study.addEventListener("people", () => this.#peopleChanged(study), { signal });
    study.addEventListener("pointed", () => this.#presence?.update(), { signal });
    await this.#sync();
    this.#peopleChanged(study);
    element.dataset.ready = "";
  }

  /** The other members at the shown position. */
  #cursorsHere({ places, room }: RemoteStudy) {
    return new Map([...places].filter(([number, { at }]) => at === this.#moment.value && room.members.get(number)?.is_here));
  }

  /** The initial position: the leader's, or the end of the main line. */
  #first(study: RemoteStudy) {
    const asked = this.place.query.get("at");
    if (asked !== null && hasMoment(study.record, asked)) {
      this.#isFollowing.value = false;
      return asked;
    }
    return (study.leader && study.placeOf(study.leader)) || "0";
  }

  View = ({ study, comment }: { study: RemoteStudy; comment: CommentBox }) => {
    const { app } = this;
    void this.#changes.value;
    const { record, canEdit } = study;
    const moment = this.#moment.value;
    const here = findMoment(record, moment);
    const text = () => formatRecord(record);
    const watch = (screen: string) => app.go(screen, { record: text(), name: this.title });
    const button = (name: string, act: () => unknown, more?: ButtonHTMLAttributes<HTMLButtonElement>) => (
      <button type="button" onClick={act} {...more}>{this.#text(name)}</button>
    );
    return (
      <>
        <div class="after-top">
          <h1>{this.title}</h1>
          {canEdit && <LabelledButton class="study-rename" text="✎" label={this.#text("rename")} onClick={() => this.#entitle()} />}
        </div>
        <div class="study-board" ref={this.#host} />
        <div class="study-foot">
          <p class="study-now">{this.#now}</p>
          <div class="transport">
            <LabelledButton text="|◀" label={this.#text("beginning")} onClick={() => this.#walk?.seek(0)} />
            <LabelledButton text="−1" label={this.#text("back")} onClick={() => this.#walk?.step(-1)} />
            <LabelledButton text="+1" label={this.#text("on")} onClick={() => this.#walk?.step(1)} />
            <LabelledButton text="▶|" label={this.#text("end")} onClick={() => this.#walk?.seek(1)} />
            {branchesAt(record, here).length > 0 && button("follow", this.commands.follow)}
          </div>
          {canEdit && (
            <div class="study-editing">
              <LabelledButton text="⚑" label={this.#text("flag_mode")} aria-pressed={this.#isFlagMode.value} onClick={() => (this.#isFlagMode.value = !this.#isFlagMode.value)} />
              {button("undo", this.commands.undo)}
              {button("promote", this.commands.promote, { disabled: !here.line })}
              {button("delete", this.commands.delete, { class: "danger", disabled: moment === "0" })}
            </div>
          )}
        </div>
        <aside class="study-side" aria-label={this.#text("side")}>
          <Lines app={app} study={study} here={here} go={(to) => this.#goTo(to)} onKeyDown={(event) => this.#walk?.press(event)} />
          <comment.View at={moment} said={shownText(commentAt(record, here))} />
          <People app={app} study={study} isFollowing={this.#isFollowing.value} does={this.#people} />
          <div class="study-more-ways">
            {button("save", () => this.#save(record))}
            {button("copy", () => copyText(app, text()))}
            {canEdit && button("import", () => this.#file.current?.click())}
            {button("replay", () => watch("replay"))}
            {button("review", () => watch("review"))}
            <input type="file" hidden accept=".sweep,text/plain" ref={this.#file} onChange={(event) => this.#import(event.currentTarget)} />
          </div>
        </aside>
      </>
    );
  };

  #people = {
    goTo: (at: string) => this.#show(at),
    lead: () => this.#lead(),
    follow: () => this.#toggleFollowing(),
    admit: (member: number, canEdit: boolean) => this.#edit({ do: "role", member, can_edit: canEdit }),
  };

  get #here() {
    return findMoment((this.#study as RemoteStudy).record, this.#moment.value);
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
    const { name, isSame } = shiftMoment(shifts, this.#moment.value);
    this.#comment?.shift(shifts);
    const isMine = by === room.you;
    this.#moment.value = isMine && at !== null && edit.do !== "comment" && edit.do !== "lead" ? at : name;
    if (!isMine && !isSame) this.app.say(this.#text("gone_here", { name: nameOf(room, by), edit: edit.do }));
    if (!isMine) this.app.announce(this.#text("done", { name: nameOf(room, by), edit: edit.do }), "study");
    void this.#sync();
  }

  /** Handle a new copy of the whole study. */
  #reset(study: RemoteStudy) {
    if (!hasMoment(study.record, this.#moment.value)) this.#moment.value = "0";
    void this.#sync();
  }

  #peopleChanged(study: RemoteStudy) {
    const { leader, room } = study;
    const at = leader && leader !== room.you && this.#isFollowing.value ? study.placeOf(leader) : null;
    if (at !== null && at !== this.#moment.value) {
      this.#moment.value = at;
      void this.#sync();
    }
    ++this.#changes.value;
    this.#presence?.update();
  }

  // The shown position.

  /** Show the current position of the current record; of several requests, only the latest counts. */
  #sync() {
    ++this.#changes.value;
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
    const place = this.#here;
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
    const event = this.#replay?.events[number - 1];
    const what = event ? moveText(app, event, number) : this.#text("beginning_of");
    const text = this.#text("now", { what, depth: this.#moment.value.split(".").length >> 1 });
    if (this.#now.value !== text) app.announce(text, "moment");
    this.#now.value = text;
    document.title = `${this.title} · ${app.text("page.title")}`;
    this.#presence?.update();
    this.#point();
  }

  /** Show a position; if this member leads, the others follow. */
  #show(at: string) {
    const study = this.#study;
    if (!study) return;
    if (study.leader && study.leader !== this.#room?.you && this.#isFollowing.value) this.#toggleFollowing();
    this.#moment.value = at;
    void this.#sync();
    if (study.leader !== this.#room?.you) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#study?.leader === this.#room?.you && this.#edit({ do: "lead", at: this.#moment.value }), RESTED);
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
    const [board, moment] = [this.#board, this.#moment.value];
    if (board && this.#room?.isPlayer) this.#room.point(board.focusCell, moment.length <= 200 ? moment : "");
  }

  // Actions.

  get #cursor() {
    return this.#board?.cursor ?? 0;
  }

  #isOpen(index: number) {
    return (this.#replay?.codes[index] ?? -1) >= 0;
  }

  #play(kind: MoveKind, index: number) {
    return this.#edit({ do: "play", at: this.#moment.value, kind, cell: index });
  }

  #delete() {
    if (this.#moment.value === "0") return this.app.say(this.#text("nothing_to_delete"));
    return this.#edit({ do: "delete", at: this.#moment.value });
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
    return refused && !this.#stop.signal.aborted ? roomRefusedText(this.app, refused, this.#room) : "";
  }

  async #entitle() {
    const value = this.#study?.record.tags.title ?? "";
    const title = await this.app.prompt(this.#text("ask_title"), { value: shownText(value) });
    if (title !== null && title !== value) await this.#edit({ do: "tag", name: "title", value: title.slice(0, 500) });
  }

  #lead() {
    const isLeading = this.#study?.leader === this.#room?.you;
    return this.#edit({ do: "lead", at: isLeading ? null : this.#moment.value });
  }

  #toggleFollowing() {
    const isFollowing = (this.#isFollowing.value = !this.#isFollowing.value);
    this.app.say(this.#text(isFollowing ? "follows" : "follows_not"));
    if (this.#study) this.#peopleChanged(this.#study);
  }

  async #import(field: HTMLInputElement) {
    const { app } = this;
    const [file] = field.files ?? [];
    if (!file) return;
    const record = await file.text();
    // Reset the field, so that the same file can be chosen again.
    field.value = "";
    // A record too large for one message has to start a new study.
    if (new Blob([record]).size > MOST_SENT) {
      if (await app.confirm(this.#text("ask_new"))) await openAsStudy(app, { record });
    } else if (await app.confirm(this.#text("ask_replace"))) {
      await this.#edit({ do: "replace", record });
    }
  }

  #save(record: GameRecord) {
    const name = [...(record.tags.title ?? "")].filter((letter) => /[\p{L}\p{N}-]/u.test(letter)).join("").slice(0, 40);
    download(new Blob([formatRecord(record)], { type: "text/plain;charset=utf-8" }), `${name || "study"}.sweep`);
  }

  leave() {
    this.#stop.abort();
    clearTimeout(this.#resting);
    for (const part of this.#parts.splice(0)) part.close();
    this.#study?.close();
    void this.#replay?.close().catch(() => {});
  }
}

/** Whether two records have the same board, so that one can be replaced by the other. */
function hasSameBoard(one: GameRecord, other: GameRecord) {
  const isAlike = one.mines === other.mines && one.seed === other.seed && one.layout === other.layout;
  return isAlike && one.board.format() === other.board.format() && JSON.stringify(one.rules) === JSON.stringify(other.rules);
}
