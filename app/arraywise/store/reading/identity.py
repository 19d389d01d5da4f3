"""What a study is, whatever its file looks like: a hash over its content, and when it changed."""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.store.reading.facts import read_facts

if TYPE_CHECKING:
    from arraywise.domain.facts import StudyFacts
    from arraywise.store.study import Study

_NUMBERS_OF_THE_FILE = {"id", "run_id", "option_id"}
"""Fields that number rows in one file and mean nothing in another."""
_IN_ORDER_OF_IMPORT = {"load_runs", "io_points", "setups"}
"""Fields that list the same things whatever came first."""


def study_hash(study: Study, facts: StudyFacts | None = None) -> str:
    """Return the SHA-256 over all facts of a study and the hashes of its evidence.

    Two studies with the same content have the same hash, in whatever order evidence was added
    to which file; a change to anything that an answer depends on changes it.

    Args:
        study: The study.
        facts: Its facts, where they have been read already.
    """
    with study.cursor() as cursor:
        evidence = cursor.execute(
            "SELECT f.sha256, o.name FROM evidence_file f LEFT JOIN option o ON o.id = f.option_id"
            " ORDER BY f.sha256"
        ).fetchall()
    content = {
        "facts": _plain(facts or read_facts(study)),
        "evidence": [list(row) for row in evidence],
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _plain(value: object) -> object:
    """Turn facts into JSON; floats by `repr`, which is the same everywhere."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, array):
        return hashlib.sha256(value.tobytes()).hexdigest()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return {
            f.name: _unordered(f.name, _plain(getattr(value, f.name)))
            for f in fields(value)
            if f.name not in _NUMBERS_OF_THE_FILE
        }
    return value


def _unordered(name: str, content: object) -> object:
    if name in _IN_ORDER_OF_IMPORT and isinstance(content, list):
        return sorted(json.dumps(item, sort_keys=True) for item in content)
    return content


def changed_at(study: Study) -> datetime:
    """Return the moment of the last change, in UTC; that of the creation where there was none."""
    with study.cursor() as cursor:
        row = cursor.execute(
            "SELECT coalesce((SELECT max(made_at) FROM change), created_at) FROM study_info"
        ).fetchone()
    moment = row[0] if row else None
    assert isinstance(moment, datetime)  # noqa: S101 - a column of its type
    return moment
