"""An engine for programs that are made with asyncio."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.engine.client import EngineClient, check_question
from hypersweep.engine.conversation import Conversation, Patience
from hypersweep.engine.process import EngineProcess
from hypersweep.errors import EngineProtocolError, EngineTerminatedError, EngineTimeoutError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineBudget, EngineInfo
    from hypersweep.rules import Rules
    from hypersweep.view import View

__all__ = ["AsyncEngine"]

# How long a wait may be at most, and how long it is where the system can't be asked to end it.
_LOOK = 0.1
_NAP = 0.002


class AsyncEngine(EngineClient):
    r"""An engine that runs as a program of its own, for one event loop.

    ``await AsyncEngine.open(command)`` starts it. Tasks may share it: one is answered after the other. A task that is
    cancelled while it waits for a move has the engine stop, and the next question is answered as if nothing had
    happened.
    The rest is as with ``SimpleEngine``. ``async with`` closes it at the end of the block.

    >>> import asyncio
    >>> from hypersweep import View
    >>> async def ask():
    ...     async with await AsyncEngine.open("hypersweep engine") as engine:
    ...         return await engine.go(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    >>> asyncio.run(ask()).cell
    (0, 1)
    """

    __slots__ = ("_lock",)

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float | None = 10.0,
        options: Mapping[str, object] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(command, timeout=timeout, options=options, cwd=cwd, environment=environment)
        self._lock = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float | None = 10.0,
        options: Mapping[str, object] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Self:
        """An engine that was started and has said who it is; see ``SimpleEngine`` for arguments and errors."""
        engine = cls(command, timeout=timeout, options=options, cwd=cwd, environment=environment)
        await engine.restart()
        return engine

    async def restart(self) -> None:
        """Ends it, if it runs, and starts it anew with the options that were set.

        Raises:
            EngineError: it can't be started.
        """
        self._check_owner()
        self._closing = True
        async with self._lock:
            if self._process is not None:
                await asyncio.shield(asyncio.to_thread(self._process.close))
            self._talk = Conversation()
            self._process = await self._started()
            self._closing = False
            try:
                await self._ask(self._talk.hello())
                if self._options:
                    await self._ask(self._talk.arrange(self._options))
            except BaseException:
                self._process.close(0.05)
                raise

    async def _started(self) -> EngineProcess:
        words, cwd, environment = self._start
        starting = asyncio.ensure_future(asyncio.to_thread(EngineProcess, words, cwd=cwd, environment=environment))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The thread goes on, and what it starts is nobody's. It is ended before this is over: who is cancelled by a
            # signal may end by that signal next, and then nobody would be left to do so.
            await asyncio.shield(_end_unwanted(starting))
            raise

    async def configure(self, options: Mapping[str, object]) -> None:
        """Sets options, as ``SimpleEngine.configure`` does.

        Raises:
            ParameterError: an option that the engine doesn't have; nothing was set then.
            EngineError: it can't be that, or the engine failed.
        """
        async with self._turn():
            await self._ask(self._talk.arrange(options))
            self._options |= options

    async def new_game(self) -> None:
        """Tells it that what comes next is another game.

        Raises:
            EngineError: it failed.
        """
        async with self._turn():
            await self._ask(self._talk.arrange(new_game=True))

    async def ping(self) -> None:
        """Asks whether it is there.

        Raises:
            EngineError: it failed.
        """
        async with self._turn():
            await self._ask(self._talk.arrange())

    async def go(
        self,
        view: View,
        rules: Rules | str | None = None,
        budget: EngineBudget | None = None,
        *,
        wants: Sequence[str] = (),
        report: Callable[[EngineInfo], object] | None = None,
    ) -> Answer:
        """Its answer to a view; arguments and errors are those of ``SimpleEngine.go``."""
        question = check_question(view, rules, budget, wants)
        async with self._turn():
            data = self._talk.go(*question)
            self._talk.report = report
            answer = await self._ask(data, question[2].seconds or 0.0)
        assert answer is not None
        return answer

    async def close(self) -> None:
        """Ends it: it is told to, then made to. It may be called any number of times."""
        process = self._process
        if os.getpid() != self._owner:
            if process is not None:
                process.close()
            return
        # Where it is being started anew the one that comes is ended.
        if (process is None or process.is_closed) and not self._lock.locked():
            return
        self._closing = True
        async with self._lock:
            process = self._process
            if process is None:
                return
            if not process.is_closed:
                process.send(self._talk.quit())
            await asyncio.shield(asyncio.to_thread(process.close))

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        self._check_owner()
        async with self._lock:
            process = self._running()
            try:
                yield
            finally:
                self._talk.report = None
                if not self._talk.is_done:
                    # The task was cancelled, or a report raised something: the engine itself can go on.
                    process.send(self._talk.abandon())

    async def _ask(self, data: bytes, seconds: float = 0.0) -> Answer | None:
        talk, process = self._talk, self._process
        assert process is not None
        patience = Patience(talk, seconds, self._timeout, monotonic())
        try:
            process.send(data)
            talk.receive(b"")
            while not talk.is_done:
                if self._closing:
                    raise EngineTerminatedError("expected an answer of the engine, but it was closed meanwhile")
                await _until_ready(process, min(patience.deadline - monotonic(), _LOOK))
                talk.receive(process.listen(0.0))
                if told := talk.due() + patience.look(monotonic()):
                    process.send(told)
            return talk.result()
        except (EngineTimeoutError, EngineTerminatedError, EngineProtocolError) as error:
            error.said = error.said or process.said
            talk.abandon()
            await asyncio.to_thread(process.close, 0.05)
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()


async def _end_unwanted(starting: asyncio.Future[EngineProcess]) -> None:
    with suppress(EngineTerminatedError):
        process = await starting
        await asyncio.to_thread(process.close, 0.05)


async def _until_ready(process: EngineProcess, seconds: float) -> None:
    """Waits until the engine says something, or takes something, or the time is over."""
    loop = asyncio.get_running_loop()
    reading, writing = process.descriptors()
    ready = asyncio.Event()
    try:
        for number in reading:
            loop.add_reader(number, ready.set)
        for number in writing:
            loop.add_writer(number, ready.set)
    except NotImplementedError:
        reading = writing = ()
    try:
        async with asyncio.timeout(max(seconds, 0.0) if reading else _NAP):
            await ready.wait()
    except TimeoutError:
        pass
    finally:
        for number in reading:
            loop.remove_reader(number)
        for number in writing:
            loop.remove_writer(number)
