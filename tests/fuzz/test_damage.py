"""Damaged, cut, recoded and hostile input ends in a reading that keeps to the laws.

Short and seeded; `python -m tests.fuzz` and `tests.fuzz.guided` fire for longer.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.damage import KINDS, MASSES, MOST_BYTES
from tests.fuzz.seeds import all_seeds, seeds
from tests.fuzz.targets import ARCHIVES, INSPECT, PRICES, TARGETS
from tests.importers.golden import SAMPLES, sample_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENTITIES = b'<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%b">' % (c, b"&%c;" % (c - 1) * 10) for c in range(ord("b"), ord("k"))
)
HOSTILE = {
    "empty": b"",
    "marks only": b"\xff\xfe",
    "zeros": bytes(100_000),
    "line ends": b"\n" * 100_000,
    "one line": b"x" * 200_000,
    "one line of digits": b"9" * 200_000,
    "escapes": b"\x1b[" * 100_000,
    "quotes": b'"' * 100_000,
    "commas": b"," * 100_000 + b"\n1" * 1_000,
    "deep JSON": b'{"jobs":' + b"[" * 100_000,
    "deep closed JSON": b'{"sysstat":' * 5_000 + b"1" + b"}" * 5_000,
    "huge JSON number": b'{"fio version":"fio-3.1","jobs":[{"read":{"iops":' + b"9" * 10_000,
    "double keys": b'{"Results":1,' * 3 + b'"Results":{"Results":[]}}}}',
    "deep XML": b"<Results>" * 20_000,
    "billion laughs": ENTITIES + b"]><Results>&j;</Results>",
    "laughing sadf": ENTITIES + b"]><sysstat><host>&j;</host></sysstat>",
}


def seeds_of(target: str) -> tuple[bytes, ...]:
    return all_seeds() if target == INSPECT else seeds(target)


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_damage_of_any_kind_is_survived(target: str, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(seeds_of(target)))
    kinds = data.draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    chance = Random(data.draw(st.integers(0, 2**32)))  # noqa: S311 - damage, not secrets
    for kind in kinds:
        text = kind(text, chance)
    TARGETS[target](text)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("mass", MASSES)
def test_masses_are_survived(target: str, mass: Callable[[bytes, Random], bytes]) -> None:
    chance = Random(target)  # noqa: S311 - damage, not secrets
    TARGETS[target](mass(chance.choice(seeds_of(target)), chance)[:MOST_BYTES])


@pytest.mark.parametrize("target", [t for t in TARGETS if t not in {INSPECT, PRICES, ARCHIVES}])
def test_a_file_cut_anywhere_is_survived(target: str) -> None:
    whole = min((path.read_bytes() for path in sample_files(SAMPLES / target)), key=_cost)
    places = list(_places_to_cut(whole))
    for length in places[:: -(-len(places) // MOST_CUTS)]:
        TARGETS[target](whole[:length])


MOST_CUTS = 300
"""Evenly over the file; `python -m tests.fuzz` cuts at others."""
_PIECE = re.compile(rb"[A-Za-z_]+|[0-9]+|\s+|[^\sA-Za-z0-9_]|\Z")
_SAME_LINES = 2


def _places_to_cut(whole: bytes) -> Iterator[int]:
    """Give the places before and within each word, figure, gap and sign of a text.

    Of lines that differ in their figures alone, the first two are cut; further ones end no
    otherwise.
    """
    known: Counter[bytes] = Counter()
    for match in _PIECE.finditer(whole):
        for length in range(match.start(), min(match.start() + 2, match.end())):
            line = whole[whole.rfind(b"\n", 0, length) + 1 : length]
            known[kind := re.sub(rb"\d+", b"9", line)] += 1
            if known[kind] <= _SAME_LINES:
                yield length


def _cost(data: bytes) -> tuple[bool, int]:
    return len(data) < 400, len(data)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_survived(target: str, name: str) -> None:
    TARGETS[target](HOSTILE[name])
