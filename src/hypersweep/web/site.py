"""The page as a site: every file that a host sends, prepared from the page's folder, without comments.

Scripts, styles and kernels of one version are in a folder named after a hash of their contents. So no visitor gets a
mixture of versions, whatever browsers and hosts cache, and these files may be cached for ever. Only files with a fixed
address are outside that folder: the document, the service worker, the manifest and the icons.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.web.page import kernels_file, page_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

DOCUMENT = "index.html"
SERVICE_WORKER = "sw.js"

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""Content security policy of the document: load its own files, and nothing from anywhere else."""

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""Media types by file extension. Other files aren't part of the page."""

# Files with the same address in every version.
_STEADY = (DOCUMENT, SERVICE_WORKER, "manifest.webmanifest", "icons/")

# Files loaded up to the first move on every way in, in addition to their imports: scripts and texts with dynamic
# imports. The engine's worker loads its own imports, which are cached by then. Visitors with a link to a game never see
# the start screen.
_FIRST = (
    "main.js",
    "screens/game.js",
    "messages/en/page.js",
    "messages/en/game.js",
    "engine/worker.js",
)
# The script for everything that needs a server, and the texts for its screens' names in the header.
_SERVER = "server_screens.js"
_FIRST_WITH_SERVER = (_SERVER, "messages/en/together.js")

_LINK = re.compile(r'\b(href|src)="([^":?#]+)"')


class SiteFile(NamedTuple):
    """One file of a site.

    Attributes:
        name: its path in the site, with slashes.
        media_type: for its header.
        data: its contents.
        is_lasting: whether its name changes with its contents, so that it may be cached for ever.
    """

    name: str
    media_type: str
    data: bytes
    is_lasting: bool

    @property
    def digest(self) -> str:
        """SHA-256 of the contents, in the form that browsers use to check files."""
        return f"sha256-{base64.b64encode(hashlib.sha256(self.data).digest()).decode('ascii')}"


class Site(NamedTuple):
    """A complete site.

    Attributes:
        version: name of the versioned folder, derived from the contents of the files.
        files: all files by name.
        plain: maps paths in the page's folder to names in the site.
    """

    version: str
    files: dict[str, SiteFile]
    plain: dict[str, str]


def read_site(folder: Path | None = None, *, has_server: bool = False) -> Site:
    """Return the page's site.

    Args:
        folder: another page's folder; None for this installation's page.
        has_server: whether a multiplayer server is behind it, which its document then says. Without one, the files that
            need a server are left out.
        MissingExtraError: this installation was built without the kernels for the page.

    Complexity: O(bytes of all files).
    """
    if folder is None:
        kernels_file()
        folder = page_folder()
    raw = {
        path.relative_to(folder).as_posix(): _sent(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES and path.is_file()
    }
    if not has_server:
        unused = without_scripts(raw, ("main.js", "engine/worker.js"), _SERVER)
        raw = {name: data for name, data in raw.items() if name not in unused or name.startswith(_STEADY)}
    version = _version(raw)
    plain = {name: name if name.startswith(_STEADY) else f"{version}/{name}" for name in raw}
    files = {
        place: SiteFile(place, MEDIA_TYPES["." + name.rpartition(".")[2]], raw[name], place != name)
        for name, place in plain.items()
    }
    document = files[DOCUMENT]
    files[DOCUMENT] = document._replace(data=_document(document.data, raw, plain, has_server))
    # The service worker comes last, since it lists all other files.
    worker = files.pop(SERVICE_WORKER)
    known = {"version": version, "files": {name: each.digest for name, each in sorted(files.items())}}
    line = f"self.SITE = {json.dumps(known, separators=(',', ':'))};\n"
    files[SERVICE_WORKER] = worker._replace(data=line.encode("ascii") + worker.data)
    return Site(version, files, plain)


def _sent(path: Path) -> bytes:
    """Return the contents of a file as they are sent."""
    data = path.read_bytes()
    if path.suffix == ".js":
        return pack_script(data.decode("utf-8")).encode()
    if path.suffix == ".css":
        return pack_style(data.decode("utf-8")).encode()
    return data


def _version(raw: dict[str, bytes]) -> str:
    """Return a version name for exactly these files."""
    whole = hashlib.sha256()
    for name, data in sorted(raw.items()):
        whole.update(f"{name}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return f"v-{whole.hexdigest()[:16]}"


def _document(data: bytes, raw: dict[str, bytes], plain: dict[str, str], has_server: bool) -> bytes:
    """Return the document with the addresses of this version, and with hints for files to load early."""
    text = _LINK.sub(lambda link: f'{link[1]}="{plain.get(link[2], link[2])}"', data.decode("utf-8"))
    first = (*_FIRST, *_FIRST_WITH_SERVER) if has_server else _FIRST
    styles = ["styles/page.css", *(["styles/server.css"] if has_server else [])]
    lines = [
        *(['<meta name="hypersweep-server" content="1">'] if has_server else []),
        *(f'<link rel="preload" as="style" href="{plain[name]}">' for name in loaded_styles(raw, styles)),
        *(f'<link rel="modulepreload" href="{plain[name]}">' for name in loaded_scripts(raw, first)),
    ]
    before, script, after = text.partition("    <script ")
    return "".join((before, *(f"    {line}\n" for line in lines), script, after)).encode()


# Import statements, all of which start a line in our scripts: import "x", import { a, b } from "x", export * from "x".
_IMPORT = re.compile(r"""^(?:import|export)\b(?:[^"';()]*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE)
_STYLE = re.compile(r"""@import\s+(?:url\()?\s*["']([^"']+)["']""")
_LATER = re.compile(r"""\bimport\(\s*["']([^"']+)["']\s*\)""")
# Scripts request texts and styles by bare names.
_NAMED = re.compile(r"(?:messages/[a-z]+|styles)/(\w+)\.(?:js|css)")
_ASKED = re.compile(r"(?:\b(?:parts|styles): \[|\.add\(|\baddStyle\()([^\])]*)")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


def script_imports(text: str) -> Iterator[str]:
    r"""Yield the static imports of an ES module as written, without dynamic ones.

    >>> list(script_imports('import { App } from "./app.js";\nconst later = () => import("./later.js");'))
    ['./app.js']
    """
    return (match.group(1) for match in _IMPORT.finditer(_COMMENT.sub("", text)))


def loaded_scripts(files: Mapping[str, bytes], begin: Iterable[str]) -> list[str]:
    """Return scripts together with everything that they import, each before its own imports.

    Args:
        files: all files of the page, by path.
        begin: paths of scripts; missing ones are skipped.
    """
    return _closure(files, begin, script_imports)


def loaded_styles(files: Mapping[str, bytes], begin: Iterable[str]) -> list[str]:
    """Return style sheets together with everything that they import, themselves first.

    Args:
        files: all files of the page, by path.
        begin: paths of style sheets; missing ones are skipped.
    """
    return _closure(files, begin, lambda text: _STYLE.findall(_COMMENT.sub("", text)))


def without_scripts(files: Mapping[str, bytes], begin: Iterable[str], left: str) -> set[str]:
    """Return the files that are useless if a script is never loaded: it, the imports, texts and styles only it needs.

    Args:
        files: all files of the page, by path.
        begin: paths of the scripts that the page loads first.
        left: path of the script that is never loaded.
    """
    scripts = {name: data.decode("utf-8") for name, data in files.items() if name.endswith(".js")}

    def imports(text: str) -> Iterator[str]:
        return (each for each in (*script_imports(text), *_LATER.findall(text)) if posixpath.basename(each) != left)

    used = set(_closure(files, begin, imports))
    unused = {name for name in scripts if name not in used and not _NAMED.fullmatch(name)}
    kept = " ".join(asked for name in used if name in scripts for asked in _ASKED.findall(scripts[name]))
    gone = " ".join(scripts[name] for name in unused)
    linked = " ".join(data.decode("utf-8") for name, data in files.items() if name.endswith(".html"))
    for name in files:
        match = _NAMED.fullmatch(name)
        if (
            match
            and name not in used
            and f'"{name}"' not in linked
            and f'"{match[1]}"' in gone
            and f'"{match[1]}"' not in kept
        ):
            unused.add(name)
    return unused


def _closure(files: Mapping[str, bytes], begin: Iterable[str], imports: Callable[[str], Iterable[str]]) -> list[str]:
    found: dict[str, None] = {}
    waiting = list(begin)
    while waiting:
        name = waiting.pop(0)
        if name in found or name not in files:
            continue
        found[name] = None
        folder = posixpath.dirname(name)
        waiting += (posixpath.normpath(posixpath.join(folder, each)) for each in imports(files[name].decode("utf-8")))
    return list(found)


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
