"""The program: where it is, how it is run, what its exit codes mean."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import IO, Callable, Optional, Sequence, Tuple, Union

StrPath = Union[str, "os.PathLike[str]"]

_IS_WINDOWS = os.name == "nt"


class SearchlabError(Exception):
    """The program refused, or ended in an error. `code` is its exit code."""

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.code = code


class Interrupted(KeyboardInterrupt):
    """A run was interrupted. All finished trials are recorded; `searchlab.resume(directory)` goes on."""


def program() -> str:
    """The path of the program: that of this package, else the one in PATH. SEARCHLAB names another."""
    if named := os.environ.get("SEARCHLAB"):
        return named
    name = "searchlab.exe" if _IS_WINDOWS else "searchlab"
    schemes = [sysconfig.get_path("scripts")]
    try:
        schemes.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    except (AttributeError, KeyError):
        pass
    for folder in [*schemes, str(Path(sys.executable).parent)]:
        file = Path(folder) / name
        if file.is_file():
            return str(file)
    if found := shutil.which(name):
        return found
    raise SearchlabError("the program searchlab is not installed: pip install searchlab")


def command(*words: StrPath) -> str:
    """Runs the program with these words, and returns what it printed.

    >>> print(searchlab.command("list", "algorithms"))
    """
    return run(words)[1]


def version() -> str:
    """The version of the program."""
    return command("--version").split()[1]


def run(
    words: Sequence[StrPath], progress: Optional[Callable[[str], None]] = None, accepted: Sequence[int] = (0, 1)
) -> Tuple[int, str]:
    """Runs the program: its exit code and its standard output. Each line of its standard error goes to `progress`.

    It has a group of its own, so that Ctrl-C reaches it once: from here, whether a terminal or a notebook sent it.
    """
    with _start([program(), *(os.fspath(word) for word in words)]) as child:
        errors: list[str] = []
        listener = threading.Thread(target=_listen, args=(child.stderr, errors, progress), daemon=True)
        listener.start()
        try:
            out = _output(child)
        except BaseException:
            # Not even a second Ctrl-C leaves it behind.
            child.kill()
            raise
        listener.join()
    code, said = child.returncode, "\n".join(errors).strip()
    if out is None:
        raise Interrupted(said)
    if code not in accepted:
        raise SearchlabError(said or f"searchlab ended with exit code {code}", code)
    return code, out


def _start(words: Sequence[str]) -> "subprocess.Popen[str]":
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        creationflags=flags,
        start_new_session=not _IS_WINDOWS,
    )


def _listen(stream: Optional[IO[str]], errors: "list[str]", progress: Optional[Callable[[str], None]]) -> None:
    for line in stream or ():
        errors.append(line.rstrip("\n"))
        if progress is not None:
            progress(errors[-1])


def _output(child: "subprocess.Popen[str]") -> Optional[str]:
    """Standard output to its end; `None` if Ctrl-C came before."""
    out: list[str] = []
    reader = threading.Thread(target=lambda: out.append(child.stdout.read() if child.stdout else ""), daemon=True)
    reader.start()
    is_interrupted = False
    while True:
        try:
            # Not for ever at once: a wait of the system may sleep through Ctrl-C.
            child.wait(timeout=0.1)
            reader.join()
            return None if is_interrupted else out[0]
        except subprocess.TimeoutExpired:
            pass
        except KeyboardInterrupt:
            if is_interrupted:
                raise
            is_interrupted = True
            # It records what is finished, and ends.
            if sys.platform == "win32":
                child.send_signal(signal.CTRL_BREAK_EVENT)
            else:
                child.send_signal(signal.SIGINT)
