"""Call functions of the page's scripts in node, to compare JavaScript with Python."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import capabilities
from node_kernel import SCRIPTS, Refusal

__all__ = ["NodeCalls", "Refusal"]


class NodeCalls:
    """A node process that answers one call after another."""

    def __init__(self) -> None:
        command = [capabilities.program("node"), str(SCRIPTS / "calls.mjs"), str(capabilities.module(""))]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def call(self, script: str, name: str, *values: Any) -> Any:
        """Return the result of an exported function of a script in the page's folder, or of one in calls.mjs itself.

        Raises:
            Refusal: it refuses.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"script": script, "name": name, "values": values}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"node has ended at {name} of {script}"
        answer = json.loads(line)
        if "error" in answer:
            raise Refusal(answer["error"], answer["message"], answer["detail"])
        return answer["value"]

    def close(self) -> None:
        """End node."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(30)
