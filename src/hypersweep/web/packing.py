"""Scripts and styles as they are sent: without comments and indentation, which are a good part of ours.

Nothing else is changed, names least of all, and every line keeps its number: what a browser says of lines is true of
the sources.
"""

from __future__ import annotations

import re

__all__ = ["pack_script", "pack_style"]

_TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
  | (?P<space> \s+ )
  | (?P<word> [\w$]+ )
  | (?P<other> . )
    """,
    re.DOTALL | re.VERBOSE,
)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*")
# A part of a template, up to where code begins in it or it ends.
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)

# After one of these a "/" begins a pattern; after anything else it divides.
_BEFORE_PATTERN = frozenset("(,=:[!&|?{;+-*%~^<>")
_WORDS_BEFORE_PATTERN = frozenset(
    (
        "await",
        "case",
        "delete",
        "do",
        "else",
        "in",
        "instanceof",
        "new",
        "of",
        "return",
        "throw",
        "typeof",
        "void",
        "yield",
    )
)


def pack_script(text: str) -> str:
    r"""An ES module without comments and indentation.

    Args:
        text: the module. A pattern doesn't stand right behind a ")", "]" or "}" in it.

    >>> pack_script('// Why.\nexport const a = /* two */ 2 / 1; // yes\n  const b = "// no";\n')
    '\nexport const a = 2 / 1;\nconst b = "// no";\n'
    """
    parts: list[str] = []
    before = ";"
    # For every template that the code stands in, how many braces are open there.
    open_braces: list[int] = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        assert match is not None
        kind, token = match.lastgroup, match.group()
        if kind == "other":
            if token == "/" and (before in _BEFORE_PATTERN or before in _WORDS_BEFORE_PATTERN):
                match = _PATTERN.match(text, place) or match
            elif token == "`" or (token == "}" and open_braces and open_braces[-1] == 0):
                if token == "}":
                    open_braces.pop()
                match = _TEMPLATE.match(text, place + 1) or match
                token = text[place : match.end()]
                if token.endswith("${"):
                    open_braces.append(0)
            elif token in "{}" and open_braces:
                open_braces[-1] += 1 if token == "{" else -1
            token = text[place : match.end()]
        place = match.end()
        if kind in ("comment", "space"):
            parts.append("\n" * token.count("\n") or " ")
        else:
            parts.append(token)
            before = token if len(token) == 1 or kind == "word" else "{" if token.endswith("${") else ")"
    return _without_ends(parts)


def pack_style(text: str) -> str:
    r"""A style sheet without comments and indentation.

    >>> pack_style('/* Why. */\na {\n  color: red; /* yes */\n  content: "/* no */";\n}\n')
    '\na {\ncolor: red;\ncontent: "/* no */";\n}\n'
    """
    parts: list[str] = []
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "comment" and token.startswith("//"):
            kind = "other"  # an address, such as in url(https://...)
        is_kept = kind not in ("comment", "space")
        parts.append(token if is_kept else "\n" * token.count("\n") or " ")
    return _without_ends(parts)


def _without_ends(parts: list[str]) -> str:
    """The parts in one, with one blank at most between them and none beside the ends of lines."""
    found = ["\n"]
    for part in parts:
        if part == " " and found[-1][-1] in " \n":
            continue
        if found[-1] == " " and not part.strip("\n"):
            found.pop()
        found.append(part)
    return "".join(found[1:]).rstrip(" ")
