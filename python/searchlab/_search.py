"""Single searches, their records and the pages that play them."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Union

from . import _program
from ._program import StrPath
from ._report import Chart, Page

#: The value of an option: `True` for one without a value, `None` for one that is not given.
Option = Union[str, int, float, bool, None]


class Search:
    """A search that has ended. `record` is what `--format json` prints."""

    def __init__(self, words: List[StrPath]) -> None:
        self._words = words
        # No path, and a limit that ended it, are answers too.
        _, text = _program.run([*words, "--format", "json", "--quiet"], accepted=(0, 1, 3))
        self.record: Dict[str, Any] = json.loads(text)

    @property
    def status(self) -> str:
        """How it ended: `solved`, `unsolvable`, `complete`, `limit:nodes` …"""
        return str(self.record["status"])

    @property
    def value(self) -> Optional[float]:
        """The cost of the path, or the value of the game for the side to move."""
        return (self.record.get("result") or {}).get("value")

    @property
    def moves(self) -> List[str]:
        """The path or the principal variation."""
        moves = (self.record.get("result") or {}).get("moves") or []
        return moves.split() if isinstance(moves, str) else list(moves)

    @property
    def counters(self) -> Dict[str, int]:
        """Expanded, generated and so on: deterministic."""
        return dict(self.record["counters"])

    def replay(self, height: int = 640) -> Page:
        """The page that plays the search, step by step. The search runs once more, and is the same."""
        with tempfile.TemporaryDirectory(prefix="searchlab-page-") as folder:
            return Page(self._written(folder, "--replay", "replay.html"), height)

    def picture(self) -> Chart:
        """The expansions and the path as a picture."""
        with tempfile.TemporaryDirectory(prefix="searchlab-page-") as folder:
            return Chart(self._written(folder, "--picture", "picture.svg"))

    def _written(self, folder: str, option: str, name: str) -> Path:
        file = Path(folder) / name
        _program.run([*self._words, option, file, "--format", "json", "--quiet"], accepted=(0, 1, 3))
        return file

    def __repr__(self) -> str:
        record = self.record
        value = "" if self.value is None else f", value {self.value:g}"
        return f"{record['algorithm']} on {record['instance']}: {self.status}{value}, {self.counters['expanded']} expanded"


def search(world: str, command: str, /, *files: StrPath, **options: Option) -> Search:
    """A search of any world: `search("tiles", "idastar", "board.txt", max_nodes=10**6)`,
    `search("othello", "search", algorithm="mtdf", depth=6)`.

    Options are those of the command line, with `_` for `-`.
    """
    words: List[StrPath] = [world, command, *files]
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(str(value))
    return Search(words)


def maze(file: StrPath, algorithm: str = "astar", **options: Option) -> Search:
    """A search of a maze: a file, or the name of one that comes with searchlab.

    >>> searchlab.maze("course-30x60", "jps", moves=8).replay()
    """
    return search("maze", algorithm, file, **options)
