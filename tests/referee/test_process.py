from __future__ import annotations

import os
import resource
import signal
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from referee.entrant import Entrant
from referee.outcome import StartError, VoidGameError
from referee.pipes import HeadAndTail
from referee.process import EngineProcess, open_process

pytestmark = pytest.mark.usefixtures("nothing_left")


def shell(script: str) -> Entrant:
    return Entrant(name="bot", command=("/bin/sh", "-c", script))


async def run(entrant: Entrant, use: Callable[[EngineProcess], object]) -> None:
    """Do `use` with the entrant's process, and give up after five seconds."""
    with trio.fail_after(5):
        async with open_process(entrant, seed=0) as process, trio.open_nursery() as nursery:
            nursery.start_soon(process.watch)
            await use(process)  # type: ignore[misc]
            nursery.cancel_scope.cancel()


async def read_all(process: EngineProcess) -> bytes:
    output = b""
    while data := await process.receive_some():
        output += data
    return output


def executable(path: Path, text: str | bytes) -> str:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


# -- starting ----------------------------------------------------------------------------


async def refused(entrant: Entrant) -> str:
    with pytest.raises(StartError) as failed:
        async with open_process(entrant, seed=0):
            pass
    assert failed.value.entrant == entrant.name
    assert str(failed.value).isprintable()
    return str(failed.value)


async def test_a_missing_program_is_named(tmp_path: Path):
    message = await refused(Entrant(name="bot", command=(str(tmp_path / "gone"), "x")))

    assert message == f"bot: cannot start {tmp_path}/gone: No such file or directory"


async def test_a_name_that_is_nowhere_on_the_path_is_named():
    message = await refused(Entrant(name="bot", command=("no-such-program\x1b",)))

    assert message == "bot: cannot start no-such-program\\x1b: no such program on PATH"


async def test_a_file_that_is_not_executable_is_named(tmp_path: Path):
    (tmp_path / "bot").write_text("#!/bin/sh\n")

    assert "bot: it is not executable" in await refused(
        Entrant(name="bot", command=(str(tmp_path / "bot"),))
    )


async def test_a_directory_is_no_program(tmp_path: Path):
    assert "it is a directory" in await refused(Entrant(name="bot", command=(str(tmp_path),)))


async def test_a_script_whose_interpreter_is_missing_is_not_called_missing(tmp_path: Path):
    path = executable(tmp_path / "bot", "#!/no/such/python -u\n")

    assert "it needs /no/such/python -u, which is not there" in await refused(
        Entrant(name="bot", command=(path,))
    )


@pytest.mark.parametrize("content", [b"\x7fELF", b"print('hello')\n"], ids=["broken ELF", "text"])
async def test_what_is_no_program_is_called_so(tmp_path: Path, content: bytes):
    path = executable(tmp_path / "bot", content)

    assert "no program for this machine" in await refused(Entrant(name="bot", command=(path,)))


async def test_a_directory_to_start_in_that_is_missing_is_named(tmp_path: Path):
    entrant = Entrant(name="bot", command=("/bin/true",), cwd=str(tmp_path / "gone"))

    assert f"in {tmp_path}/gone: No such file" in await refused(entrant)


async def test_a_program_that_is_being_rebuilt_is_tried_again(tmp_path: Path):
    path = executable(tmp_path / "bot", "#!/bin/sh\necho ready\n")
    writing = os.open(path, os.O_WRONLY | os.O_APPEND)
    ready = trio.Event()

    async def look(process: EngineProcess) -> None:
        assert await read_all(process) == b"ready\n"

    async def close() -> None:
        await ready.wait()
        await trio.sleep(0.02)
        os.close(writing)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(close)
        ready.set()
        await run(Entrant(name="bot", command=(path,)), look)


def highest_descriptor() -> int:
    return max(int(link.name) for link in Path("/proc/self/fd").iterdir())


async def test_no_descriptors_left_is_no_fault_of_the_engine():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    in_use = highest_descriptor()
    try:
        for spare in range(8):
            resource.setrlimit(resource.RLIMIT_NOFILE, (in_use + spare, hard))
            with pytest.raises(VoidGameError):
                async with open_process(shell("exit"), seed=0):
                    raise VoidGameError("enough")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_an_engine_gets_its_environment_and_directory(tmp_path: Path):
    entrant = Entrant(
        name="bot",
        command=("/bin/sh", "-c", 'echo "$LEVEL $(pwd) {seed}"'),
        env={"LEVEL": "3"},
        cwd=str(tmp_path),
    )

    async def look(process: EngineProcess) -> None:
        assert await read_all(process) == f"3 {tmp_path} 0\n".encode()

    await run(entrant, look)


async def test_an_engine_inherits_three_descriptors_and_its_own_session():
    async def look(process: EngineProcess) -> None:
        seen = (await read_all(process)).split()
        assert seen[:3] == [b"0", b"1", b"2"]
        assert len(seen) == 4  # and that which lists them
        assert os.getsid(0) != process.pid

    await run(shell("ls /proc/self/fd"), look)


# -- running -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("exit 0", "exited with status 0"),
        ("exit 7", "exited with status 7"),
        ("kill -KILL $$", "was killed by SIGKILL"),
        ("kill -ABRT $$", "was killed by SIGABRT"),
    ],
)
async def test_how_a_process_ended_is_said(script: str, status: str):
    async def look(process: EngineProcess) -> None:
        await process.wait_exit()
        assert process.exit_status() == status
        assert await read_all(process) == b""

    await run(shell(script), look)


async def test_all_that_was_written_before_the_end_is_read():
    async def look(process: EngineProcess) -> None:
        await process.wait_exit()
        assert await read_all(process) == b"last words"

    await run(shell("printf 'last words'"), look)


async def test_a_descendant_that_holds_the_output_open_delays_nothing():
    async def look(process: EngineProcess) -> None:
        start = trio.current_time()
        assert await read_all(process) == b"hello\n"
        assert process.exit_status() == "exited with status 5"
        assert trio.current_time() - start < 2

    await run(shell("echo hello; sleep 60 & exit 5"), look)


async def test_stderr_never_blocks_an_engine_and_is_kept_at_both_ends():
    script = "echo first >&2; head -c 1000000 /dev/zero | tr '\\0' x >&2; echo last >&2; echo done"

    async def look(process: EngineProcess) -> None:
        assert await read_all(process) == b"done\n"
        words = await process.last_words()
        assert words.startswith("first\n")
        assert words.endswith("last\n")
        assert len(words) < 10_000

    await run(shell(script), look)


async def test_writing_to_a_dead_engine_is_a_broken_resource():
    async def look(process: EngineProcess) -> None:
        await process.wait_exit()
        with pytest.raises(trio.BrokenResourceError):
            await process.send_all(b"x" * 1_000_000)

    await run(shell("exit"), look)


# -- ending ------------------------------------------------------------------------------


async def stopped_after(script: str, *, grace: float = 1.0) -> tuple[float, str | None]:
    """Stop a process once it has said "ready"; return how long that took, and its end."""
    took = 0.0
    status: str | None = None

    async def stop(process: EngineProcess) -> None:
        nonlocal took, status
        assert await process.receive_some() == b"ready\n"
        start = trio.current_time()
        await process.stop(grace=grace)
        took, status = trio.current_time() - start, process.exit_status()

    await run(shell(script), stop)
    return took, status


async def test_the_end_of_its_input_is_enough_for_an_honest_engine():
    took, status = await stopped_after("echo ready; cat; exit 3")

    assert (status, took < 0.9) == ("exited with status 3", True)


async def test_an_engine_may_take_its_grace_to_save_a_file():
    _, status = await stopped_after("echo ready; cat; sleep 0.2; exit 3")

    assert status == "exited with status 3"


async def test_an_engine_that_ignores_its_input_is_terminated():
    took, status = await stopped_after("echo ready; exec sleep 60", grace=0.05)

    assert (status, took < 0.9) == ("was killed by SIGTERM", True)


async def test_an_engine_that_ignores_sigterm_is_killed_in_time():
    took, status = await stopped_after("trap '' TERM; echo ready; while :; do sleep 60; done")

    assert status == "was killed by SIGKILL"
    assert took < 1.5


async def test_a_stopped_process_is_killed_like_any_other():
    _, status = await stopped_after("echo ready; kill -STOP $$; sleep 60", grace=0.05)

    assert status is not None


def is_alive(pid: int) -> bool:
    """Say whether a process is there and no zombie that its new parent has not reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("script", ["sleep 60 &", "(trap '' TERM HUP; sleep 60) &"])
async def test_what_an_engine_has_started_ends_with_it(tmp_path: Path, script: str):
    pid_file = tmp_path / "pid"
    await stopped_after(f"{script} echo $! > {pid_file}; echo ready; cat")

    assert not is_alive(int(pid_file.read_text()))


async def test_stopping_twice_is_stopping_once():
    async def stop(process: EngineProcess) -> None:
        await process.stop()
        await process.stop()

    await run(shell("cat"), stop)


async def test_cancelling_a_game_ends_its_processes_at_once():
    start = trio.current_time()

    async def wait(_: EngineProcess) -> None:
        await trio.sleep_forever()

    with trio.move_on_after(0.1):
        await run(shell("exec sleep 60"), wait)

    assert trio.current_time() - start < 1


async def test_a_process_that_ended_where_sigchld_is_ignored_is_noticed():
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:

        async def look(process: EngineProcess) -> None:
            await process.wait_exit()
            assert process.exit_status() == "exited with status 0"

        await run(shell("exit 3"), look)
    finally:
        signal.signal(signal.SIGCHLD, before)


# -- the memory of stderr ----------------------------------------------------------------


@pytest.mark.parametrize("cut", [1, 3, 100])
def test_the_beginning_and_the_end_are_kept(cut: int):
    kept = HeadAndTail(4, 3)
    for start in range(0, 26, cut):
        kept.add(b"abcdefghijklmnopqrstuvwxyz"[start : start + cut])

    assert str(kept) == "abcd\n... 19 bytes left out ...\nxyz"


def test_little_is_kept_whole():
    kept = HeadAndTail(4, 3)
    kept.add(b"abcdefg")

    assert str(kept) == "abcdefg"
