"""Files from fuzzing that take distinct paths through the readers: each is read or rejected as before.

``corpus`` contains up to forty files of each format, each on one line in base64.
"""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

from hypersweep.errors import HypersweepError
from hypersweep.formats.files import as_board, as_replay
from hypersweep.formats.format_detection import named_format
from hypersweep.formats.video import Video, record_of

FOLDER = Path(__file__).parent / "corpus"


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.stem)
def test_each_is_read_or_refused(path: Path) -> None:
    form = named_format(path.stem)
    lines = path.read_text(encoding="ascii").split()
    read = 0
    for line in lines:
        data = b64decode(line)
        try:
            thing = form.load(data, 10_000)
        except HypersweepError as error:
            assert str(error).startswith("expected "), line
            continue
        read += 1
        written = form.dump(thing)
        assert form.dump(form.load(written, 10_000)) == written, line
        as_board(thing)
        if isinstance(thing, Video):
            assert written == data, line
            assert as_replay(record_of(thing)) == thing, line
    # There are more than these two.
    assert 0 < read < len(lines)
