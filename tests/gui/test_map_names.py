"""Names of regions on the map: in full where there is room, else shorter, else the marker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.decision import DecisionMap
from arraywise.gui.charts.map_painting import (
    NOBODY,
    OPEN,
    Palette,
    draw_picture,
    name_forms,
    name_sizes,
)
from tests.gui.test_decision_page import answer_of
from tests.gui.test_weighing import window

if TYPE_CHECKING:
    from arraywise.gui.shell.main_window import MainWindow

__all__ = ["window"]

SIZE = (500, 260)
FORMS = ((70.0, 17.0), (38.0, 17.0), (20.0, 17.0))


def drawn(columns: int) -> DecisionMap:
    """Return a map whose second option wins a strip of so many of a hundred columns."""
    row = (0,) * 50 + (1,) * columns + (0,) * (50 - columns)
    return DecisionMap(
        visits_per_month=tuple(1e6 * 1.05**i for i in range(100)),
        response_time_s=tuple(0.05 + 0.005 * i for i in range(60)),
        winners=(row,) * 60,
        undecided=((False,) * 100,) * 60,
    )


def fits(columns: int) -> list[bool]:
    palette = Palette({0: 0xFF112233, 1: 0xFF445566}, 0xFF000000, 0xFF777777)
    picture = draw_picture(drawn(columns), SIZE, palette, {1: FORMS, NOBODY: FORMS[:1]})
    (places,) = picture.names  # a region that is not there has no name
    assert places.winner == 1
    return [bool(middles) for middles in places.middles]


def test_a_narrow_region_keeps_a_shorter_name() -> None:
    assert fits(30) == [True, True, True]
    assert fits(10) == [False, True, True]
    assert fits(6) == [False, False, True]


def test_a_name_lies_inside_its_region() -> None:
    palette = Palette({0: 0xFF112233, 1: 0xFF445566}, 0xFF000000, 0xFF777777)
    picture = draw_picture(drawn(20), SIZE, palette, {1: FORMS})
    for (wide, _high), middles in zip(FORMS, picture.names[0].middles, strict=True):
        for x, _y in middles:
            assert x - wide / 2 / SIZE[0] >= 0.5 - 0.01
            assert x + wide / 2 / SIZE[0] <= 0.7 + 0.01


def test_what_a_test_could_change_is_not_called_passed_by_none() -> None:
    nobody = replace(
        drawn(20),
        winners=((NOBODY,) * 100,) * 60,
        undecided=((True,) * 70 + (False,) * 30,) * 60,
    )
    palette = Palette({NOBODY: 0xFF112233}, 0xFF000000, 0xFF777777)
    names = {NOBODY: FORMS[:1], OPEN: FORMS[:1]}
    found = {p.winner: p.middles[0] for p in draw_picture(nobody, SIZE, palette, names).names}
    assert all(x > 0.7 for x, _y in found[NOBODY])
    assert all(x < 0.7 for x, _y in found[OPEN])
    all_open = replace(nobody, undecided=((True,) * 100,) * 60)
    found = {p.winner: p.middles[0] for p in draw_picture(all_open, SIZE, palette, names).names}
    assert not found[NOBODY]
    assert found[OPEN]


def test_every_form_has_a_size(window: MainWindow) -> None:
    from PySide6.QtGui import QFontMetricsF

    answer = answer_of(window)
    sizes = name_sizes(QFontMetricsF(window.font()), answer, 1.0)
    for winner in (NOBODY, OPEN, *range(len(answer.options))):
        forms = name_forms(answer, winner)
        assert len(forms) == len(sizes[winner])
        widths = [wide for wide, _ in sizes[winner]]
        assert widths == sorted(widths, reverse=True)
        assert min(widths) > 0
