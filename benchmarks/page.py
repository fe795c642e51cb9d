"""The page: how long it takes to load and to answer, and its kernels compared with the native ones.

    make page browser
    python benchmarks/page.py [--quick] [--table FILE]

The games run in a module that adds two functions to the page's module (``native/web/games.cpp``), built with the same
options. It runs in node and, if installed, in headless Chromium, taking turns with the native kernels. Visits to the
page (``page_visits.py``) need Chromium.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib import util
from pathlib import Path
from statistics import median
from typing import Any

from hypersweep.batch import play_random
from hypersweep.trials import play_solver
from hypersweep.web import kernels_file, site_folder
from page_visits import page_rows
from timing import Contender, Row, cache_folder, machine_facts, print_figures, print_rows, ratio, short, side_by_side

ROOT = Path(__file__).resolve().parents[1]

# A JavaScript function that answers one request; it runs in node and in a page. Times are in milliseconds.
SCRIPT = """
() => {
  let call, grid;
  return async (request) => {
    if (request.wasm) {
      const bytes = Uint8Array.from(atob(request.wasm), (letter) => letter.charCodeAt(0));
      const begin = performance.now();
      ({ exports: call } = new WebAssembly.Instance(await WebAssembly.compile(bytes)));
      call._initialize();
      call.exchange(16);
      new Uint32Array(call.memory.buffer, call.exchange_place(), 4).set([16, 30, 0, 0]);
      grid = call.grid_make(2, 1);
      return performance.now() - begin;
    }
    const begin = performance.now();
    let status = 0;
    if (request.solver) {
      status = call.solver_games(grid, 99, 7n, request.solver, 0, 1, 2, 1 << 14);
    } else {
      status = call.random_games(grid, 99, 7n, request.random);
    }
    if (status !== 0) throw new Error(`status ${status}`);
    return performance.now() - begin;
  };
}
"""

NODE = f"""
import {{ createInterface }} from "node:readline";
const answer = ({SCRIPT})();
for await (const line of createInterface({{ input: process.stdin }})) {{
  process.stdout.write(`${{JSON.stringify(await answer(JSON.parse(line)))}}\\n`);
}}
"""

Ask = Callable[[dict[str, Any]], float]


@contextmanager
def in_node() -> Iterator[Ask]:
    """Start node. Yields: a function that sends the module a request and returns the milliseconds it took."""
    command = ["node", "--input-type=module", "--eval", NODE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        given, told = process.stdin, process.stdout

        def ask(request: dict[str, Any]) -> float:
            given.write(json.dumps(request) + "\n")
            given.flush()
            return float(told.readline())

        yield ask


@contextmanager
def in_chromium() -> Iterator[Ask]:
    """Start Chromium. Yields: a function like that of ``in_node``, for a module in a page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.evaluate(f"() => {{ globalThis.answer = ({SCRIPT})(); }}")
        yield lambda request: float(page.evaluate("(request) => globalThis.answer(request)", request))
        browser.close()


def build_games() -> bytes:
    """Return the module that plays whole games; build it if the sources are newer."""
    target = cache_folder() / "kernels-games.wasm"
    sources = [path for path in (ROOT / "native").rglob("*.[ch]pp") if path.parts[-2] not in {"python", "tests"}]
    if not target.exists() or target.stat().st_mtime < max(path.stat().st_mtime for path in sources):
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, str(ROOT / "native/web/build.py"), "--games", str(target)], check=True)
    return target.read_bytes()


def sizes() -> list[Row]:
    """Return rows with the sizes of the files, on disk and compressed with gzip."""
    game = (site_folder() / "game.wasm").read_bytes()
    scripts = [(site_folder() / name).read_bytes() for name in ("main.js", "page.js", "worker.js")]
    rows = []
    for work, files, aim in (
        ("kernels.wasm", [kernels_file().read_bytes()], "374 kB, 135 kB sent"),
        ("game.wasm", [game], ""),
        ("the scripts up to the first move", scripts, ""),
        ("game.wasm and these scripts", [game, *scripts], "130 kB sent, page and all"),
    ):
        whole = sum(map(len, files))
        sent = sum(len(gzip.compress(data, 9)) for data in files)
        rows.append(Row(work, f"{whole / 1000:.0f} kB, {sent / 1000:.0f} kB sent", "", "", aim, None))
    return rows


def start_row(name: str, home: Callable[[], AbstractContextManager[Ask]], rounds: int) -> Row:
    """Measure the time from having the bytes of the page's module to its first grid, each time in a new process.

    A second time in the same process would be faster, since the compiled code is cached.
    """
    wasm = base64.b64encode(kernels_file().read_bytes()).decode("ascii")
    times = []
    for _ in range(rounds):
        with home() as ask:
            times.append(ask({"wasm": wasm}) / 1000)
    middle = median(times)
    is_aim = name == "Chromium"
    return Row(
        f"start in {name}", short(middle, "s"), "", "", "15 ms" if is_aim else "", middle <= 0.015 if is_aim else None
    )


def main() -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description="Measure the kernels in the page.")
    parser.add_argument("--quick", action="store_true", help="fewer games and rounds")
    parser.add_argument("--table", type=Path, help="write the closing table to this file")
    arguments = parser.parse_args()
    for name, value in machine_facts():
        print(f"{name:12}  {value}")
    rows = sizes()
    has_chromium = bool(shutil.which("chromium") and util.find_spec("playwright"))
    if has_chromium:
        rows += page_rows(quick=arguments.quick)
    rounds, solver, random = (3, 40, 20_000) if arguments.quick else (9, 100, 100_000)
    wasm = base64.b64encode(build_games()).decode("ascii")
    places = {"node": in_node}
    if has_chromium:
        places["Chromium"] = in_chromium
    with ExitStack() as stack:
        homes: dict[str, Ask] = {}
        for name, home in places.items():
            rows.append(start_row(name, home, rounds))
            homes[name] = stack.enter_context(home())
        for ask in homes.values():
            ask({"wasm": wasm})
        for title, key, count, native in (
            ("games of the solver, 16x30", "solver", solver, lambda: play_solver("16x30", 99, solver, seed=7, first=0)),
            ("random games, 16x30", "random", random, lambda: play_random("16x30", 99, random, seed=7)),
        ):
            contenders = [Contender("native", native, count)]
            contenders += [
                Contender(name, lambda ask=ask, key=key, count=count: ask({key: count}), count, elapsed=_seconds)  # type: ignore[misc]
                for name, ask in homes.items()
            ]
            figures = side_by_side(contenders, rounds)
            print_figures(title, figures.values(), "native", "games")
            for name in homes:
                share = ratio(figures[name], figures["native"])
                ours, theirs = (short(figures[which].median_rate, "games/s") for which in (name, "native"))
                rows.append(Row(f"{title}, in {name}", ours, theirs, f"{share:.2f}", "0.5", share >= 0.5))
    print_rows(rows, arguments.table)


def _seconds(milliseconds: object) -> float:
    assert isinstance(milliseconds, float)
    return milliseconds / 1000


if __name__ == "__main__":
    main()
