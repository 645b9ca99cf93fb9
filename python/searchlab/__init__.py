"""A laboratory for AI search, in Python: experiments, their records as frames, searches and their pages.

The program does all the work; this module starts it, and reads what it wrote.
"""

from ._program import Interrupted, SearchlabError, command, program, version
from ._report import Chart, Page, Report, Table, open_report, read, resume, run
from ._search import Search, maze, search

__all__ = [
    "Chart",
    "Interrupted",
    "Page",
    "Report",
    "Search",
    "SearchlabError",
    "Table",
    "command",
    "maze",
    "open_report",
    "program",
    "read",
    "resume",
    "run",
    "search",
    "version",
]
