"""``hypersweep completion``: the supported shells, and what bash, zsh and fish complete with its scripts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import capabilities
from hypersweep.cli import main
from hypersweep.cli.completion import SHELLS, scripts


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert script == scripts()[shell], "expected the script of these commands: 'make man' writes it"
    assert f"from 'hypersweep completion {shell}'" in script
    assert "look-ahead" in script
    assert script.isascii()
    assert script.endswith("\n")
    assert not any(f"@{name}@" in script for name in ("NAMES", "DEEP", "VALUES", "COMMANDS", "CASES", "BOARDS"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no shell given: expected one of bash, zsh, fish"),
        (["bsh"], "did you mean 'bash'?"),
        (["tcsh"], "got 'tcsh'"),
    ],
)
def test_other_shells_are_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


def test_the_help_says_where_scripts_go(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(f"hypersweep completion {shell}" in told for shell in SHELLS)


@pytest.mark.slow
def test_a_script_is_printed_without_loading_other_commands() -> None:
    program = (
        "import sys; from hypersweep.cli import main; main(['completion', 'bash']); "
        "print([name for name in sys.modules if name.startswith('hypersweep.')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stderr
    assert "hypersweep.cli.completion" in loaded
    for heavy in ("lab", "engine", "solve", "session", "courses", "tui", "web"):
        assert f"'hypersweep.{heavy}" not in loaded


# A typed line, its expected completions, and words that must not appear.
LINES: list[tuple[str, set[str], set[str]]] = [
    ("hypersweep ", {"play", "watch", "esp", "help", "4d-easy", "expert"}, {"build", "bash", "b.sweep"}),
    ("hypersweep wa", {"watch"}, {"play"}),
    ("hypersweep 4d-", {"4d-easy", "4d-hard"}, {"3d-easy", "play"}),
    ("hypersweep --ru", {"--rules"}, {"--mines", "--version"}),
    ("hypersweep --v", {"--version"}, {"--rules"}),
    ("hypersweep 9x9 --first ", {"any", "safe", "opening"}, {"classic", "4d-easy"}),
    ("hypersweep play --rules ", {"classic", "windowed", "esp", "comp2017", "hypermines"}, {"safe", "4d-easy"}),
    ("hypersweep play --rules e", {"esp"}, {"expert"}),
    ("hypersweep watch --policy ", {"safest", "progress", "look-ahead"}, {"4d-easy"}),
    ("hypersweep analyse --color ", {"always", "never", "auto"}, {"c.txt"}),
    ("hypersweep replay b", {"b.sweep"}, {"c.txt"}),
    ("hypersweep replay m", {"m.rmv"}, {"b.sweep", "c.txt"}),
    ("hypersweep review ", {"b.sweep", "m.rmv"}, {"play"}),
    ("hypersweep stats e", {"expert"}, {"beginner", "b.sweep"}),
    ("hypersweep comp2017 ", {"build"}, {"play"}),
    ("hypersweep comp2017 build --s", {"--static", "--source"}, {"--output"}),
    ("hypersweep comp2017 build --output ", {"sub"}, {"c.txt", "b.sweep"}),
    ("hypersweep help wa", {"watch"}, {"play"}),
    ("hypersweep help lab ", {"winrate", "merge"}, {"play", "lab"}),
    ("hypersweep help esp ", set(), {"play", "esp"}),
    ("hypersweep resume ", {"20260131T201500Z-1f3a", "b.sweep"}, {"20250101T000000Z-0bad", "name"}),
    ("hypersweep resume --l", {"--list"}, {"20260131T201500Z-1f3a"}),
    ("hypersweep completion ", {"bash", "zsh", "fish"}, {"play"}),
    ("hypersweep esp --", {"--size", "--mines", "--seed"}, {"--help", "--rules"}),
]


# What 'hypersweep resume --list' says.
SAVED = """\
#  board   open  clock  saved           name
1  expert  16 %   0:02  2 minutes ago   20260131T201500Z-1f3a
2  5d-easy  0 %   0:00  being played    20250101T000000Z-0bad
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    for name in ("a game.sweep", "b.sweep", "c.txt", "m.rmv"):
        (tmp_path / name).touch()
    for name, script in scripts().items():
        (tmp_path / f".{name}").write_text(script, encoding="ascii")
    program = tmp_path / "sub" / "hypersweep"
    program.write_text(f"#!/bin/sh\ncat <<END\n{SAVED}END\n", encoding="ascii")
    program.chmod(0o755)
    return tmp_path


def answer(folder: Path, *words: str) -> str:
    """Return the output of a program run in a folder; it must succeed without warnings."""
    done = subprocess.run(
        words,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PATH": f"{folder / 'sub'}:{os.environ['PATH']}"},
    )
    assert done.stderr == ""
    return done.stdout


def check(find: Callable[[str], set[str]]) -> None:
    for line, wanted, unwanted in LINES:
        found = find(line)
        assert wanted <= found, line
        assert not unwanted & found, line


@pytest.mark.needs("posix")
@pytest.mark.slow
@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_shell_reads_the_script(name: str, folder: Path) -> None:
    assert answer(folder, capabilities.program(name), "-n", f".{name}") == ""


@pytest.mark.needs("posix")
def test_bash(folder: Path) -> None:
    bash = capabilities.program("bash")

    def find(line: str) -> set[str]:
        # Bash passes the words one by one, a "=" alone.
        words = ["hypersweep", *line.replace("=", " = ").split()[1:], *([""] if line.endswith(" ") else [])]
        program = '. ./.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hypersweep; printf "%s\\n" "${COMPREPLY[@]}"'
        return set(answer(folder, bash, "-c", program, "bash", *words).splitlines())

    check(find)
    assert find("hypersweep play --rules=e") == {"esp"}
    assert find("hypersweep play --rules=") == {"classic", "windowed", "esp", "comp2017", "hypermines"}
    assert find("hypersweep replay ") == {"a game.sweep", "b.sweep", "m.rmv", "sub"}
    assert find("hypersweep play --mines ") == {""}


@pytest.mark.needs("posix")
@pytest.mark.slow
def test_fish(folder: Path) -> None:
    fish = capabilities.program("fish")

    def find(line: str) -> set[str]:
        given = answer(folder, fish, "--no-config", "-c", 'source .fish; complete -C "$argv"', line)
        return {found.partition("\t")[0].rstrip("/") for found in given.splitlines()}

    check(find)
    assert find("hypersweep play --rules=e") == {"--rules=esp"}
    assert find("hypersweep play --mines ") == set()


def typed(folder: Path, shell: list[str], begin: str, line: str, until: Callable[[str], bool]) -> str:
    """The screen of a shell after a line and a Tab were typed."""
    import pexpect
    import pyte

    child = pexpect.spawn(
        shell[0],
        shell[1:],
        cwd=str(folder),
        dimensions=(40, 110),
        env={
            "TERM": "vt100",
            "PATH": f"{folder / 'sub'}:/usr/bin:/bin:/usr/local/bin",
            "HOME": str(folder),
            "LC_ALL": "C",
        },
    )
    screen = pyte.Screen(110, 40)
    stream = pyte.ByteStream(screen)

    def wait(is_there: Callable[[str], bool]) -> str:
        give_up = time.monotonic() + 60
        while not is_there(text := "\n".join(screen.display)):
            assert time.monotonic() < give_up, text
            try:
                stream.feed(child.read_nonblocking(1 << 16, timeout=0.05))
            except pexpect.TIMEOUT:
                continue
        return text

    try:
        child.sendline(f"PS1='at> '; {begin}; echo rea''dy")
        wait(lambda text: "\nready" in text and text.rstrip().endswith("at>"))
        child.send(line + "\t")
        return wait(until)
    finally:
        child.close(force=True)


@pytest.mark.needs("posix")
@pytest.mark.slow
@pytest.mark.parametrize(("line", "full"), [("hypersweep wa", "hypersweep watch"), ("hypersweep --ru", "--rules")])
def test_bash_completes_what_is_typed(line: str, full: str, folder: Path) -> None:
    bash = [capabilities.program("bash"), "--norc", "--noprofile", "-i"]
    typed(folder, bash, ". ./.bash", line, lambda text: text.rstrip().endswith(full))


@pytest.mark.needs("posix")
@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("hypersweep wa", ["hypersweep watch"]),
        ("hypersweep --ru", ["hypersweep --rules"]),
        ("hypersweep ", ["4d-easy", "expert", "play "]),
        ("hypersweep 9x9 --first ", ["any", "safe", "opening"]),
        ("hypersweep play --rules=e", ["--rules=esp"]),
        ("hypersweep play --rules e", ["--rules esp"]),
        ("hypersweep watch --policy ", ["safest", "progress", "look-ahead"]),
        ("hypersweep replay b", ["replay b.sweep"]),
        ("hypersweep stats exp", ["stats expert"]),
        ("hypersweep comp2017 ", ["comp2017 build"]),
        ("hypersweep comp2017 build --s", ["--static", "--source"]),
        ("hypersweep comp2017 build --output ", ["--output sub/"]),
        ("hypersweep help wa", ["help watch"]),
        ("hypersweep help lab winr", ["lab winrate"]),
        ("hypersweep resume 2", ["resume 20260131T201500Z-1f3a"]),
        ("hypersweep completion z", ["completion zsh"]),
        ("hypersweep esp --s", ["--seed", "--size"]),
    ],
)
def test_zsh_completes_what_is_typed(line: str, wanted: list[str], folder: Path) -> None:
    zsh = [capabilities.program("zsh"), "-f", "-i"]
    begin = "autoload -Uz compinit; compinit -D -u; source ./.zsh; LISTMAX=1000"
    typed(folder, zsh, begin, line, lambda text: all(word in text for word in wanted))


@pytest.mark.needs("posix")
@pytest.mark.slow
def test_an_installed_file_serves_zsh_as_well(folder: Path) -> None:
    zsh = [capabilities.program("zsh"), "-f", "-i"]
    (folder / "_hypersweep").write_bytes((folder / ".zsh").read_bytes())
    begin = "fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u"
    typed(folder, zsh, begin, "hypersweep wa", lambda text: "hypersweep watch" in text)
