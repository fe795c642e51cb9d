// A study: a record with comments and variations that several people edit. The server decides the order of edits; the
// screen follows it.

import { signal } from "@preact/signals";
import { createRef } from "preact";
import { LabelledButton, type Attributes } from "../frame/buttons.tsx";
import { copyText } from "../frame/clipboard.tsx";
import { download, fileStem } from "../frame/download.ts";
import { mount, ViewScreen } from "./view_screen.tsx";
import { Navigator, cursorCommands } from "../input/cursor.ts";
import { leftChords } from "../input/pointer.ts";
import { boardTitle } from "../play/board_title.ts";
import { formatRecord } from "../play/record.ts";
import { branchesAt, commentAt, findMoment, hasMoment, momentName } from "../play/record_tree.ts";
import { Replay } from "../play/replay.ts";
import { shiftMoment } from "../play/study_edits.ts";
import { MOST_SENT, openAsStudy } from "../multiplayer/new_room.ts";
import { RemoteStudy, type Done } from "../multiplayer/remote_study.ts";
import { BoardView } from "./board_view.ts";
import { join, roomRefusedText } from "./room/joining.tsx";
import { nameOf } from "../multiplayer/names.ts";
import { Telling } from "./room/announcements.ts";
import { Presence } from "./room/presence.ts";
import { Beginning } from "./study/start_study.tsx";
import { Lines, moveText, shownText } from "./study/lines.tsx";
import { CommentBox, People } from "./study/side.tsx";
import { eventsTo, Walk } from "./study/line_navigation.ts";
import type { App, Place, Screen } from "../app.ts";
import type { MoveKind } from "../engine/terms.ts";
import type { Record as GameRecord } from "../play/record_writer.ts";
import type { RemoteRoom } from "../multiplayer/remote_room.ts";

/** Milliseconds that the leader's position must stay unchanged before it is saved. */
const RESTED = 1500;

export default class StudyScreen extends ViewScreen {
  keys = "study";
  commands: Screen["commands"];
  // Known once the study is joined.
  #study!: RemoteStudy;
  #replay!: Replay;
  #navigator!: Navigator;
  #presence!: Presence;
  #comment!: CommentBox;
  #board;
  #walk;
  #file = createRef<HTMLInputElement>();
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

  constructor(app: App, public place: Place) {
    super(app, "study");
    this.commands = { leave: () => app.go("lobby") };
    this.#walk = new Walk(() => this.#study.record, {
      here: () => this.#here,
      go: (to) => this.#show(momentName(this.#study.record, to)),
      say: (name) => app.say(this.text(name)),
    });
    this.#board = new BoardView(app, {
      input: {
        isOpen: (index) => this.#isOpen(index),
        leftChords: () => leftChords(this.#study.record.rules, app.settings.get("left_chord")),
        act: (kind, index) => this.#play(kind, index),
        isFlagMode: () => this.#isFlagMode.value,
      },
    });
  }

  get title() {
    const { record } = this.#study ?? {};
    if (!record) return this.text("title");
    const { title } = record.tags;
    return title ? shownText(title) : this.text("title_of", { board: boardTitle(this.app, record) });
  }

  show(element: HTMLElement) {
    const { app, place } = this;
    const { signal } = this.stop;
    if (!place.parts[0]) return mount(<Beginning app={app} />, element, signal);
    return join(app, place, element, { kind: "study", signal, enter: (room) => this.#enter(room, element) });
  }

  async #enter(room: RemoteRoom, element: HTMLElement) {
    const { app } = this;
    const { signal } = this.stop;
    const study = new RemoteStudy(room);
    signal.addEventListener("abort", () => study.close());
    const replay = await Replay.begin(await app.engine(), study.record);
    if (signal.aborted) return void replay.close();
    [this.#study, this.#replay] = [study, replay];
    this.#comment = new CommentBox(app, (at, text) => this.#ask({ do: "comment", at, text }));
    this.#moment.value = this.#first(study);
    Object.assign(this.commands, this.#commands(element));
    super.show(element);
    this.#showBoard();
    const shown = () => ({ kind: room.kind, you: room.you, flagged: new Map(), cursors: this.#cursorsHere(study) });
    this.#presence = new Presence(this.#board.board, shown, signal);
    this.#listen(study);
    new Telling(app, room, signal);
    await this.#sync();
    this.#peopleChanged();
    element.dataset.ready = "";
  }

  #listen(study: RemoteStudy) {
    const { signal } = this.stop;
    this.#board.board.addEventListener("focus", () => this.#point(), { signal });
    study.addEventListener("reset", () => this.#reset(), { signal });
    study.addEventListener("done", (event) => this.#done((event as CustomEvent).detail), { signal });
    study.addEventListener("people", () => this.#peopleChanged(), { signal });
    study.addEventListener("pointed", () => this.#presence.update(), { signal });
  }

  #commands(element: HTMLElement): StudyScreen["commands"] {
    const cursor = () => this.#board.board.cursor;
    return {
      open: () => this.#play(this.#isOpen(cursor()) ? "chord" : "open", cursor()),
      flag: () => this.#play("flag", cursor()),
      ...cursorCommands((act) => this.#move(act)),
      step: (events) => this.#walk.step(events),
      seek: (end) => this.#walk.seek(end),
      follow: () => this.#walk.follow(),
      leave_line: () => this.#walk.leaveLine(),
      comment: () => this.#comment.focus(),
      list: () => element.querySelector<HTMLElement>(".study-lines [aria-current]")?.focus(),
      delete: () => this.#delete(),
      promote: () => this.#edit({ do: "promote", at: this.#moment.value }),
      undo: () => this.#edit({ do: "undo" }),
      lead: () => this.#lead(),
      watch_leader: () => this.#toggleFollowing(),
    };
  }

  #cursorsHere({ places, room }: RemoteStudy) {
    const moment = this.#moment.value;
    return new Map([...places].filter(([number, { at }]) => at === moment && room.members.get(number)?.is_here));
  }

  /** The initial position: the one in the address, the leader's, or the beginning. */
  #first(study: RemoteStudy) {
    const asked = this.place.query.get("at");
    if (asked !== null && hasMoment(study.record, asked)) {
      this.#isFollowing.value = false;
      return asked;
    }
    return (study.leader && study.placeOf(study.leader)) || "0";
  }

  View = () => {
    const { app, commands } = this;
    const [study, walk, comment] = [this.#study, this.#walk, this.#comment];
    void this.#changes.value;
    const { record, canEdit } = study;
    const moment = this.#moment.value;
    const here = findMoment(record, moment);
    const isFlagMode = this.#isFlagMode.value;
    const text = () => formatRecord(record);
    const watch = (screen: string) => app.go(screen, { record: text(), name: this.title });
    const sign = (symbol: string, name: string, act: () => unknown, more?: Attributes) => (
      <LabelledButton text={symbol} label={this.text(name)} onClick={act} {...more} />
    );
    return (
      <>
        <div class="after-top row">
          <h1>{this.title}</h1>
          {canEdit && sign("✎", "rename", () => this.#entitle(), { class: "study-rename" })}
        </div>
        <div class="after-board" ref={this.#board.ref} />
        <div class="study-foot board-foot">
          <p class="study-now one-line">{this.#now}</p>
          <div class="transport steps row">
            {sign("|◀", "beginning", () => walk.seek(0))}
            {sign("−1", "back", () => walk.step(-1))}
            {sign("+1", "on", () => walk.step(1))}
            {sign("▶|", "end", () => walk.seek(1))}
            {branchesAt(record, here).length > 0 && this.button("follow", commands.follow)}
          </div>
          {canEdit && (
            <div class="study-editing steps row">
              {sign("⚑", "flag_mode", () => (this.#isFlagMode.value = !isFlagMode), { "aria-pressed": isFlagMode })}
              {this.button("undo", commands.undo)}
              {this.button("promote", commands.promote, { disabled: !here.line })}
              {this.button("delete", commands.delete, { class: "danger", disabled: moment === "0" })}
            </div>
          )}
        </div>
        <aside class="study-side side" aria-label={this.text("side")}>
          <Lines app={app} study={study} here={here} walk={walk} />
          <comment.View at={moment} said={shownText(commentAt(record, here))} canEdit={canEdit} />
          <People app={app} study={study} isFollowing={this.#isFollowing.value} does={this.#people} />
          <div class="study-more-ways row">
            {this.button("save", () => this.#save(record))}
            {this.button("copy", () => copyText(app, text()))}
            {canEdit && this.button("import", () => this.#file.current?.click())}
            {this.button("replay", () => watch("replay"))}
            {this.button("review", () => watch("review"))}
            <input type="file" hidden accept=".sweep,text/plain" ref={this.#file}
              onChange={(event) => this.#import(event.currentTarget)} />
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
    return findMoment(this.#study.record, this.#moment.value);
  }

  #showBoard() {
    const { board, mines } = this.#study.record;
    this.#navigator = new Navigator(board);
    this.#board.show({ shape: board, mines, codes: this.#replay.codes });
    this.#board.board.setCursor(board.index(this.#navigator.cell));
  }

  // Messages of the server.

  #done({ by, edit, at, shifts }: Done) {
    const { room } = this.#study;
    const { name, isSame } = shiftMoment(shifts, this.#moment.value);
    const values = { name: nameOf(room, by), edit: edit.do };
    const isMine = by === room.you;
    this.#comment.shift(shifts);
    this.#moment.value = isMine && at !== null && edit.do !== "comment" && edit.do !== "lead" ? at : name;
    if (!isMine && !isSame) this.app.say(this.text("gone_here", values));
    // A member whose role changed sees controls appear or disappear.
    if (edit.do === "role" && edit.member === room.you) this.app.say(this.text("done", values));
    else if (!isMine) this.app.announce(this.text("done", values), "study");
    void this.#sync();
  }

  /** Handle a new copy of the whole study. */
  #reset() {
    if (!hasMoment(this.#study.record, this.#moment.value)) this.#moment.value = "0";
    void this.#sync();
  }

  #peopleChanged() {
    const { leader, room } = this.#study;
    const at = leader && leader !== room.you && this.#isFollowing.value ? this.#study.placeOf(leader) : null;
    if (at !== null && at !== this.#moment.value) {
      this.#moment.value = at;
      void this.#sync();
    }
    ++this.#changes.value;
    this.#presence.update();
  }

  // The shown position.

  /** Show the current position of the current record; of several requests, only the latest counts. */
  #sync() {
    ++this.#changes.value;
    const asked = ++this.#asked;
    this.#going = this.#going.then(async () => {
      if (asked !== this.#asked || this.stop.signal.aborted) return;
      try {
        await this.#turn();
      } catch (error) {
        if (!this.stop.signal.aborted) await this.app.fail(error);
      }
    });
    return this.#going;
  }

  async #turn() {
    const { app } = this;
    const { record } = this.#study;
    const here = this.#here;
    if (boardKey(record) !== boardKey(this.#replay.record)) {
      void this.#replay.close();
      this.#replay = await Replay.begin(await app.engine(), record);
      this.#showBoard();
    }
    const replay = this.#replay;
    const number = eventsTo(record, here);
    await replay.change(record, here.line);
    await replay.seek(number);
    if (this.stop.signal.aborted) return;
    const event = replay.events[number - 1];
    this.#board.showReplay(replay, event?.cell ? record.board.index(event.cell) : -1);
    const what = event ? moveText(app, event, number) : this.text("beginning_of");
    const text = this.text("now", { what, depth: this.#moment.value.split(".").length >> 1 });
    if (this.#now.value !== text) app.announce(text, "moment");
    this.#now.value = text;
    document.title = `${this.title} · ${app.text("page.title")}`;
    this.#presence.update();
    this.#point();
  }

  /** Show a position; if this member leads, the others follow. */
  #show(at: string) {
    const isLeading = () => this.#study.leader === this.#study.room.you;
    if (this.#study.leader && !isLeading() && this.#isFollowing.value) this.#toggleFollowing();
    this.#moment.value = at;
    void this.#sync();
    if (!isLeading()) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => isLeading() && this.#edit({ do: "lead", at: this.#moment.value }), RESTED);
  }

  #move(act: (navigator: Navigator) => unknown) {
    const navigator = this.#navigator;
    const { board } = this.#board;
    navigator.cell = navigator.shape.cell(board.cursor);
    try {
      act(navigator);
    } catch (error) {
      return void this.app.fail(error);
    }
    board.setCursor(navigator.shape.index(navigator.cell));
  }

  #point() {
    const { room } = this.#study;
    const moment = this.#moment.value;
    if (room.isPlayer) room.point(this.#board.board.focusCell, moment.length <= 200 ? moment : "");
  }

  // Actions.

  #isOpen(index: number) {
    return this.#replay.codes[index] >= 0;
  }

  #play(kind: MoveKind, index: number) {
    return this.#edit({ do: "play", at: this.#moment.value, kind, cell: index });
  }

  #delete() {
    if (this.#moment.value === "0") return this.app.say(this.text("nothing_to_delete"));
    return this.#edit({ do: "delete", at: this.#moment.value });
  }

  /** Request an edit, and show errors. */
  async #edit(request: {do: string, [name: string]: any}) {
    const why = await this.#ask(request);
    if (why) this.app.say(why);
  }

  /** @returns why it was refused; "" if it succeeded */
  async #ask(request: {do: string, [name: string]: any}): Promise<string> {
    const study = this.#study;
    if (!study.canEdit) return this.text("only_reading");
    const { refused } = await study.edit(request);
    return refused && !this.stop.signal.aborted ? roomRefusedText(this.app, refused, study.room) : "";
  }

  async #entitle() {
    const value = this.#study.record.tags.title ?? "";
    const title = await this.app.prompt(this.text("ask_title"), { value: shownText(value) });
    if (title !== null && title !== value) await this.#edit({ do: "tag", name: "title", value: title.slice(0, 500) });
  }

  #lead() {
    const isLeading = this.#study.leader === this.#study.room.you;
    return this.#edit({ do: "lead", at: isLeading ? null : this.#moment.value });
  }

  #toggleFollowing() {
    const isFollowing = (this.#isFollowing.value = !this.#isFollowing.value);
    this.app.say(this.text(isFollowing ? "follows" : "follows_not"));
    this.#peopleChanged();
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
      if (await app.confirm(this.text("ask_new"))) await openAsStudy(app, { record });
    } else if (await app.confirm(this.text("ask_replace"))) {
      await this.#edit({ do: "replace", record });
    }
  }

  #save(record: GameRecord) {
    const name = fileStem(record.tags.title ?? "") || "study";
    download(new Blob([formatRecord(record)], { type: "text/plain;charset=utf-8" }), `${name}.sweep`);
  }

  leave() {
    super.leave();
    clearTimeout(this.#resting);
    void this.#replay?.close().catch(() => {});
  }
}

/** Equal for records that can replace each other in a replay. */
const boardKey = ({ board, mines, rules, seed, layout }: GameRecord) =>
  JSON.stringify([board.format(), mines, rules, String(seed), layout]);
