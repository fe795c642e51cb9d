"""Misbehaving engines: a short program, and a way for each to fail."""

from __future__ import annotations

import sys

# The common beginning: its identity. `say` doesn't wait for a complete line.
_BEGIN = """
import os, sys, time
def say(text):
    os.write(1, text if isinstance(text, bytes) else text.encode())
def lines():
    for line in sys.stdin.buffer:
        words = line.decode("utf-8", "replace").split()
        if words[:1] == ["ping"]:
            say("pong " + words[1] + "\\n")
        elif words[:1] == ["quit"]:
            return
        else:
            yield words
def own(words):
    return next(word for word in words if word.startswith("id="))
"""

_TALK = """
for words in lines():
    if words[0] == "hsp":
        say("id name Hostile\\nid version 0\\nready\\n")
    elif words[0] == "go":
        ID = own(words)
        {go}
    elif words[0] == "stop":
        {stop}
"""

# Sends a report every hundredth of a second until it is stopped.
COUNTS = """
import threading
def count(ID):
    number = 0
    while not is_stopped.wait(0.01):
        number += 1
        say(f"info {ID} stage=counting states={number}\\n")
    say(f"best {ID} cell=0,1 stopped\\n")
for words in lines():
    if words[0] == "hsp":
        say("ready\\n")
    elif words[0] == "go":
        is_stopped = threading.Event()
        threading.Thread(target=count, args=(own(words),)).start()
    elif words[0] == "stop":
        is_stopped.set()
"""

# By name: its reaction to a request for a move, and to a stop.
WAYS: dict[str, tuple[str, str]] = {
    "well": ("say(f'best {ID} cell=0,0\\n')", "pass"),
    "silent": ("pass", "pass"),
    "stops": ("pass", "say(f'best {ID} cell=0,1 stopped\\n')"),
    "dies": ("say('best id=g'); os._exit(3)", "pass"),
    "dies of a signal": ("os.kill(os.getpid(), 9)", "pass"),
    "says why and dies": ("os.write(2, b'out of ideas\\n'); os._exit(1)", "pass"),
    "no id": ("say('best cell=0,0\\n')", "pass"),
    "open cell": ("say(f'best {ID} cell=1,1\\n')", "pass"),
    "off the board": ("say(f'best {ID} cell=7,0\\n')", "pass"),
    "another dimension": ("say(f'best {ID} cell=0,0,0\\n')", "pass"),
    "no cell": ("say(f'best {ID}\\n')", "pass"),
    "no number": ("say(f'best {ID} cell=0,0 chance=nan\\n')", "pass"),
    "no chance": ("say(f'best {ID} cell=0,0 chance=1.5\\n')", "pass"),
    "no UTF-8": ("say(b'best \\xff\\n')", "pass"),
    "too few chances": ("say(f'chances {ID} values=0.5\\nbest {ID} cell=0,0\\n')", "pass"),
    "too many chances": ("say(f'chances {ID} values=0.5*1000000000\\nbest {ID} cell=0,0\\n')", "pass"),
    "an endless line": ("\n        while True: say(b'x' * 65536)", "pass"),
    "endless lines": ("\n        while True: say(b'info stage=nothing\\n' * 3000)", "pass"),
    "endless moves": ("\n        while True: say(f'move {ID} cell=0,0\\n' * 3000)", "pass"),
    "endless errors": (
        "\n        for _ in range(300): os.write(2, b'e' * 65536)\n        say(f'best {ID} cell=0,0\\n')",
        "pass",
    ),
    "twice": ("say(f'best {ID} cell=0,0\\nbest {ID} cell=0,1\\n')", "pass"),
    "refuses": ("say(f'error {ID} kind=inconsistent text=no such board\\n')", "pass"),
    "position refused": ("say(f'error kind=line text=what is that?\\nbest {ID} cell=0,0\\n')", "pass"),
    "in pieces": (
        "\n        for letter in f'noise\\n\\n{ID}\\nbest {ID} cell=0,1 new=thing other\\r\\n': say(letter)",
        "pass",
    ),
}


def hostile(way: str) -> list[str]:
    """The command of an engine that fails in some way when a move is wanted."""
    go, stop = WAYS[way]
    return program(_TALK.replace("{go}", go).replace("{stop}", stop))


def program(text: str) -> list[str]:
    """The command of an engine with these lines; ``say``, ``lines`` and ``own`` are there."""
    return [sys.executable, "-S", "-c", _BEGIN + text]
