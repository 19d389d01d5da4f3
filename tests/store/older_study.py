"""A study as an older Arraywise made it: its schema, and statements that fill it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import duckdb

from arraywise.store import study as migration

if TYPE_CHECKING:
    from pathlib import Path

_INFO = "INSERT INTO study_info VALUES ('a', 'b', 'BRL', false, now()::TIMESTAMP)"


def older_study(folder: Path, version: int, *statements: str) -> Path:
    """Make a study of a version in a folder, and return its path."""
    schema, path = folder / "schema", folder / "old.arraywise"
    schema.mkdir()
    for number, file in migration.steps():
        if number <= version:
            shutil.copy(file, schema)
    with duckdb.connect(str(path)) as connection:
        migration.migrate(connection, 0, schema)
        for statement in (_INFO, *statements):
            connection.execute(statement)
    return path
