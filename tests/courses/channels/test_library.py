"""The C library, used by a C program that is compiled with the course's own flags and checked by sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import capabilities
from c_libraries import copied
from hypersweep.courses.channels.channels_library import build_library

CLIENT = Path(__file__).with_name("client.c")
HERE = CLIENT.parent
COURSE = ["-Wall", "-Werror", "-Werror=vla", "-g", "-std=c11", "-lm"]
PROGRAMS = [
    "alone",
    "empty",
    "missing",
    "threads",
    "shared",
    "processes",
    "child_receives",
    "turns",
    "killed",
    "storm",
    "forks",
    "waiting",
    "cancelled",
    "many",
    "streams",
]
# The C++ compiler that belongs to cc, whatever CXX says: both must use the same sanitizer.
ADDRESS = "c++ -g -fsanitize=address,undefined -fno-sanitize-recover=undefined"

pytestmark = [pytest.mark.needs("compiler"), pytest.mark.slow]


def compile_client(folder: Path, *flags: str, source: Path = CLIENT) -> Path:
    """Compile a program against the library in a folder, without warnings."""
    program = folder / "program"
    places = [f"-I{folder}", f"-L{folder}", "-lchannel", f"-Wl,-rpath,{folder}", "-pthread"]
    command = ["cc", str(source), "-o", str(program), *COURSE, *flags, *places]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return program


def run(*command: str) -> str:
    """Return the output of a program; it must end, and print nothing to standard error."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def built(folder: Path, compiler: str, *flags: str) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXX", compiler)
        copied(build_library, folder)
    return compile_client(folder, *flags)


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    capabilities.require("asan")
    return built(tmp_path_factory.mktemp("address"), ADDRESS, "-fsanitize=address")


@pytest.fixture(scope="module")
def pipes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    capabilities.require("asan")
    return built(tmp_path_factory.mktemp("pipes"), f"{ADDRESS} -DHYPERSWEEP_CHANNEL_PIPES", "-fsanitize=address")


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> Path:
    capabilities.require("tsan")
    return built(tmp_path_factory.mktemp("thread"), "c++ -g -fsanitize=thread", "-fsanitize=thread")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("plain"), "c++")


# The sanitizers don't protect their own locks in a fork: a child forked while another thread allocates may wait
# forever. So the program that forks among threads runs without them.
SANITIZED = [program for program in PROGRAMS if program != "forks"]


@pytest.mark.ci_limit(2)
@pytest.mark.parametrize("program", SANITIZED)
def test_programs(program: str, plain: Path) -> None:
    run(str(plain), program)


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("program", SANITIZED)
def test_with_the_address_sanitizer(program: str, addresses: Path) -> None:
    run(str(addresses), program)


@pytest.mark.ci_limit(1)
# `threads`, `processes` and `killed` take minutes then, and show nothing that the others don't.
@pytest.mark.parametrize("program", ["missing", "shared", "child_receives", "turns", "storm", "waiting"])
def test_with_the_thread_sanitizer(program: str, races: Path) -> None:
    # Not `cancelled`: the sanitizer doesn't see the locks that a thread takes while it is being cancelled.
    run(str(races), program)


@pytest.mark.nightly
@pytest.mark.needs("linux")
@pytest.mark.parametrize("program", SANITIZED)
def test_over_pipes_as_elsewhere(program: str, pipes: Path) -> None:
    run(str(pipes), program)


@pytest.mark.nightly
@pytest.mark.parametrize("time", [0, *(pytest.param(time, marks=pytest.mark.slow) for time in range(1, 4))])
def test_forks_among_threads(time: int, plain: Path) -> None:
    run(str(plain), "forks")


@pytest.mark.ci_limit(1)
@pytest.mark.needs("valgrind")
@pytest.mark.parametrize("program", ["missing", "empty", "turns", "shared", "child_receives"])
def test_under_valgrind(program: str, plain: Path, tmp_path: Path) -> None:
    # Not `many`: valgrind has its own idea of how many descriptors there may be.
    kinds = "definite,indirect,possible"
    run(
        "valgrind",
        "-q",
        "--error-exitcode=9",
        "--fair-sched=yes",
        # Apart from what the program prints: an older one remarks on calls into the system that it doesn't know.
        f"--log-file={tmp_path}/%p",
        "--leak-check=full",
        f"--errors-for-leak-kinds={kinds}",
        str(plain),
        program,
    )


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("program", ["killed", "unreaped"])
def test_memory_of_killed_senders_is_given_back(program: str, plain: Path) -> None:
    # Thirty of them, each killed in the midst of 4 MiB.
    assert int(run(str(plain), program)) < 40


@pytest.mark.nightly
def test_archive(tmp_path: Path) -> None:
    copied(build_library, tmp_path, static=True)
    program = compile_client(tmp_path)
    assert not (tmp_path / "libchannel.so").exists()
    run(str(program), "missing")
    run(str(program), "forks")


@pytest.mark.needs("linux")
def test_library_shows_five_symbols_and_needs_no_other_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CXX", raising=False)
    copied(build_library, tmp_path)
    library = str(tmp_path / "libchannel.so")
    shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    names = sorted(line.split()[-1] for line in shown.splitlines())
    assert names == ["channel_destroy", "channel_get", "channel_init", "channel_send", "sender_dup"]
    about = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    assert "stdc++" not in about
    assert "libgcc" not in about
    assert "soname: [libchannel.so]" in about


@pytest.mark.parametrize(
    "standard", ["c11", "c++11", *(pytest.param(other, marks=pytest.mark.slow) for other in ("c17", "gnu99", "c++20"))]
)
def test_header_stands_alone_in_c_and_in_cpp(standard: str, tmp_path: Path) -> None:
    is_cpp = standard.startswith("c++")
    source = tmp_path / ("only.cpp" if is_cpp else "only.c")
    # Twice, and with the functions used: C++ has to find them by their names in C.
    source.write_text(
        '#include "channel.h"\n#include "channel.h"\n'
        "int main(void) { channel_destroy(NULL, NULL); sender_dup(NULL, NULL); return 0; }\n",
        encoding="utf-8",
    )
    copied(build_library, tmp_path)
    strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", f"-std={standard}"]
    places = [f"-I{tmp_path}", f"-L{tmp_path}", "-lchannel", f"-Wl,-rpath,{tmp_path}", "-o", str(tmp_path / "only")]
    done = subprocess.run(
        ["c++" if is_cpp else "cc", str(source), *strict, *places], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    run(str(tmp_path / "only"))


@pytest.mark.needs("linux")
def test_nobody_else_can_open_a_channel(tmp_path: Path) -> None:
    copied(build_library, tmp_path)
    source = tmp_path / "held.c"
    source.write_text(
        '#include "channel.h"\n#include <stdio.h>\n#include <unistd.h>\n'
        "int main(void) {\n"
        "    struct receiver receiver;\n    struct sender sender;\n    channel_init(&receiver, &sender, 4);\n"
        '    channel_send(&sender, "abc");\n    puts("ready");\n    fflush(stdout);\n'
        "    getchar();\n    return 0;\n}\n",
        encoding="utf-8",
    )
    program = compile_client(tmp_path, source=source)
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as held:
        assert held.stdin is not None
        assert held.stdout is not None
        held.stdout.readline()
        found = []
        for entry in Path(f"/proc/{held.pid}/fd").iterdir():
            place = os.readlink(entry)
            if place.startswith(("socket:", "anon_inode:")) or int(entry.name) <= 2:
                found.append(place.partition(":")[0])
            if place.startswith("socket:"):
                with pytest.raises(OSError, match="No such device or address"):
                    os.open(entry, os.O_RDWR)
        assert found.count("socket") == 2
        # Nor does any of its memory have a name beyond the programs' own.
        shared = [
            line for line in Path(f"/proc/{held.pid}/maps").read_text(encoding="utf-8").splitlines() if "rw-s" in line
        ]
        assert shared == []
        held.stdin.close()
        held.wait(timeout=20)


@pytest.mark.parametrize("source", ["endpoint.hpp", "library.cpp", "registry.hpp"])
def test_sources_need_nothing_of_python(source: str) -> None:
    text = (Path(build_library.__code__.co_filename).parent / source).read_text(encoding="utf-8")
    assert "Python.h" not in text
    assert "nanobind" not in text
