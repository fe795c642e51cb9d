"""Custom themes: JSON files with nine or ten colours, or base16 schemes.

A theme file is JSON. ``numbers`` has a colour for each of the numbers 1 to 8, and ``cover`` is the colour of covered
cells; ``open``, the background of open cells, and ``name`` may be left out::

    {"name": "Sea", "cover": "#2b6777", "numbers": ["#1d4ed8", ...], "open": "#f2f7f9"}

In a base16 scheme (YAML with lines such as ``base0D: "7cafc2"``), ``base00`` is the background of open cells,
``base02`` the cover, and ``base0D``, ``0B``, ``08``, ``0E``, ``09``, ``0C``, ``0A`` and ``0F`` are the numbers.
The page reads the JSON too (``board/own_theme.ts``); a test compares the colours.

Source: https://github.com/tinted-theming/home/blob/main/styling.md, "base16".
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.picture.colours import contrast, luminance, mix
from hypersweep.picture.themes import THEMES, Theme
from hypersweep.text import error_reason
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from os import PathLike

_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
_BASE = re.compile(r"""(?im)^\s*(base0[0-9a-f]|scheme|name):\s*["']?#?([^"'#\n]*?)["']?\s*(?:#.*)?$""")
# The keys of the numbers in a base16 scheme: blue, green, red, violet, orange, cyan, yellow, brown.
_NUMBERS = ("base0d", "base0b", "base08", "base0e", "base09", "base0c", "base0a", "base0f")
_MOST_BYTES = 1 << 16
_EXPECTED = "expected a JSON object with 'cover' and 'numbers', or a base16 scheme with base00 to base0F"


def find_theme(name: str) -> Theme:
    """Return a theme by its name, or from a file.

    Args:
        name: a key of ``THEMES``, or a path.

    Raises:
        ParameterError: there is no such theme, or the file isn't a theme.

    >>> find_theme("dark") is THEMES["dark"]
    True
    """
    if name in THEMES:
        return THEMES[name]
    try:
        return load_theme(name)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            names = ", ".join(THEMES)
            hint = suggest(name, list(THEMES))
            raise ParameterError(f"expected a theme ({names}) or a file, got {truncate(name)}{hint}") from None
        raise ParameterError(f"can't read {truncate(name)}: {error.strerror or error_reason(error)}") from None


def load_theme(path: str | PathLike[str]) -> Theme:
    """Read a theme from a file.

    Args:
        path: a JSON or base16 file.

    Raises:
        OSError: the file can't be read.
        ParameterError: it isn't a theme.
    """
    with open(path, "rb") as file:
        text = file.read(_MOST_BYTES).decode("utf-8", "replace")
    try:
        return parse_theme(text)
    except ParameterError as error:
        raise ParameterError(f"can't use {truncate(str(path))} as a theme: {error}") from None


def parse_theme(text: str) -> Theme:
    """Return the theme that a text describes; everything else is as in the theme "dark" or "light".

    Args:
        text: the content of a JSON or base16 file.

    Raises:
        ParameterError: the text isn't a theme.

    >>> theme = parse_theme('{"cover": "#2b6777", "numbers": ["#1d4ed8"' + ', "#166534"' * 7 + "]}")
    >>> theme.is_dark, theme.ramp[0], theme.opened[0]
    (False, '#1d4ed8', '#f3f5f8')
    """
    found = _scheme(text) if not text.lstrip().startswith(("{", "[")) else _object(text)
    if "numbers" not in found:
        names = ", ".join(truncate(name) for name in list(found)[:3]) or "nothing"
        raise ParameterError(f"expected 'numbers' with eight colours and 'cover', got {names}")
    numbers = found["numbers"]
    if not isinstance(numbers, list) or len(numbers) != 8:
        raise ParameterError(f"expected eight colours in 'numbers', got {truncate(numbers)}")
    name = found.get("name", "")
    if not isinstance(name, str):
        raise ParameterError(f"expected a text in 'name', got {truncate(name)}")
    ramp = tuple(_colour(f"numbers[{place}]", value) for place, value in enumerate(numbers))
    cover = _colour("cover", found.get("cover"))
    dark, light = THEMES["dark"], THEMES["light"]
    if "open" in found:
        ground = _colour("open", found["open"])
    else:
        # Take the background on which the numbers are easier to read.
        ground = max((light.opened[0], dark.opened[0]), key=lambda each: sum(contrast(number, each) for number in ramp))
    base = dark if luminance(ground) < 0.18 else light
    best = "#ffffff" if base.is_dark else "#000000"

    def pair(colour: str, share: float) -> tuple[str, str]:
        return colour, mix(colour, best, share)

    return replace(
        base,
        name="own",
        title=name[:60] or "Your own",
        opened=pair(ground, 0.03),
        covered=pair(cover, 0.05),
        near_opened=pair(mix(ground, base.near_covered[0], 0.25), 0.03),
        near_covered=pair(mix(cover, base.near_covered[0], 0.6), 0.05),
        ramp=ramp,
    )


def faint_colours(theme: Theme) -> list[str]:
    """Return the parts of a theme that are hard to see on open cells, each with its contrast.

    >>> faint_colours(THEMES["light"])
    []
    """
    pairs = [(f"{number}", colour, 4.5) for number, colour in enumerate(theme.ramp, 1)]
    pairs.append(("covered cells", theme.covered[0], 1.8))
    ratios = [(name, contrast(colour, theme.opened[0]), least) for name, colour, least in pairs]
    return [f"{name} ({ratio:.1f}, {least} is easy to see)" for name, ratio, least in ratios if ratio < least]


def _object(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ParameterError(f"expected JSON: {error}") from None
    if not isinstance(found, dict):
        raise ParameterError(_EXPECTED)
    return found


def _scheme(text: str) -> dict[str, object]:
    values = {name.lower(): value for name, value in _BASE.findall(text)}
    if not values:
        raise ParameterError(_EXPECTED)
    lacking = [name for name in ("base00", "base02", *_NUMBERS) if name not in values]
    if lacking:
        raise ParameterError(f"expected {', '.join(sorted(lacking))} in the base16 scheme")
    colours = {name: _colour(name, f"#{values[name].strip()}") for name in ("base00", "base02", *_NUMBERS)}
    name = values.get("name") or values.get("scheme") or ""
    numbers = [colours[each] for each in _NUMBERS]
    return {"name": name, "open": colours["base00"], "cover": colours["base02"], "numbers": numbers}


def _colour(place: str, value: object) -> str:
    if isinstance(value, str) and _COLOUR.fullmatch(value):
        return value.lower()
    raise ParameterError(f"expected a colour such as '#1f6feb' in '{place}', got {truncate(value)}")
