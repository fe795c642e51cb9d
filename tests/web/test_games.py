"""Saved games in a real browser: across reloads, tabs, crashes, and failing storage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep import Record
from page_waits import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# A page of the app without its screens.
BEGIN = """
async (options) => {
  const { Engine } = await import("/source/engine/client.js");
  const { Messages } = await import("/source/messages.js");
  const { Storage } = await import("/source/storage.js");
  const { Session } = await import("/source/play/session.js");
  const games = await import("/source/play/games.js");
  const { parseRecord } = await import("/source/play/record.js");
  if (options?.noLocks) Object.defineProperty(navigator, "locks", { value: undefined });
  const engine = Engine.start();
  const messages = new Messages("en");
  const said = [];
  const storage = await Storage.open();
  const say = (text) => said.push(text);
  const app = { engine: () => engine, storage, messages, said, say, warn: say };
  app.text = messages.text.bind(messages);
  const keep = () => games.keepEnded(app, "other", parseRecord(session.record()));
  Object.assign(window, { app, Session, games, keep, Storage });
}
"""
GAME = {"board": "9x9x3", "mines": 20, "seed": 0, "isKnown": False}
PLAY = """
async (request) => {
  window.session = await Session.begin(app, request);
  await session.open(100);
  for (let cell = 0; cell < 30; ++cell) await session.flag(cell);
  return { key: session.key, text: session.record(), codes: [...session.codes] };
}
"""
RESUME = """
async (key) => {
  window.session = await Session.resume(app, key);
  return { text: session.record(), codes: [...session.codes], isPaused: session.isPaused, said: app.said };
}
"""
REFUSED = "(act) => eval(act).then(() => null, (error) => error.kind ?? error.name)"


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    own = chromium.new_context(locale="en-GB")
    yield own
    own.close()


def tab(context: BrowserContext, site: str, **options: Any) -> Page:
    """Return a new tab with the app in it."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/blank")
    page.evaluate(BEGIN, options)
    return page


def events(text: str) -> list[Any]:
    """Return the events of a record, pauses apart."""
    return [event for event in Record.parse(text, is_cut_fine=True).events if event.kind not in ("pause", "resume")]


@pytest.mark.parametrize("no_locks", [False, True])
def test_a_game_goes_on_after_a_reload(context: BrowserContext, site: str, no_locks: bool) -> None:
    page = tab(context, site, noLocks=no_locks)
    played = page.evaluate(PLAY, GAME)
    # Without waiting: the last event is still being saved when the page closes.
    page.evaluate("() => session.flag(50).then(() => null)")
    page.reload()
    page.evaluate(BEGIN, {"noLocks": no_locks})
    told = page.evaluate(RESUME, played["key"])
    assert len(events(told["text"])) == len(events(played["text"])) + 1
    assert told["isPaused"] is True
    assert told["codes"][50] == -2
    assert told["said"] == []
    Record.parse(told["text"], is_cut_fine=True).verify()


@pytest.mark.nightly
@pytest.mark.parametrize("no_locks", [False, True])
def test_one_tab_at_a_time_plays_a_game(context: BrowserContext, site: str, no_locks: bool) -> None:
    first = tab(context, site, noLocks=no_locks)
    key = first.evaluate(PLAY, GAME)["key"]
    second = tab(context, site, noLocks=no_locks)
    assert second.evaluate("() => games.running(app).then((rows) => rows.map(({ isBusy }) => isBusy))") == [True]
    assert second.evaluate(REFUSED, f"Session.resume(app, '{key}')") == "BusyError"
    assert second.evaluate(REFUSED, f"games.removeRunning(app, '{key}')") == "BusyError"
    first.evaluate("() => session.close()")
    assert second.evaluate("() => games.running(app).then((rows) => rows.map(({ isBusy }) => isBusy))") == [False]
    text = second.evaluate(RESUME, key)["text"]
    assert len(events(text)) == 31
    # And the first has to wait now.
    assert first.evaluate(REFUSED, f"Session.resume(app, '{key}')") == "BusyError"
    second.close()
    if not no_locks:
        assert first.evaluate(REFUSED, f"Session.resume(app, '{key}')") is None


@pytest.mark.nightly
def test_without_locks_a_silent_tab_loses_its_game(context: BrowserContext, site: str) -> None:
    later = "() => { const now = Date.now; Date.now = () => now() + 11_000; }"
    first = tab(context, site, noLocks=True)
    # It sleeps, so its stamp isn't renewed.
    first.evaluate("() => { window.setInterval = () => 0; }")
    played = first.evaluate(PLAY, GAME)
    second = tab(context, site, noLocks=True)
    second.evaluate(later)
    second.evaluate(RESUME, played["key"])
    # The first tab wakes up: it writes nothing any more, and says so.
    first.evaluate(later)
    first.evaluate("async () => { await session.flag(60); await session.save(); }")
    assert first.evaluate("() => app.said") == ["This game continues in another tab: nothing more of it is saved here."]
    second.evaluate("async () => { await session.goOn(); await session.flag(70); await session.close(); }")
    third = second.evaluate(RESUME, played["key"])
    assert (third["codes"][60], third["codes"][70]) != (-2, -1)
    assert len(events(third["text"])) == 32


@pytest.mark.nightly
def test_a_tab_that_is_killed_loses_nothing(context: BrowserContext, site: str) -> None:
    page = tab(context, site)
    kept: list[int] = []
    page.on("console", lambda told: kept.append(int(told.text)))
    key = page.evaluate("async (request) => (window.session = await Session.begin(app, request)).key", GAME)
    page.evaluate(
        """
        async () => {
          await session.open(100);
          const write = app.storage.write.bind(app.storage);
          app.storage.write = async (...values) => {
            const count = session.events.length;
            const answer = await write(...values);
            console.log(count);
            return answer;
          };
          const go = async () => {
            for (let cell = 0; ; cell = (cell + 1) % 200) await session.flag(cell);
          };
          void go();
        }
        """
    )
    with page.expect_event("console", lambda told: int(told.text) > 100):
        pass
    with pytest.raises(Exception, match="crash"), page.expect_event("crash"):
        page.goto("chrome://crash", timeout=10_000)
    other = tab(context, site)
    told = other.evaluate(RESUME, key)
    record = Record.parse(told["text"], is_cut_fine=True)
    record.verify()
    assert told["said"] == []
    assert len(events(told["text"])) >= max(kept) > 100
    assert other.evaluate("() => games.running(app)")[0]["key"] == key


def test_what_cannot_be_kept_is_told(context: BrowserContext, site: str) -> None:
    page = tab(context, site)
    page.evaluate(PLAY, GAME)
    page.evaluate(
        """
        () => {
          window.put = IDBObjectStore.prototype.put;
          IDBObjectStore.prototype.put = () => {
            throw new DOMException("no room", "QuotaExceededError");
          };
        }
        """
    )
    told = page.evaluate(
        """
        async () => {
          for (let time = 0; time < 40; ++time) await session.flag(40 + (time % 2));
          const failure = await session.save();
          return { failure: failure?.name, said: app.said, count: session.events.length };
        }
        """
    )
    assert told["failure"] == "QuotaExceededError"
    expected = "The game can't be saved: the browser has no space left. You can play it as long as this page is open."
    assert told["said"] == [expected]
    assert told["count"] == 71
    assert page.evaluate(REFUSED, "keep()") == "QuotaExceededError"
    # An aborted transaction also saves nothing.
    page.evaluate(
        """
        () => {
          IDBObjectStore.prototype.put = function (...values) {
            const request = put.apply(this, values);
            this.transaction.abort();
            return request;
          };
        }
        """
    )
    assert page.evaluate(REFUSED, "keep()") in ("AbortError", "InvalidStateError")
    assert page.evaluate("async () => [(await games.list(app)).length, (await session.save()) !== null]") == [0, True]
    page.evaluate("() => { IDBObjectStore.prototype.put = put; }")
    assert page.evaluate("async () => [await session.save(), app.said.at(-1)]") == [None, "The game is saved again."]
    page.evaluate("() => session.close()")
    assert len(events(page.evaluate(RESUME, page.evaluate("() => session.key"))["text"])) == 71


@pytest.mark.nightly
def test_a_database_that_is_deleted_is_written_anew(context: BrowserContext, site: str) -> None:
    page = tab(context, site)
    played = page.evaluate(PLAY, GAME)
    other = context.new_page()
    other.goto(f"{site}/blank")
    deleted = other.evaluate(
        """
        () => new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase("hypersweep");
          request.onsuccess = () => resolve(true);
          request.onerror = reject;
        })
        """
    )
    assert deleted is True
    # The next move finds it missing, and saves the whole game in a new one.
    page.evaluate("async () => { await session.flag(70); await session.save(); await session.flag(71); }")
    page.evaluate("() => session.close()")
    told = page.evaluate(RESUME, played["key"])
    assert len(events(told["text"])) == 33
    assert told["said"] == []


@pytest.mark.nightly
def test_an_older_database_is_kept(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    page.goto(f"{site}/blank")
    page.evaluate(
        """
        () => new Promise((resolve, reject) => {
          const request = indexedDB.open("hypersweep", 1);
          request.onupgradeneeded = () => {
            for (const store of ["settings", "running"]) request.result.createObjectStore(store);
            request.result.createObjectStore("games", { autoIncrement: true });
          };
          request.onsuccess = () => {
            const database = request.result;
            // As the earlier page does.
            database.onversionchange = () => database.close();
            const transaction = database.transaction("settings", "readwrite");
            transaction.objectStore("settings").put({ theme: "dark" }, "settings");
            transaction.oncomplete = resolve;
          };
          request.onerror = reject;
        })
        """
    )
    newer = tab(context, site)
    assert newer.evaluate("() => app.storage.get('settings', 'settings')") == {"theme": "dark"}
    assert newer.evaluate("() => app.storage.isLasting") is True
    key = newer.evaluate(PLAY, GAME)["key"]
    newer.evaluate("() => session.close()")
    assert newer.evaluate("() => games.running(app).then((rows) => rows.map(({ key }) => key))") == [key]


@pytest.mark.nightly
def test_a_browser_that_keeps_nothing_plays_all_the_same(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    refuse = "get() { throw new DOMException('no', 'SecurityError'); }"
    page.add_init_script(f"Object.defineProperty(globalThis, 'indexedDB', {{ {refuse} }})")
    page.goto(f"{site}/blank")
    page.evaluate(BEGIN, {})
    played = page.evaluate(PLAY, GAME)
    assert page.evaluate("() => app.storage.isLasting") is False
    page.evaluate("() => session.close()")
    told = page.evaluate(RESUME, played["key"])
    assert len(events(told["text"])) == 31
    assert told["said"] == ["This browser saves nothing: games are lost when the page is closed."]


@pytest.mark.nightly
def test_a_hidden_page_pauses(context: BrowserContext, site: str) -> None:
    page = tab(context, site)
    page.evaluate(PLAY, GAME)
    page.evaluate(
        """
        () => {
          Object.defineProperty(document, "hidden", { value: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }
        """
    )
    assert page.evaluate("() => [session.isPaused, session.isClockRunning]") == [True, False]
    # Nothing of a closed session listens any more.
    assert page.evaluate(
        """
        async () => {
          await session.goOn();
          await session.close();
          const count = session.events.length;
          document.dispatchEvent(new Event("visibilitychange"));
          return session.events.length === count;
        }
        """
    )


@pytest.mark.nightly
def test_a_long_game_is_appended_to(context: BrowserContext, site: str) -> None:
    page = tab(context, site)
    told = page.evaluate(
        """
        async () => {
          window.session = await Session.begin(app, { board: "9x9x3", mines: 20 });
          await session.open(100);
          const write = app.storage.write.bind(app.storage);
          let written = 0;
          app.storage.write = (steps, options) => {
            for (const { store, value } of steps) if (store === "events" && value) written += value.length;
            return write(steps, options);
          };
          for (let time = 0; time < 3000; ++time) await session.flag(time % 40);
          await session.save();
          const pieces = await app.storage.all("events", session.key);
          app.storage.write = write;
          await session.close();
          return { written, pieces: pieces.length, key: session.key, text: session.record() };
        }
        """
    )
    # Every event was written once.
    assert told["written"] < len(told["text"])
    assert told["pieces"] > 100
    again = page.evaluate(RESUME, told["key"])
    assert events(again["text"]) == events(told["text"])
    # And then it is one piece again.
    assert page.evaluate("async () => (await app.storage.all('events', session.key)).length") == 1


@pytest.mark.nightly
def test_finished_games_and_best_times(context: BrowserContext, site: str) -> None:
    page = tab(context, site)
    told = page.evaluate(
        """
        async () => {
          for (let game = 0; game < 4; ++game) {
            window.session = await Session.begin(app, { board: "5x6", mines: 8, seed: BigInt(game), isKnown: false });
            await session.open(game);
            if (game === 1) session.noteHint(1);
            const all = await session.game.codes(0, 30, { reveal: true });
            for (let cell = 0; cell < 30 && session.outcome === "ongoing"; ++cell) {
              if (all[cell] >= 0 && session.codes[cell] < 0) await session.open(cell);
              else if (game === 2 && all[cell] < 0) await session.open(cell);
            }
            await session.kept;
            await session.close();
          }
          const rows = await games.list(app);
          return { rows, texts: await Promise.all(rows.map(({ key }) => games.load(app, key))) };
        }
        """
    )
    rows = told["rows"]
    assert [row["outcome"] for row in rows] == ["won", "lost", "won", "won"]
    assert [row["isRanked"] for row in rows] == [True, True, False, True]
    for row, text in zip(rows, told["texts"], strict=True):
        record = Record.parse(text)
        record.verify()
        assert record.milliseconds == row["milliseconds"]


@pytest.mark.nightly
def test_rows_that_nobody_can_read_are_not_listed(context: BrowserContext, site: str) -> None:
    page = tab(context, site)
    told = page.evaluate(
        """
        async () => {
          const plain = { key: "kept", board: "9x9", mines: 10, rules: "classic", milliseconds: 1000, outcome: "won",
            isRanked: true, deaths: 0, hints: 0, undos: 0, start: "", player: "", threeBV: 9, clicks: 12 };
          const more = { outcome: "ongoing", opened: 3, cursor: null, saved: 1.7e12, stamp: null, head: "" };
          const goesOn = { ...plain, ...more };
          await app.storage.write([{ store: "games", key: "kept", value: plain }]);
          await app.storage.write([{ store: "running", key: "kept", value: goesOn }]);
          const names = ["board", "mines", "rules", "milliseconds", "opened", "saved", "start", "outcome", "threeBV"];
          const values = [undefined, NaN, Infinity, 1n, {}, "__proto__"];
          const thrown = [];
          for (const name of names) {
            for (const value of values) {
              await app.storage.write([{ store: "games", key: "odd", value: { ...plain, key: "odd", [name]: value } }]);
              await app.storage.write([{ store: "running", key: "odd", value: { ...goesOn, [name]: value } }]);
              try {
                const over = await games.list(app);
                const isOdd = ({ rules, start }) => rules !== "classic" || typeof start !== "string";
                if (over.some(isOdd)) throw new Error("an odd row is listed");
                const format = new Intl.DateTimeFormat("en");
                for (const { saved } of await games.running(app)) format.format(saved);
                if (!over.some(({ key }) => key === "kept")) throw new Error("the other row is gone");
              } catch (error) {
                thrown.push(`${name} ${String(value)}: ${error.message}`);
              }
            }
          }
          return thrown;
        }
        """
    )
    assert told == []


@pytest.mark.nightly
@pytest.mark.parametrize("by_resume", [True, False])
def test_a_tab_killed_at_the_end_keeps_the_game(context: BrowserContext, site: str, by_resume: bool) -> None:
    page = tab(context, site)
    played = page.evaluate(PLAY, GAME)
    # The end is noted, but the page goes before the game is put among the others.
    page.evaluate(
        """
        async () => {
          session.game.value = () => new Promise(() => {});
          const all = await session.game.codes(0, 243, { reveal: true });
          for (let cell = 0; cell < 30; ++cell) if (session.codes[cell] === -2) await session.flag(cell);
          for (let cell = 0; session.outcome === "ongoing"; ++cell) {
            if (all[cell] >= 0 && session.codes[cell] < 0) await session.open(cell);
          }
        }
        """
    )
    page.reload()
    page.evaluate(BEGIN, {})
    if by_resume:
        assert page.evaluate(REFUSED, f"Session.resume(app, '{played['key']}')") == "ParameterError"
    else:
        assert page.evaluate("() => games.running(app)") == []
    (row,) = page.evaluate("() => games.list(app)")
    assert (row["key"], row["outcome"]) == (played["key"], "won")
    assert row["threeBV"] > 0
    assert page.evaluate("() => games.running(app)") == []
