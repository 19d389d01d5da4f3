"""Every golden figure of a reference tool, by its id: `-k closed_mva-3` runs one of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.golden.model_replays import NOT_REPLAYED, REPLAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = json.loads((Path(__file__).parent / "model.json").read_text("utf-8"))
WHOLE = frozenset({"generated_with", "ci", "mdd", "price", "rank_reversal"})
"""Sections that are one record."""
SHARING = frozenset({"mavt", "smaa"})
"""Sections whose figures need each other."""


def records() -> Iterator[tuple[str, str, Any]]:
    """Return the id, the section and the record of everything in the file."""
    for section, part in GOLDEN.items():
        if section in WHOLE:
            yield section, section, part
            continue
        for key, record in enumerate(part) if isinstance(part, list) else part.items():
            yield f"{section}-{key}", section, part if section in SHARING else record


def test_every_golden_figure_has_a_replay_or_a_reason() -> None:
    known = {name for name, section, _ in records()} | {section for _, section, _ in records()}
    assert REPLAYS.keys() | NOT_REPLAYED.keys() <= known
    for name, section, _ in records():
        assert (name in NOT_REPLAYED) != (name in REPLAYS or section in REPLAYS), name


@pytest.mark.parametrize(
    ("name", "section", "record"),
    [pytest.param(*each, id=each[0]) for each in records() if each[0] not in NOT_REPLAYED],
)
def test_golden(name: str, section: str, record: Any) -> None:
    replay = REPLAYS.get(name) or REPLAYS[section]
    replay(record, GOLDEN)
