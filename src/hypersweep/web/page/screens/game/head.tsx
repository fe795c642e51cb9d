// Above a board: its name, counters and buttons. Less frequent buttons are behind "more".

import { useComputed, useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { shownMinesLeft } from "../../board/cell_appearance.ts";
import { boardText, boardTitle } from "../../play/board_title.ts";
import type GameScreen from "../game.tsx";

/** Paths on a 24 x 24 grid. */
const ICONS: Record<string, string> = {
  // The smiley that traditionally starts a new game.
  new: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9.500v.500M15 9.500v.500M8 14a4.500 4.500 0 0 0 8 0",
  // With sunglasses after a win, with crosses for eyes after a loss.
  won: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM4 9h16M6 9v1a2.500 2.500 0 0 0 5 0V9M13 9v1a2.500 2.500 0 0 0 5 0V9M7.500 15a5 5 0 0 0 9 0",
  lost: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM7.500 8.500l2.500 2.500M10 8.500 7.500 11M14 8.500l2.500 2.500M16.500 8.500 14 11M8 17a4.500 4.500 0 0 1 8 0",
  same: "M5 12a7 7 0 1 0 2.500-5.400M7 2.500V7h4.500",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 9h-3",
  redo: "m15 6 5 5-5 5M20 11H10a6 6 0 0 0 0 9h3",
  hint: "M9 17h6M10 20.500h4M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11z",
  flag_mode: "M7 21V4l10 4-10 4",
  draft: "M8 21V4l9 4-9 4M5 21h6",
  keep_draft: "M5 13l4 4 10-11",
  drop_draft: "M6 6l12 12M18 6 6 18",
  pause: "M9 5v14M15 5v14",
  zoom_out: "M5 12h14",
  zoom_in: "M12 5v14M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  delta: "M12 5 4 19h16z",
  panels: "M4 5h16v14H4zM14 5v14",
  this_board: "M12 11v6M12 7v.500M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  review: "M4 20V4M4 20h16M7 15l4-5 3 3 5-7",
  replay: "M8 5v14l11-7z",
  more: "M5 12h.500M12 12h.500M19 12h.500",
};

/** The buttons behind "more"; the one that some games lack comes last, so that it leaves no hole. */
const REST = ["zoom_out", "fit", "zoom_in", "redo", "delta", "this_board", "panels"];
/** The choice in that menu that closes it, because it opens a dialog. */
const CLOSING = "this_board";

/** Widths of "1000 %" and "12 + 3" in `ch`. */
const PERCENT_WIDTH = 6.5;
const GUESSES_WIDTH = 6;

type Look = { icon?: string; isPressed?: boolean; isShown?: boolean; isDisabled?: boolean; /** the text that says why */ why?: string };

export function Heading({ game }: { game: GameScreen }) {
  const { app, session: { shape: board, mines, rules } } = game;
  const { text, messages: { numbers } } = app;
  // Each text is a computed signal of its own, so a move re-renders only the texts it changes.
  const minesLeft = useComputed(() => numbers.format(shownMinesLeft(game.seen)));
  // Without the total, for which there is no space; the card at the end of the game shows it.
  const worth = useComputed(() => numbers.format(game.figures.value?.done ?? NaN).replace("NaN", "–"));
  const efficiency = useComputed(() => {
    const share = game.figures.value?.efficiency ?? null;
    return share === null ? "–" : `${Math.round(100 * share)} %`;
  });
  const guesses = useComputed(() => text("game.guessed_count", game.guesses.value ?? { needed: 0, needless: 0 }));
  const stateOf = (name: string, isRanked: boolean) => {
    const isOver = name !== "" && name !== "game.paused";
    const more = [!isOver && game.wants("delta") && "game.less_flags", !isRanked && "game.not_ranked"];
    return [name, ...more].map((each) => each && text(each)).filter(Boolean).join(" · ");
  };
  const state = useComputed(() => {
    // Some of a server's games are never ranked.
    const { outcome, stateText, isPaused, isRanked, mayRank = true } = game.seen;
    const name = outcome !== "ongoing" ? (stateText ?? `game.${outcome}`) : isPaused ? "game.paused" : "";
    return stateOf(name, isRanked || !mayRank);
  });
  const outcome = useComputed(() => game.seen.outcome);
  // Space is reserved for every state, so that no change moves the board.
  const [longest, next] = ["game.won", "game.lost", "game.paused"]
    .map((name) => stateOf(name, game.session.mayRank === false))
    .sort((one, two) => two.length - one.length);
  // Wide enough for the largest value, because a counter that grows may wrap the words next to it and move the board.
  const counter = (name: string, value: ReadonlySignal<string>, digits = 0) => (
    <span class={`counter ${name}`} title={text(`game.${name}_title`)}>
      <span class="name">{text(`game.${name}_name`)}</span>
      <span class="value" style={{ minWidth: `${digits}ch` }}>{value}</span>
    </span>
  );
  const classes = ["game-top", game.isDelta && "is-delta", game.wants("tenths") && "has-tenths"];
  return (
    <div class={classes.filter(Boolean).join(" ")} data-outcome={outcome}>
      <div class="game-counters">
        {counter("mines", minesLeft, numbers.format(mines).length)}
        {counter("time", game.time)}
        {counter("worth", worth, numbers.format(board.cells - mines).length)}
        {counter("efficiency", efficiency, PERCENT_WIDTH)}
        {game.wants("guess_count") && counter("guessed", guesses, GUESSES_WIDTH)}
      </div>
      <div class="game-words">
        <span class="game-name" title={boardText(app, { board, mines })}>{boardTitle(app, { board, mines, rules })}</span>{" "}
        <span class="game-state-room" data-longest={longest} data-next={next}>
          <span class="game-state outcome">{state}</span>
        </span>
      </div>
    </div>
  );
}

/** The state of the buttons, where it isn't the usual one. */
function looksOf(game: GameScreen): Record<string, Look> {
  const { seen: session, view } = game;
  const isOver = session.outcome !== "ongoing";
  const isHere = !session.isRemote;
  const zoom = view.zoom.value;
  const mayShow = view.panels.value.length > 0 && !view.isIdle.value;
  const hasPanels = mayShow && !game.ending.value?.hidesPanels;
  return {
    new: { icon: isOver ? session.outcome : "new", isShown: !session.refuses?.("new") },
    hint: { isShown: isHere && !isOver, isDisabled: session.isPaused },
    review: { isShown: isOver },
    flag_mode: { isShown: !isOver, isPressed: game.isFlagMode.value },
    draft: { isShown: !isOver && game.wants("draft_flags") && !game.isDrafting },
    keep_draft: { isShown: !isOver && game.isDrafting },
    drop_draft: { isShown: !isOver && game.isDrafting },
    pause: { isShown: isHere && !isOver, isPressed: session.isPaused, isDisabled: !session.isStarted },
    replay: { isShown: isOver },
    undo: { isShown: isHere, isDisabled: !session.canUndo },
    redo: { isShown: isHere, isDisabled: !session.canRedo },
    same: { isShown: isHere, isDisabled: !session.standing.isDecided },
    zoom_out: { isDisabled: zoom <= 0.5 },
    zoom_in: { isDisabled: zoom >= 4 },
    delta: { isPressed: game.isDelta, isDisabled: isOver, why: isOver ? "delta_over" : undefined },
    panels: {
      isShown: view.mayHavePanels,
      isPressed: hasPanels,
      isDisabled: game.wants("panels") && !hasPanels,
      why: game.wants("panels") && !mayShow ? "panels_useless" : undefined,
    },
  };
}

export function Toolbar({ game }: { game: GameScreen }) {
  const { text } = game.app;
  const isOpen = useSignal(false);
  const bar = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  // The menu covers the board: Escape, a press elsewhere and Tab to elsewhere close it. A mouse may use it while the
  // focus is on the board.
  useEffect(() => {
    const leaving = new AbortController();
    const isInMenu = (target: EventTarget | null) => {
      return [bar.current?.querySelector(".game-more"), more.current].some((each) => isIn(each, target));
    };
    let isSpent = false;
    const close = (event: Event) => {
      const key = event instanceof KeyboardEvent && event.key;
      isSpent = false;
      if (!isOpen.value || (key ? key !== (event.type === "keyup" ? "Tab" : "Escape") : isInMenu(event.target))) return;
      if (key === "Tab" && isIn(bar.current, document.activeElement)) return;
      if (key) event.preventDefault();
      if (isIn(bar.current?.querySelector(".game-more"), document.activeElement)) more.current?.focus();
      isOpen.value = false;
      // A press on the board beside the menu only closes it, and its click isn't one of a screen reader.
      isSpent = !key && event.target instanceof Element && event.target.closest(".game-board") !== null;
      if (isSpent) event.stopPropagation();
    };
    const drop = (event: Event) => {
      if (isSpent) event.stopPropagation();
      isSpent = false;
    };
    document.addEventListener("click", drop, { capture: true, signal: leaving.signal });
    for (const name of ["keydown", "keyup", "pointerdown"]) {
      document.addEventListener(name, close, { capture: true, signal: leaving.signal });
    }
    return () => leaving.abort();
  }, []);
  const face = (name: string, drawn = name, why = name) => {
    const [label, title] = [text(`game.${name}_short`), text(`game.${why}`)];
    // Speech control needs the button's visible text in its name.
    const names = { class: `tool ${name}`, title, "aria-label": label === title ? title : `${label}: ${title}` };
    const icon = <svg viewBox="0 0 24 24" aria-hidden="true"><path d={ICONS[drawn]} /></svg>;
    return { names, icon, label: <span>{label}</span> };
  };
  // As text, so that an equal state renders nothing.
  const state = useComputed(() => JSON.stringify(looksOf(game)));
  const looks = JSON.parse(state.value) as ReturnType<typeof looksOf>;
  const button = (name: string) => {
    const { icon: drawn, isPressed, isShown = true, isDisabled, why } = looks[name] ?? {};
    // A move changes few buttons, so the others aren't rendered again.
    return useMemo(() => {
      const { names, icon, label } = face(name, drawn, why);
      const press = () => {
        if (name === CLOSING) isOpen.value = false;
        game.commands[name === "keep_draft" ? "draft" : name]();
      };
      return (
        <button type="button" {...names} aria-pressed={isPressed} hidden={!isShown} disabled={isDisabled} onClick={press}>
          {icon}{label}
        </button>
      );
    }, [drawn, isPressed, isShown, isDisabled, why]);
  };
  const { names, icon, label } = face("more");
  // Only one of these buttons is shown at a time, and their space stays reserved.
  const place = (names: string[], isWanted = true) => <span class="tool-place" hidden={!isWanted}>{names.map(button)}</span>;
  // Only players who want drafts need space for them; a draft waits for a decision, so its buttons stay in sight.
  const hasDrafts = game.wants("draft_flags") || game.isDrafting;
  return (
    <div class={`game-tools${isOpen.value ? " is-open" : ""}`} role="toolbar" aria-label={text("game.tools")} ref={bar}
      onKeyDown={walk}>
      {button("new")}
      {button("same")}
      {place(["hint", "review"])}
      {place(["flag_mode"])}
      {place(["draft", "keep_draft"], hasDrafts)}
      {place(["drop_draft"], hasDrafts)}
      {place(["pause", "replay"])}
      {button("undo")}
      <button type="button" {...names} aria-controls="game-more" aria-expanded={isOpen.value} ref={more}
        onClick={() => (isOpen.value = !isOpen.value)}>
        {icon}{label}
      </button>
      <div class="game-more panel" id="game-more">{REST.map(button)}</div>
    </div>
  );
}

const isIn = (element: Element | null | undefined, target: EventTarget | null) =>
  target instanceof Node && !!element?.contains(target);

function walk(event: KeyboardEvent) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const bar = event.currentTarget as HTMLElement;
  const shown = [...bar.querySelectorAll("button")].filter((each) => each.offsetParent && !each.hidden && !each.disabled);
  const place = shown.indexOf(document.activeElement as HTMLButtonElement);
  if (!step || place < 0) return;
  event.preventDefault();
  event.stopPropagation();
  shown[(place + step + shown.length) % shown.length].focus();
}
