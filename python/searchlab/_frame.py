"""Trials as a frame of pandas or polars: the flat table of `searchlab export`, with the types that it declares."""

from __future__ import annotations

import csv
import importlib.util
import io
import os
from typing import TYPE_CHECKING, Any, Dict, Literal, Optional, Union

from ._program import StrPath, command

if TYPE_CHECKING:
    import pandas
    import polars

    Frame = Union[pandas.DataFrame, polars.DataFrame]

Library = Literal["pandas", "polars"]

#: Columns with few words, each of them many times.
CATEGORIES = ("world", "algorithm", "label", "status")

_PANDAS = {"text": "string", "integer": "Int64", "number": "float64", "boolean": "boolean"}


def frame(directory: StrPath, library: Optional[Library] = None) -> "Frame":
    """A row for each trial. `attrs["units"]` and `attrs["meanings"]` of a frame of pandas tell of its columns."""
    folder = os.fspath(directory)
    columns = list(csv.DictReader(io.StringIO(command("export", folder, "--to", "columns"))))
    text = io.StringIO(command("export", folder, "--to", "csv"))
    types = {column["column"]: column["type"] for column in columns}
    if (library or _installed()) == "polars":
        return _polars(text, types)
    read = _pandas(text, types)
    read.attrs["units"] = {column["column"]: column["unit"] for column in columns if column["unit"]}
    read.attrs["meanings"] = {column["column"]: column["meaning"] for column in columns}
    return read


def _installed() -> Library:
    if importlib.util.find_spec("pandas") is None and importlib.util.find_spec("polars") is not None:
        return "polars"
    return "pandas"


def _pandas(text: io.StringIO, types: Dict[str, str]) -> "pandas.DataFrame":
    import pandas

    kinds: Dict[str, Any] = {name: _PANDAS[kind] for name, kind in types.items()}
    kinds.update({name: "category" for name in CATEGORIES if name in types})
    return pandas.read_csv(text, dtype=kinds, keep_default_na=False, na_values=[""])


def _polars(text: io.StringIO, types: Dict[str, str]) -> "polars.DataFrame":
    import polars

    kinds = {"text": polars.String, "integer": polars.Int64, "number": polars.Float64, "boolean": polars.Boolean}
    schema: Dict[str, Any] = {name: kinds[kind] for name, kind in types.items()}
    read = polars.read_csv(text.getvalue().encode(), schema_overrides=schema, null_values=[""])
    return read.with_columns(polars.col(name).cast(polars.Categorical) for name in CATEGORIES if name in types)
