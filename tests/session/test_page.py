"""The documentation page on sessions: all names in it exist."""

from __future__ import annotations

from pathlib import Path

from hypersweep import Layout
from hypersweep.session import Session, Store

PAGE = Path(__file__).parents[2] / "docs" / "session.md"


def test_the_page_names_every_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    layout = Layout("3x4", [(0, 3), (2, 3)])
    sessions = [Session(layout=layout, store=store) for _ in range(2)]
    for session in sessions:
        session.open((0, 0))
    sessions[0].open((1, 3))
    store.settings.set("theme", "night")
    page = PAGE.read_text()
    for path in tmp_path.rglob("*"):
        if path.is_file():
            name = path.name if path.parent == tmp_path else f"{path.parent.name}/NAME{path.suffix}"
            assert f"`{name}`" in page, name
    for session in sessions:
        session.close()
