"""Parts of the page in node with what is scripted around them; each script checks itself."""

from __future__ import annotations

import pytest

import capabilities
from node_kernel import needs_kernels, run_script


@pytest.mark.slow
@pytest.mark.ci_limit(5)
@pytest.mark.parametrize(
    ("script", "module"),
    [
        # Workers, of which every request is answered or rejected.
        ("client.mjs", "engine"),
        # A server: what is missed comes, and what was not answered is said again.
        ("connection.mjs", "engine"),
        # Engines of a server: a dropped question holds nothing up, and the page's own solver answers where none can.
        ("engines.mjs", ""),
        # Caches and a network that fail, under the service worker.
        ("service_worker.mjs", "sw.js"),
        # A session with whatever can go wrong.
        ("session.mjs", "engine"),
    ],
)
def test_scripts_check_the_page(script: str, module: str) -> None:
    assert run_script(script, capabilities.module(module), needs_kernels()) == "done\n"
