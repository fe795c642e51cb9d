// The lines of a study as clickable text: moves, comments, and variations, each indented more than its parent.

import { useLayoutEffect, useRef } from "preact/hooks";
import { cellText } from "../../play/phrases.ts";
import { branchesAt, momentName, type Place } from "../../play/record_tree.ts";
import { Badge } from "../room/members.tsx";
import type { App } from "../../app.ts";
import type { Event as RecordEvent, Record } from "../../play/record_writer.ts";
import type { RemoteStudy } from "../../multiplayer/remote_study.ts";
import type { Walk } from "./line_navigation.ts";

type Item = Place & { type: "move" | "comment" | "begin"; depth: number; number: number };
/** Items shown together: a comment, or the moves of a line up to the next comment or variation. */
type Block = { line: number; depth: number; items: Item[] };
type Shown = { app: App; study: RemoteStudy; here: Place; go: (place: Place) => unknown };

/** Maximum number of moves in the document; those around the shown position are always included. */
const MOST = 600;

/** A text by another person, with invisible characters and direction marks as escapes; line breaks are preserved. */
export function shownText(text: string) {
  const escape = (letter: string) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  return text.replace(/(?![\n\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, escape);
}

/** The name of an event in the list of moves. */
export function moveText(app: App, { kind, cell, ended }: RecordEvent, number: number) {
  return app.text("study.move", { number, kind, place: cell && cellText(cell), ended });
}

const isSame = (one: Place, other: Place) => one.line === other.line && one.position === other.position;

const lineOf = (record: Record, line: number) => (line ? record.variations[line - 1] : record);

/** All items in reading order: alternatives to a move come after it. */
function itemsOf(record: Record): Item[] {
  const leaving: Map<string, number[]> = new Map();
  record.variations.forEach(({ parent, position }, place) => {
    const key = `${parent} ${position}`;
    leaving.set(key, [...(leaving.get(key) ?? []), place + 1]);
  });
  const items: Item[] = [];
  /** Lines still to be listed, each from a position. */
  const stack: Omit<Item, "type">[] = [{ line: 0, position: 0, depth: 0, number: 0 }];
  const add = (type: Item["type"], item: Omit<Item, "type">) => {
    items.push({ type, ...item });
    if (lineOf(record, item.line).comments.has(item.position)) items.push({ ...item, type: "comment" });
  };
  for (let own = stack.pop(); own; own = stack.pop()) {
    const { line, depth } = own;
    const { length } = lineOf(record, line).events;
    let { position, number } = own;
    if (!position) add("begin", own);
    let others: number[] | undefined;
    while (position < length && !others) {
      others = leaving.get(`${line} ${position}`);
      add("move", { line, position: ++position, depth, number: ++number });
    }
    if (others) stack.push({ line, position, depth, number: number-- });
    others ??= leaving.get(`${line} ${length}`) ?? [];
    for (const other of [...others].reverse()) stack.push({ line: other, position: 0, depth: depth + 1, number });
  }
  return items;
}

export function Lines({ app, study, here, walk }: Omit<Shown, "go"> & { walk: Walk }) {
  const element = useRef<HTMLDivElement>(null);
  const { record, room } = study;
  const { go } = walk.acts;
  const items = itemsOf(record);
  const at = items.findIndex((item) => item.type !== "comment" && isSame(item, here));
  const first = Math.max(0, Math.min(at - MOST / 2, items.length - MOST));
  const after = Math.min(first + MOST, items.length);
  const blocks: Block[] = [];
  for (const item of items.slice(first, after)) {
    const block = blocks.at(-1);
    const isMore = block?.line === item.line && block.items[0].type !== "comment";
    if (block && isMore && item.type === "move") block.items.push(item);
    else blocks.push({ line: item.line, depth: Math.min(item.depth, 6), items: [item] });
  }
  const others: Map<string, number[]> = new Map();
  for (const { number, is_here: isHere } of room.members.values()) {
    const place = isHere && number !== room.you ? study.placeOf(number) : null;
    if (place !== null) others.set(place, [...(others.get(place) ?? []), number]);
  }
  const hadFocus = element.current?.contains(document.activeElement);
  const current = () => element.current?.querySelector<HTMLElement>("[aria-current]");
  // The focus follows the shown position.
  useLayoutEffect(() => void (hadFocus && current()?.focus({ preventScroll: true })));
  useLayoutEffect(() => current()?.scrollIntoView({ block: "nearest" }), [here.line, here.position, items.length]);
  const more = (count: number, to: number) => count > 0 && (
    <p class="study-more">
      <button type="button" onClick={() => go(items[to])}>{app.text("study.more", { count })}</button>
    </p>
  );
  const move = (item: Item) => {
    const members = others.size ? others.get(momentName(record, item)) : [];
    return <Move app={app} study={study} here={here} go={go} item={item} members={members ?? []} />;
  };
  return (
    <div class="study-lines" role="group" aria-label={app.text("study.lines")} ref={element}
      onKeyDown={(event) => walk.press(event)}>
      {more(first, first - 1)}
      {blocks.map(({ line, depth, items }) =>
        items[0].type === "comment" ? (
          <p class="study-said" dir="auto" data-depth={depth} style={{ "--depth": depth }}>
            {shownText(lineOf(record, line).comments.get(items[0].position) ?? "")}
          </p>
        ) : (
          <div class="study-block" data-depth={depth} style={{ "--depth": depth }}>{items.map(move)}</div>
        ),
      )}
      {more(items.length - after, after)}
    </div>
  );
}

function Move({ app, study, here, go, item, members }: Shown & { item: Item; members: readonly number[] }) {
  const { type, line, position, number } = item;
  const { record, room } = study;
  const isHere = isSame(item, here);
  const text = type === "move"
    ? moveText(app, lineOf(record, line).events[position - 1], number)
    : app.text("study.line_begins", { number: line && rankOf(record, line) });
  const nameOf = (member: number) => shownText(room.members.get(member)?.name ?? "");
  return (
    <button type="button" class={type === "move" ? "study-move" : "study-begin"} tabIndex={isHere ? 0 : -1}
      aria-current={isHere || undefined} onClick={() => go({ line, position })}>
      {text}
      {members.map((member) => <Badge key={member} number={member} title={nameOf(member)} />)}
    </button>
  );
}

/** The rank of a variation among those that branch off at the same position. */
function rankOf(record: Record, line: number) {
  const { parent, position } = record.variations[line - 1];
  return branchesAt(record, { line: parent, position }).indexOf(line) + 1;
}
