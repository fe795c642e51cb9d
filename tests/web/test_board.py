"""The board on its canvas: where cells are, drawing, and cleaning up."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Any

import pytest

from page_server import silent_tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# A board on an empty page, with codes from a small generator of its own.
_SETUP = """
async ({ site, board, width = 800, height = 600, options = {} }) => {
  const load = (path) => import(`${site}/source/${path}`);
  const [{ Board }, { Shape }] = await Promise.all([load("board/board.js"), load("engine/shape.js")]);
  window.load = load;
  if (!document.querySelector("link[href$='board.css']")) {
    for (const name of ["data/themes", "styles/board"]) {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = `${site}/source/${name}.css`;
      document.head.append(link);
      await new Promise((done) => (link.onload = done));
    }
  }
  window.board?.close();
  const values = { theme: "dark" };
  window.settings = Object.assign(new EventTarget(), { values, get: (name) => values[name] });
  const host = (window.host = document.createElement("div"));
  host.style.width = `${width}px`;
  host.style.height = `${height}px`;
  document.body.replaceChildren(host);
  const shape = (window.shape = Shape.parse(board));
  let state = 7;
  window.random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const codes = (window.codes = new Int16Array(shape.cells));
  for (let index = 0; index < codes.length; index++) codes[index] = random(12) - 3;
  window.board = new Board(host, { settings, text: (name) => name });
  Object.assign(window.board, options);
  window.board.show({ shape, mines: Math.max(1, shape.cells >> 3), codes });
  window.board.paint();
  window.pixels = () => {
    window.board.paint();
    const canvas = window.board.element.querySelector("canvas");
    return window.pixelsOf(canvas);
  };
  window.differing = (one, other) => {
    let count = one.length === other.length ? 0 : -1;
    for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) count++;
    return count;
  };
  window.frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""


def _show(page: Page, site: str, board: str, **values: Any) -> None:
    if not page.url.startswith(site):
        page.goto(f"{site}/blank")
    page.evaluate(_SETUP, {"site": site, "board": board, **values})


# Zooms and scrolls, and checks that each visible cell is found at its box.
_INVERSE = """
async () => {
  const wrong = [];
  let seen = 0;
  const view = board.element.getBoundingClientRect();
  for (const zoom of [1, 0.5, 0.77, 2.3, 4]) {
    board.setZoom(zoom, { x: view.left + random(600), y: view.top + random(400) });
    for (let turn = 0; turn < 3; turn++) {
      if (turn) board.element.scrollTo(random(board.element.scrollWidth), random(board.element.scrollHeight));
      if (turn) await frame();
      for (let each = 0; each < 60; each++) {
        const near = board.cellAt(view.left + random(800), view.top + random(600));
        const index = near < 0 ? random(shape.cells) : near;
        const box = board.boxOf(index);
        if (!box) continue;
        for (const [across, down] of [[0.5, 0.5], [0.02, 0.02], [0.98, 0.98], [0.02, 0.98]]) {
          const [x, y] = [box.left + across * box.width, box.top + down * box.height];
          const isSeen = x > view.left && y > view.top && x < view.left + board.element.clientWidth - 1
            && y < view.top + board.element.clientHeight - 1;
          if (!isSeen) continue;
          seen++;
          if (board.cellAt(x, y) !== index) wrong.push([zoom, turn, index, board.cellAt(x, y), box]);
        }
      }
    }
  }
  return { wrong: wrong.slice(0, 3), seen };
}
"""


@pytest.mark.nightly
@pytest.mark.parametrize("ratio", [1, 1.5, 2])
def test_each_cell_is_found_where_its_box_is(chromium: Browser, site: str, ratio: float) -> None:
    with silent_tab(chromium, 900, 700, device_scale_factor=ratio) as page:
        for board in ("40", "9x9", "200x300", "5x5x9", "6x6x6x6", "4x4x4x4x4", "4x3x4x3x5x4~wrap=all", "3x2x3x2x3x2x2"):
            _show(page, site, board)
            answer = page.evaluate(_INVERSE)
            assert answer["wrong"] == [], board
            assert answer["seen"] > 100, board


# Makes the changes of a game, one by one and together, and compares with a redrawn board.
_CHANGES = """
async () => {
  for (let turn = 0; turn < 12; turn++) {
    for (let act = 0; act <= random(3); act++) {
      const kind = random(7);
      const cells = Uint32Array.from({ length: 1 + random(20) }, () => random(shape.cells));
      if (kind < 2) {
        for (const cell of cells) codes[cell] = random(12) - 3;
        board.redraw(cells);
      } else if (kind === 2) board.setCursor(random(shape.cells), { reveal: random(2) === 1 });
      else if (kind === 3) board.setHover(random(shape.cells + 20) - 20 < 0 ? -1 : random(shape.cells));
      else if (kind === 4) board.setMarks(new Map([...cells].map((cell) => [cell, 4 << random(2)])));
      else if (kind === 5) board.element.scrollBy(random(160) - 80, random(160) - 80);
      else board.latest = cells[0];
    }
    if (random(2)) board.paint();
    await frame();
    const drawn = pixels();
    board.redraw();
    const anew = pixels();
    const count = differing(drawn, anew);
    if (count) return [turn, count];
  }
  return null;
}
"""


@pytest.mark.parametrize("board", ["30x40", "4x4x4x4", "5x4x3x4x5", "90"])
@pytest.mark.parametrize("delta", [False, True])
def test_what_is_redrawn_looks_as_if_all_were(page: Page, site: str, board: str, delta: bool) -> None:
    _show(page, site, board, width=420, height=330, options={"delta": delta, "dimFinished": True})
    assert page.evaluate(_CHANGES) is None


def test_zoom_keeps_within_its_limits_and_the_point_over_its_cell(page: Page, site: str) -> None:
    _show(page, site, "300x300")
    answer = page.evaluate("""() => {
      const view = board.element.getBoundingClientRect();
      const point = { x: view.left + 311, y: view.top + 207 };
      board.setCursor(shape.index([150, 150]));
      const before = board.cellAt(point.x, point.y);
      const found = [3.1, 0.6, 9, 0.1, NaN, 1].map((zoom) => {
        board.setZoom(zoom, point);
        return [board.zoom, board.cellAt(point.x, point.y) === before];
      });
      return found;
    }""")
    assert answer == [[3.1, True], [0.6, True], [4, True], [0.5, True], [0.5, True], [1, True]]


def test_a_viewport_without_room_is_survived(page: Page, site: str) -> None:
    _show(page, site, "16x30")
    answer = page.evaluate("""async () => {
      const before = pixels();
      host.style.width = host.style.height = "0px";
      await frame();
      board.redraw();
      board.setCursor(3);
      board.setCursor(shape.index([8, 15]));
      board.fit();
      board.setZoom(2);
      board.setZoom(1);
      host.style.width = "800px";
      host.style.height = "600px";
      await frame();
      return differing(before, pixels());
    }""")
    assert answer == 0


@pytest.mark.parametrize("board", ["10000x1000", "1000000x10", "10000000"])
def test_boards_of_ten_million_cells_are_seen_from_end_to_end(page: Page, site: str, board: str) -> None:
    _show(page, site, board)
    answer = page.evaluate("""async () => {
      const ends = [0, shape.cells - 1, shape.cells >> 1].map((index) => {
        board.setCursor(index);
        const box = board.boxOf(index);
        return board.cellAt(box.left + box.width / 2, box.top + box.height / 2) - index;
      });
      await frame();
      board.setZoom(4);
      board.setCursor(shape.cells - 1);
      const { left, top, width, height } = board.boxOf(shape.cells - 1);
      ends.push(board.cellAt(left + width / 2, top + height / 2) - shape.cells + 1);
      // A turn of the wheel moves by its pixels, however long the board is.
      const before = board.boxOf(shape.cells - 1).top;
      board.element.scrollBy(0, -120);
      await frame();
      ends.push(Math.round(board.boxOf(shape.cells - 1).top - before));
      return ends;
    }""")
    assert answer == [0, 0, 0, 0, 120]


def test_an_open_cell_under_the_pointer_looks_open_in_every_theme(page: Page, site: str) -> None:
    _show(page, site, "5x5")
    shades = page.evaluate("""() => {
      const [opened, covered] = [12, 0];
      codes.fill(-1);
      codes[opened] = 0;
      board.setCursor(24);
      const shade = (index) => {
        const box = board.boxOf(index);
        const canvas = board.element.querySelector("canvas");
        const { left, top } = canvas.getBoundingClientRect();
        const [x, y] = [box.left - left + box.width / 4, box.top - top + box.height / 2].map(Math.round);
        const at = 4 * (y * canvas.width + x);
        return [...pixels().slice(at, at + 3)];
      };
      return ["light", "dark", "classic", "contrast"].map((theme) => {
        settings.values.theme = theme;
        settings.dispatchEvent(new CustomEvent("change", { detail: "theme" }));
        board.setHover(-1);
        board.redraw();
        const plain = [shade(opened), shade(covered)];
        board.setHover(opened);
        return [theme, shade(opened), ...plain];
      });
    }""")
    for theme, hovered, opened, covered in shades:
        assert opened != hovered
        assert dist(hovered, opened) < dist(hovered, covered), theme


def test_the_number_of_a_hint_covers_nothing_of_a_cell_s_sign(page: Page, site: str) -> None:
    _show(page, site, "5x5")
    found = page.evaluate("""async () => {
      const names = ["sprites", "themes", "cell_appearance"];
      const modules = await Promise.all(names.map((name) => load(`board/${name}.js`)));
      const [{ Sprites }, { dressed }, { CLUE, withNumber }] = modules;
      // A cell on the sheet, without its number, and as it is drawn.
      const pictures = (look, size, number) => {
        const sprites = new Sprites(dressed("light"), size, 26);
        const canvas = new OffscreenCanvas(size, size).getContext("2d");
        sprites.draw(canvas, look, withNumber(CLUE, number), 0, 0);
        return [sprites.context, canvas].map((each) => each.getImageData(0, 0, size, size).data);
      };
      // The pixels that differ visibly.
      const changed = (one, other) => {
        const places = Array.from({ length: one.length / 4 }, (_, at) => 4 * at);
        const differs = (at) => [0, 1, 2].some((part) => Math.abs(one[at + part] - other[at + part]) > 40);
        return new Set(places.filter(differs));
      };
      return [14, 20, 33, 60, 120].flatMap((size) => [1, 4, 8, 26].map((look) => {
        const blank = pictures(0, size, 8);
        const number = changed(...blank);
        const sign = changed(pictures(look, size, 8)[0], blank[0]);
        const rows = [...sign].map((at) => Math.floor(at / 4 / size));
        const height = Math.max(...rows) - Math.min(...rows) + 1;
        return { size, look, height, covered: [...sign].filter((at) => number.has(at)).length };
      }));
    }""")
    for each in found:
        assert each["covered"] == 0, each
        assert each["height"] >= each["size"] / 4, each


@pytest.mark.nightly
def test_a_theme_can_be_changed_and_the_board_be_hidden(page: Page, site: str) -> None:
    _show(page, site, "9x9")
    answer = page.evaluate("""() => {
      const shown = [];
      for (const theme of ["light", "dark", "classic", "contrast"]) {
        settings.values.theme = theme;
        settings.dispatchEvent(new CustomEvent("change", { detail: "theme" }));
        shown.push([board.theme.name, [...pixels().slice(0, 3)].join()]);
      }
      const open = pixels();
      board.isHidden = true;
      const hidden = pixels();
      for (let index = 0; index < codes.length; index++) codes[index] = -1;
      board.redraw();
      const others = pixels();
      return { shown, isCovered: differing(open, hidden) > 0, tells: differing(hidden, others) };
    }""")
    assert [name for name, _ in answer["shown"]] == ["light", "dark", "classic", "contrast"]
    assert len({colour for _, colour in answer["shown"]}) == 4
    assert answer["isCovered"]
    assert answer["tells"] == 0


@pytest.mark.nightly
def test_nothing_is_left_of_a_closed_board(page: Page, site: str) -> None:
    _show(page, site, "16x30")
    answer = page.evaluate("""async () => {
      const canvas = board.element.querySelector("canvas");
      const sheet = board.sprites.sheet;
      const own = board;
      let told = 0;
      for (const name of ["view", "drawn", "focus"]) own.addEventListener(name, () => told++);
      own.close();
      settings.dispatchEvent(new CustomEvent("change", { detail: "theme" }));
      host.style.width = "300px";
      await frame();
      own.close();
      window.board = null;
      return [canvas.width, sheet.width, host.childElementCount, told, own.codes.length];
    }""")
    assert answer == [0, 0, 0, 0, 0]


@pytest.mark.nightly
def test_the_map_leads_from_slice_to_slice_and_the_lens_follows(page: Page, site: str) -> None:
    _show(page, site, "5x5x5x5x5x4", width=500, height=400)
    answer = page.evaluate("""async () => {
      const [{ Lens }, { Minimap }] = await Promise.all([load("board/lens.js"), load("board/minimap.js")]);
      const beside = document.createElement("div");
      document.body.append(beside);
      const [lens, map] = [new Lens(beside, board), new Minimap(beside, board)];
      await frame();
      const look = () => pixelsOf(lens.canvas);
      const before = look();
      const box = map.canvas.getBoundingClientRect();
      const found = new Set();
      for (let y = 2; y < box.height; y += 5) {
        for (let x = 2; x < box.width; x += 5) found.add(String(map.sliceAt(box.left + x, box.top + y)));
      }
      const place = (() => {
        for (let y = 2; y < box.height; y += 5) {
          for (let x = 2; x < box.width; x += 5) {
            const at = { clientX: box.left + x, clientY: box.top + y, bubbles: true };
            if (String(map.sliceAt(at.clientX, at.clientY)) === "4,3") return at;
          }
        }
      })();
      map.canvas.dispatchEvent(new MouseEvent("click", place));
      await frame();
      const moved = shape.cell(board.cursor).slice(4);
      const isShown = board.boxOf(board.cursor) !== null;
      const changed = differing(before, look());
      lens.close();
      map.close();
      return { slices: found.size, moved, isShown, changed: changed !== 0, left: beside.childElementCount };
    }""")
    # All twenty, and nothing between them.
    assert answer == {"slices": 21, "moved": [4, 3], "isShown": True, "changed": True, "left": 0}
