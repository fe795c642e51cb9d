"""Docstrings are converted to Markdown."""

from __future__ import annotations

import pytest

from site_markdown import markdown


def test_doctests_become_blocks_of_code() -> None:
    text = "One.\n\n>>> 1 + 1\n2\n>>> 3\n3\n\nTwo.\n\nRaises:\n    Error: that.\n\n    >>> 4\n    4"
    assert markdown(text) == (
        "One.\n\n```pycon\n>>> 1 + 1\n2\n>>> 3\n3\n```\n\nTwo.\n\nRaises:\n    Error: that.\n\n"
        "    ```pycon\n    >>> 4\n    4\n    ```\n"
    )


@pytest.mark.slow
def test_public_names_become_references() -> None:
    assert markdown("A ``Game`` or ``nothing``.") == "A [`Game`][hypersweep.game.Game] or ``nothing``."
    assert markdown("``choose``") == "``choose``"


@pytest.mark.slow
def test_names_of_the_same_room_are_sure() -> None:
    reference = "[`choose`][hypersweep.solve.choose]"
    assert markdown("``choose``", "hypersweep.solve.mine_probability.Analysis") == reference
    assert markdown("``choose``", "hypersweep.solve.mine_probability.f", ["choose"]) == "``choose``"
    assert markdown("``choose``", "hypersweep.review.review") == "``choose``"


def test_pages_become_links() -> None:
    assert markdown("as docs/play.md says") == "as [The terminal game](../play.md) says"
    assert markdown("``docs/play.md``") == "[The terminal game](../play.md)"
    assert markdown("docs/nowhere.md") == "docs/nowhere.md"


def test_code_is_left_alone() -> None:
    assert markdown(">>> Game  # a ``Game``, docs/play.md\n") == "```pycon\n>>> Game  # a ``Game``, docs/play.md\n```\n"
