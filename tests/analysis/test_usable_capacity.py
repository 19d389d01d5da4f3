"""MODEL F1: what drives hold, what data need, and how capacities are typed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.demand import (
    break_even_reduction,
    effective_capacity,
    most_needed_bytes,
    needed_bytes,
)
from arraywise.domain.capacity import (
    TB,
    TIB,
    Capacity,
    DriveSet,
    Raid,
    format_capacity,
    parse_capacity,
    parse_size,
)
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.messages import UserError
from arraywise.domain.options import Architecture, Option
from arraywise.domain.requirement import Requirement

ARRAY = Option(1, "Array", Architecture.FC_SAN, 0, shared_storage=True)


def test_24_drives_in_raid_6() -> None:
    """Two groups of 8 + 2 and two drives left; the reserve goes off before the reduction."""
    capacity = parse_capacity("24 x 3.84TB RAID 6 8+2, 2 spares, reduction 2/3/4")
    (drives,) = capacity.drives
    assert (drives.whole_groups, drives.unused_drives) == (2, 2)
    assert drives.data_bytes == pytest.approx(61.44 * TB)
    assert capacity.unreduced_bytes == pytest.approx(55.296 * TB)
    assert capacity.unreduced_bytes / TIB == pytest.approx(50.29, abs=0.005)
    held = effective_capacity(replace(ARRAY, capacity=capacity))
    assert held is not None
    assert [each / TB for each in held] == pytest.approx([110.592, 165.888, 221.184])


def test_96_bays_of_the_order_entry_paper() -> None:
    """64 drives in RAID 10 of 8 hold 32 drives' worth, 20 in RAID 5 of 4 + 1 hold 16."""
    mirrored, parity = parse_capacity(
        "64 x 1TB RAID 10 of 8; 32 x 1TB RAID 5 4+1, 12 spares"
    ).drives
    assert (mirrored.whole_groups, mirrored.data_drives) == (8, 32)
    assert (parity.whole_groups, parity.data_drives, parity.unused_drives) == (4, 16, 0)
    assert mirrored.count + parity.count == 96


@pytest.mark.parametrize(
    ("text", "data_drives"),
    [
        ("42 x 36GB RAID 4 13+1", 39),
        ("42 x 36GB RAID 10", 21),
        ("42 x 36GB RAID 5 13+1", 39),
        ("24 x 1TB RAID 0", 24),
        ("24 x 1TB RAID-DP 10+2", 20),
        ("24 x 1TB RAID-TEC", 21),
        ("24 x 1TB RAID 6, 2 spares", 20),
        ("24 x 1TB EC 8+4", 16),
        ("24 x 1TB 3 copies", 8),
    ],
)
def test_efficiency_of_a_group(text: str, data_drives: int) -> None:
    """TR-3105's filers, and every other kind of group."""
    (drives,) = parse_capacity(text).drives
    assert drives.data_drives == pytest.approx(data_drives)


def test_need_grows_by_the_year() -> None:
    """50 TB at 20 % a year are 86.4 TB after 36 months."""
    asked = Requirement(usable_bytes=50 * TB, usable_growth_per_year=0.2)
    assert needed_bytes(asked, 0) == pytest.approx(50 * TB)
    assert needed_bytes(asked, 36) == pytest.approx(86.4 * TB)
    assert needed_bytes(asked, 6) == pytest.approx(50 * TB * 1.2**0.5)


def test_nothing_asked_nothing_stated() -> None:
    """What nobody said is missing, not zero."""
    assert needed_bytes(Requirement(), 36) is None
    assert effective_capacity(ARRAY) is None


def test_typed_usable_is_final() -> None:
    """No reserve is taken off it; a reduction counts where it is given beside it."""
    held = effective_capacity(replace(ARRAY, capacity=parse_capacity("80TB")))
    assert held == (80 * TB, 80 * TB, 80 * TB)
    reduced = effective_capacity(
        replace(ARRAY, capacity=parse_capacity("20 TB, measured reduction 2.5"))
    )
    assert reduced == (50 * TB, 50 * TB, 50 * TB)


def test_break_even_reduction() -> None:
    """The ratio from which an option holds what is needed."""
    capacity = parse_capacity("24 x 3.84TB RAID 6 8+2, 2 spares")
    assert break_even_reduction(replace(ARRAY, capacity=capacity), 86.4 * TB) == pytest.approx(
        86.4 / 55.296
    )


def test_sizes() -> None:
    """TB where no unit stands; a decimal comma is understood."""
    assert parse_size("50") == parse_size("50TB") == 50 * TB
    assert parse_size("45,5 TiB") == 45.5 * TIB


@pytest.mark.parametrize(
    "text",
    [
        *("", "much", "0 TB", "80 TB, 90 TB", "2 spares", "80 TB; 24 x 1TB RAID 5"),
        *("24 x 1TB RAID 6 8+1", "24 x 1TB RAID 7", "2 x 1TB RAID 6", "9 x 1TB RAID 10 of 3"),
        *("4 x 1TB RAID 5, 4 spares", "24 x 1TB EC 8", "24 x 1TB 0 copies", "24 x RAID 5"),
        *("80 TB, reduction 4/3/2", "80 TB, reduction 1/2", "80 TB, reduction 0"),
        *("24 x 1TB RAID 5, reserve 100 %", "24 x 1TB RAID 5, reserve -1 %"),
    ],
)
def test_no_capacity(text: str) -> None:
    """What contradicts itself or says nothing is refused with words."""
    with pytest.raises(UserError):
        parse_capacity(text)


@st.composite
def _drive_sets(draw: st.DrawFn) -> DriveSet:
    raid = draw(st.sampled_from(Raid))
    parity = draw(st.integers(1, 4)) if raid is Raid.ERASURE else 0
    defaults = {Raid.RAID_0: 1, Raid.RAID_1: 2, Raid.RAID_10: 2}
    group = draw(st.integers(0, 24)) or defaults.get(raid, 0)
    return DriveSet(
        draw(st.integers(1, 200)), 3.84e12, raid, group, parity, draw(st.integers(0, 8))
    )


@given(drives=_drive_sets().filter(lambda drives: drives.is_possible), is_measured=st.booleans())
def test_what_is_written_reads_the_same(drives: DriveSet, *, is_measured: bool) -> None:
    """The store keeps a capacity as text."""
    reduction = LeastLikelyMost(1.5, 2.0, 3.25)
    capacity = Capacity(None, (drives, drives), 0.15, reduction, is_measured)
    assert parse_capacity(format_capacity(capacity)) == capacity


@pytest.mark.parametrize(("growth", "needed_tb"), [(0.2, 28.8), (0.0, 20.0), (-0.4, 20.0)])
def test_the_most_of_the_term_has_to_fit(growth: float, needed_tb: float) -> None:
    """Catches a pass at 7.2 TB, the need after two years, where today's 20 TB do not fit."""
    asked = Requirement(usable_bytes=20 * TB, usable_growth_per_year=growth, horizon_months=24)
    assert most_needed_bytes(asked) == pytest.approx(needed_tb * TB)
