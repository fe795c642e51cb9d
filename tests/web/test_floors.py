"""The page's layers: its scripts import only from lower layers, and never in a circle."""

from __future__ import annotations

import posixpath
import re
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

from hypersweep.web.page_files import page_folder

if TYPE_CHECKING:
    from collections.abc import Iterable


# From the lowest layer up, as in docs/design.md. A slash at the end: a folder with its content.
FLOORS = [
    ("patience.ts",),
    ("data/", "settings.ts", "storage.ts", "messages.ts"),
    ("engine/",),
    ("board/",),
    ("play/",),
    ("multiplayer/",),
    ("input/",),
    ("frame/",),
    ("screens/",),
    ("server_screens.ts",),
    ("app.ts",),
    ("main.ts",),
]
LATER = re.compile(r"""\bimport\(\s*["']([^"']+)["']\s*\)(?!\.)""")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
# Import statements, all of which start a line in our scripts; types may come from any layer.
IMPORT = re.compile(r"""^(?:import(?! type\b)|export)\b(?:[^"';()]*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE)
# The first isn't loaded by the page; the others are files that scripts of any floor load later.
LATER_FILES = {"game.ts", "later.ts", "saved.ts", "server.ts"}
APART = {"sw.ts", *LATER_FILES}


def script_imports(text: str) -> list[str]:
    """The static imports of a script, as they are written."""
    return IMPORT.findall(COMMENT.sub("", text))


def texts() -> dict[str, str]:
    """The page's scripts by their paths in its folder."""
    folder = page_folder()
    found = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.ts*")}
    return {name: text for name, text in found.items() if name not in APART and not name.endswith(".d.ts")}


def resolved(name: str, imports: Iterable[str]) -> set[str]:
    """The paths of a script's imports; packages and what the build makes have none."""
    return {posixpath.normpath(posixpath.join(posixpath.dirname(name), each)) for each in imports if each[0] == "."}


def floor_of(name: str) -> int:
    """Return the number of a script's layer, from below."""
    [found] = [
        number
        for number, rooms in enumerate(FLOORS)
        if any(name.startswith(room) if room.endswith("/") else name == room for room in rooms)
    ]
    return found


def room_of(name: str) -> str:
    """Return a script's top folder, or the script itself if it is in none."""
    return name.partition("/")[0]


def test_scripts_import_from_the_floors_below() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, text in texts().items()
        for other in resolved(name, (*script_imports(text), *LATER.findall(COMMENT.sub("", text)))) - APART
        if room_of(other) != room_of(name) and floor_of(other) >= floor_of(name)
    ]
    assert wrong == []


def test_no_script_imports_itself_again() -> None:
    TopologicalSorter({name: resolved(name, script_imports(text)) for name, text in texts().items()}).prepare()
