"""Experiments: runs, and the reports that they leave."""

from __future__ import annotations

import json
import os
import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

from . import _program
from ._frame import Library, frame
from ._program import SearchlabError, StrPath

if TYPE_CHECKING:
    from ._frame import Frame


class Chart:
    """A chart of a report; a notebook shows it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.svg = path.read_text(encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Chart({str(self.path)!r})"


class Table(str):
    """A table of a report as Markdown; a notebook shows it."""

    def _repr_markdown_(self) -> str:
        return str(self)


class Page:
    """A page that needs nothing else; a notebook shows it in a frame."""

    def __init__(self, path: Path, height: int = 640) -> None:
        self.path, self.height = path, height
        self.html = path.read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        style = f"width: 100%; height: {self.height}px; border: 0"
        return f'<iframe style="{style}" sandbox="allow-scripts" srcdoc="{escape(self.html)}"></iframe>'

    def __repr__(self) -> str:
        return f"Page({str(self.path)!r})"


class Report:
    """What an experiment gave: its trials, claims, tables and charts."""

    def __init__(self, directory: StrPath) -> None:
        self.directory = Path(directory)
        if not (self.directory / "report.html").is_file():
            raise SearchlabError(f"there is no report in {self.directory}: searchlab.run makes one")

    def frame(self, library: Optional[Library] = None) -> "Frame":
        """A row for each trial: a frame of pandas, or of polars where only that is installed or it is asked for."""
        return frame(self.directory, library)

    def claims(self) -> List[Dict[str, Any]]:
        """The claims of the experiment, each with its verdict and figures."""
        text = _program.command("report", self.directory, "--format", "json", "--quiet")
        claims: List[Dict[str, Any]] = json.loads(text)["claims"]
        return claims

    def chart(self, number: int = 1) -> Chart:
        """The chart of this number, from 1."""
        return Chart(self._file("charts", number, "svg"))

    def table(self, number: int = 1) -> Table:
        """The table of this number, from 1."""
        return Table(self._file("tables", number, "md").read_text(encoding="utf-8"))

    def page(self, height: int = 800) -> Page:
        """All of the report."""
        return Page(self.directory / "report.html", height)

    def _file(self, folder: str, number: int, extension: str) -> Path:
        files = sorted((self.directory / folder).glob(f"[0-9][0-9]-*.{extension}"))
        if not 1 <= number <= len(files):
            raise SearchlabError(f"the report has no {folder[:-1]} {number}: it has {len(files)} of them")
        return files[number - 1]

    def _repr_html_(self) -> str:
        return self.page()._repr_html_()

    def __repr__(self) -> str:
        return f"Report({str(self.directory)!r})"


def run(
    experiment: StrPath,
    *,
    out: Optional[StrPath] = None,
    jobs: int = 1,
    sample: Optional[int] = None,
    progress: bool = True,
) -> Report:
    """Runs an experiment file, or one that comes with searchlab, and returns its report.

    What is finished is never run again. Ctrl-C, or the button that interrupts a notebook, ends it cleanly: it raises
    `Interrupted`, and the same call goes on.
    """
    directory = Path(out) if out is not None else Path("reports") / Path(os.fspath(experiment)).stem
    return _run(["run", experiment, "--out", directory], directory, jobs, sample, progress)


def resume(directory: StrPath, *, jobs: int = 1, progress: bool = True) -> Report:
    """Goes on with an experiment that was interrupted."""
    return _run(["resume", directory], Path(directory), jobs, None, progress)


def _run(words: List[StrPath], directory: Path, jobs: int, sample: Optional[int], progress: bool) -> Report:
    words += ["--jobs", str(jobs)] + (["--sample", str(sample)] if sample is not None else [])
    # Claims that fail, and algorithms that disagree, are results: the report shows them.
    _program.run(words, _shown() if progress else None, accepted=(0, 1, 4))
    return Report(directory)


def read(directory: StrPath, library: Optional[Library] = None) -> "Frame":
    """The trials of an experiment as a frame of pandas or polars, a row for each."""
    return frame(directory, library)


def open_report(directory: StrPath) -> Report:
    """The report that a run left in a directory."""
    return Report(directory)


def _shown() -> Callable[[str], None]:
    """Shows lines of progress: in a notebook each in place of the one before."""
    try:
        from IPython import get_ipython  # type: ignore[import-not-found, unused-ignore]
        from IPython.display import display  # type: ignore[import-not-found, unused-ignore]

        is_notebook = get_ipython() is not None and "IPKernelApp" in get_ipython().config
    except ImportError:
        is_notebook = False
    if not is_notebook:
        return lambda line: print(line, file=sys.stderr)
    handle = display({"text/plain": ""}, raw=True, display_id=True)  # type: ignore[no-untyped-call, unused-ignore]
    return lambda line: handle.update({"text/plain": line}, raw=True)
