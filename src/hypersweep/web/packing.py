"""Strip comments and indentation from scripts and styles before they are sent: they are a large part of ours.

Nothing else changes, names least of all, and every line keeps its number, so line numbers in browsers match the
sources.
"""

from __future__ import annotations

import re

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
# A part of a template literal, up to its end or to an embedded expression.
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)

# After one of these a "/" starts a regular expression; after anything else it divides.
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
    r"""Return an ES module without comments and indentation.

    Args:
        text: the module. No regular expression in it may directly follow a ")", "]" or "}".

    >>> pack_script('// Why.\nexport const a = /* two */ 2 / 1; // yes\n  const b = "// no";\n')
    '\nexport const a = 2 / 1;\nconst b = "// no";\n'
    """
    parts: list[str] = []
    before = ";"
    # Number of open braces in each enclosing template literal.
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
    r"""Return a style sheet without comments and indentation.

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
    """Join the parts, with at most one blank between them and none at line ends."""
    found = ["\n"]
    for part in parts:
        if part == " " and found[-1][-1] in " \n":
            continue
        if found[-1] == " " and not part.strip("\n"):
            found.pop()
        found.append(part)
    return "".join(found[1:]).rstrip(" ")
