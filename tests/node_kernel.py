"""The page's kernels in node, for tests that compare them with the native ones."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import capabilities
from hypersweep.web.page_files import kernels_file

SCRIPTS = Path(__file__).parent / "web" / "scripts"


def needs_kernels() -> Path:
    """Return the path of the kernels for pages; skip the test if they weren't built."""
    capabilities.require("wasm")
    return kernels_file()


def run_script(name: str, *arguments: str | Path, given: str = "") -> str:
    """Return the output of a script of tests/web/scripts that isn't asked questions.

    Args:
        name: its file.
        arguments: what it is called with.
        given: its input.
    """
    command = [capabilities.program("node"), str(SCRIPTS / name), *map(str, arguments)]
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Refusal(Exception):  # noqa: N818 - what is asked for in tests, as often as an answer
    """A refusal by the page's scripts: the kind of error and its message."""

    def __init__(self, kind: str, message: str, detail: Any) -> None:
        super().__init__(f"{kind}: {message}: {detail}")
        self.kind = kind
        self.message = message
        self.detail = detail


class NodeKernel:
    """The kernels in a node process that answers one question after another."""

    def __init__(self, script: str = "driver.mjs") -> None:
        command = [
            capabilities.program("node"),
            str(SCRIPTS / script),
            str(capabilities.module("engine")),
            str(needs_kernels()),
        ]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, question: str, **values: Any) -> Any:
        """Return what the script of that name answers.

        Raises:
            Refusal: it refuses.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"question": question, **values}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"node has ended at {question}"
        answer = json.loads(line)
        if "error" in answer:
            raise Refusal(answer["error"], answer["message"], answer["detail"])
        return answer.get("value")

    def close(self) -> None:
        """End node."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(30)
