"""The files in ``deploy/`` use existing options, and their checkers find no fault."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import capabilities
from hypersweep.cli.web import command_parser
from hypersweep.cli.web_settings import DATABASE, REDIS, log_level, settings_of
from hypersweep.web.multiplayer.diagnosis import check_site
from hypersweep.web.multiplayer.watchdog import watchdog_seconds
from shown_blocks import blocks
from together_server import kept_in, together_server

DEPLOY = Path(__file__).parent.parent / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
CADDY = (DEPLOY / "Caddyfile").read_text()
UNIT = (DEPLOY / "hypersweep@.service").read_text()
NGINX = (DEPLOY / "nginx.conf").read_text()
DOCKER = (DEPLOY / "Dockerfile").read_text()
EXAMPLE = (DEPLOY / "example.env").read_text()


def filled(text: str) -> str:
    """Return a text with example values instead of variables."""
    values = {"SITE": "sweep.example", "HYPERSWEEP_ORIGIN": "https://sweep.example"}
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda found: values.get(found[1], "secret"), text)


def read(words: list[str], monkeypatch: pytest.MonkeyPatch, **environment: str) -> Any:
    for name in (DATABASE, REDIS):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, filled(value))
    options = command_parser().read([filled(word) for word in words])
    log_level(options)
    return settings_of(options, is_loopback=options.host == "127.0.0.1")


def test_workers_of_compose_are_set_up_as_the_command_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = [each for name, each in COMPOSE["services"].items() if name.startswith("worker")]
    assert len(workers) >= 2
    for worker in workers:
        settings = read(worker["command"], monkeypatch, **worker["environment"])
        assert settings.database == "postgresql+psycopg://hypersweep:secret@postgres/hypersweep"
        assert settings.redis == "redis://:secret@redis:6379/0"
        assert (settings.origin, settings.is_secure) == ("https://sweep.example", True)
        assert settings.trusts_proxy
        assert settings.is_public
        assert worker["cap_drop"] == ["ALL"]
        assert worker["read_only"]
        assert "ports" not in worker, "only Caddy is reached from outside"


def test_compose_lets_nobody_in_but_by_caddy() -> None:
    services = COMPOSE["services"]
    assert [name for name, each in services.items() if "ports" in each] == ["caddy"]
    hidden = {name for name, each in services.items() if each["networks"] == ["back"]}
    assert hidden == {"postgres", "redis"}
    assert COMPOSE["networks"]["back"]["internal"]
    workers = {f"{name}:8000" for name in services if name.startswith("worker")}
    assert set(services["caddy"]["environment"]["WORKERS"].split()) == workers
    named = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert named == set(re.findall(r"^(\w+)=", EXAMPLE, re.MULTILINE))


def test_the_service_is_started_as_the_command_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)", UNIT, re.MULTILINE)
    program, command, *words = shlex.split(line.replace("%i", "8001"))
    assert (program, command) == ("/opt/hypersweep/bin/hypersweep", "web")
    settings = read(words, monkeypatch, **{DATABASE: "postgresql+psycopg:///hypersweep", REDIS: "redis://x"})
    assert settings.trusts_proxy
    assert settings.is_secure
    assert set(re.findall(r"HYPERSWEEP_\w+_URL", UNIT)) == {DATABASE, REDIS}


def test_the_image_runs_without_privileges(monkeypatch: pytest.MonkeyPatch) -> None:
    build, run = DOCKER.split("\nFROM ")[1:]
    assert "make page" in build
    assert "--from=build /wheels" in run
    assert "[server]" in run
    assert run.index("\nUSER hypersweep\n") < run.index("\nENTRYPOINT ")
    assert 'ENTRYPOINT ["hypersweep", "web"]' in run
    (words,) = re.findall(r"^CMD \[(.*)\]", run, re.MULTILINE)
    read(re.findall(r'"([^"]*)"', words), monkeypatch)


def test_the_image_is_the_same_whenever_it_is_built() -> None:
    (base,) = re.findall(r"^ARG BASE=(.*)$", DOCKER, re.MULTILINE)
    assert set(re.findall(r"^FROM (\S+)", DOCKER, re.MULTILINE)) == {"${BASE}"}
    others = [service["image"] for service in COMPOSE["services"].values() if "build" not in service]
    for image in (base, *others):
        assert re.search(r":\d+\.\d+(\.\d+)?(-[a-z-]+)?$|@sha256:[0-9a-f]{64}$", image), image
    installs = re.findall(r"pip (?:install|wheel) .*", DOCKER)
    assert len(installs) == 2
    assert DOCKER.count("CONSTRAINT=constraints.txt") == 2, "also what the wheel is built with"
    assert "--constraint /wheels/constraints.txt" in installs[1]


def test_a_worker_that_hangs_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)", UNIT, re.MULTILINE))
    assert (unit["Type"], unit["Restart"], unit["WatchdogSec"]) == ("notify", "always", "60")
    assert "AF_UNIX" in unit["RestrictAddressFamilies"], "what it says to systemd goes by such a socket"
    (microseconds,) = re.findall(r"^ENV WATCHDOG_USEC=(\d+)$", DOCKER, re.MULTILINE)
    monkeypatch.setenv("WATCHDOG_USEC", microseconds)
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    assert watchdog_seconds() == 60
    assert "/healthz" in next(line for line in DOCKER.splitlines() if line.startswith("HEALTHCHECK "))
    for name, service in COMPOSE["services"].items():
        assert service["restart"] == "unless-stopped", name


@pytest.mark.needs("caddy")
def test_caddy_takes_its_file(tmp_path: Path) -> None:
    program = capabilities.program("caddy")
    environment = {"SITE": "sweep.example", "WORKERS": "a:1 b:2", "HOME": str(tmp_path)}
    command = [program, "adapt", "--validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert '"dial":"b:2"' in done.stdout
    assert '"X-Forwarded-For":["{http.request.remote.host}"]' in done.stdout
    formatted = subprocess.run([program, "fmt", str(DEPLOY / "Caddyfile")], capture_output=True, text=True, check=False)
    assert formatted.stdout == CADDY


@pytest.mark.needs("caddy")
def test_caddy_takes_what_the_page_on_hosting_shows(tmp_path: Path) -> None:
    program = capabilities.program("caddy")
    (block,) = (block for block in blocks(DEPLOY.parent / "docs" / "page.md") if block.language == "caddy")
    (tmp_path / "Caddyfile").write_text(f"sweep.example {{\n{block.text}}}\n", encoding="utf-8")
    command = [program, "adapt", "--validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    done = subprocess.run(command, capture_output=True, text=True, env={"HOME": str(tmp_path)}, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert '"root":"/srv/public"' in done.stdout
    assert '"strip_path_prefix":"/sweep"' in done.stdout


@pytest.mark.needs("nginx")
@pytest.mark.slow
def test_nginx_passes_on_what_a_server_needs(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with together_server(kept_in(tmp_path, origin=f"http://127.0.0.1:{port}", trusts_proxy=True)) as address:
        # There is no certificate here, and ports below 1024 aren't allowed.
        site = re.sub(r"server \{\n\tlisten 80;.*?\n\}\n", "", NGINX, flags=re.DOTALL)
        site = re.sub(r"\tlisten \[.*\n|\tssl_.*\n|\tserver 127.0.0.1:8002.*\n", "", site)
        site = site.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}").replace("sweep.example", "localhost")
        site = site.replace("127.0.0.1:8001", address.removeprefix("http://"))
        folders = "".join(
            f"{name}_temp_path {tmp_path / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = tmp_path / "nginx.conf"
        config.write_text(
            f"daemon off; master_process off; pid {tmp_path / 'pid'}; error_log {tmp_path / 'errors'};\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{folders}{site}}}\n"
        )
        command = [capabilities.program("nginx"), "-e", str(tmp_path / "errors"), "-c", str(config)]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=60, check=False)
        assert checked.returncode == 0, checked.stderr
        assert_is_right(command, port)


@pytest.mark.needs("caddy")
@pytest.mark.slow
def test_caddy_passes_on_what_a_server_needs(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with together_server(kept_in(tmp_path, origin=f"http://127.0.0.1:{port}", trusts_proxy=True)) as address:
        # There is no certificate here.
        site = CADDY.replace("{$SITE:localhost} {", f"http://127.0.0.1:{port} {{").replace(
            "{$SITE:localhost}", "127.0.0.1"
        )
        site = site.replace("{$WORKERS:127.0.0.1:8001 127.0.0.1:8002}", address.removeprefix("http://"))
        config = tmp_path / "Caddyfile"
        config.write_text(site.replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1))
        command = [capabilities.program("caddy"), "run", "--adapter", "caddyfile", "--config", str(config)]
        assert_is_right(command, port, HOME=str(tmp_path))


def assert_is_right(command: list[str], port: int, **environment: str) -> None:
    """Run a proxy, and have the doctor look at the site behind it."""
    with subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL) as running:
        try:
            for _ in range(600):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.1)
            found = check_site(f"http://127.0.0.1:{port}")
        finally:
            running.terminate()
    assert all(each.is_right for each in found), found
    assert "websocket" in [each.name for each in found]


@pytest.mark.needs("systemd")
def test_systemd_takes_the_service(tmp_path: Path) -> None:
    program = capabilities.program("systemd")
    # The program that it starts isn't here.
    unit = tmp_path / "hypersweep@8001.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT, flags=re.MULTILINE))
    done = subprocess.run(
        [program, "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
