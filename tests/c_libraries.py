"""C libraries for several tests, each of which is compiled once in this process and copied for later calls."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.compiler import find_compiler

if TYPE_CHECKING:
    from collections.abc import Callable

# Removed at the end of the process.
_kept = tempfile.TemporaryDirectory(prefix="hypersweep-libraries-")


@cache
def _compiled(
    build: Callable[..., list[Path]], compiler: tuple[str, ...], options: tuple[tuple[str, int | None], ...]
) -> list[Path]:
    return build(tempfile.mkdtemp(dir=_kept.name), **dict(options))


def copied(build: Callable[..., list[Path]], folder: Path, **options: int | None) -> list[Path]:
    """Copy the files of ``build(folder, **options)`` to a folder; each build runs once. Returns: their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = _compiled(build, tuple(find_compiler()), tuple(sorted(options.items())))
    return [Path(shutil.copy2(path, folder)) for path in made]
