"""Labels on the cross-hair of the map: today's values give way to what changes there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QImage, QPainter

from arraywise.domain.decision import MapCuts, Stretch
from arraywise.gui.charts.map_painting import MapLabels, MapScene
from arraywise.present.charts.axes import Axis
from tests.gui.example_answer import example_answer

AREA = QRectF(60, 10, 600, 300)
VISITS = Axis(15e6, 120e6, AREA.left(), AREA.right(), logarithmic=True)
TARGETS = Axis(0.04, 0.4, AREA.bottom(), AREA.top())


def chips(cuts: MapCuts) -> tuple[QRectF, QRectF]:
    """Return where the values of today's target and visits are written."""
    scene = MapScene(
        answer=example_answer(),
        cuts=cuts,
        picture=None,
        area=AREA,
        visits=VISITS,
        targets=TARGETS,
        scale=1.0,
        is_settling=False,
        has_focus=False,
    )
    image = QImage(700, 340, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    labels = MapLabels(painter, scene, lambda _role, *, bold=False: QFont("", 10))  # noqa: ARG005
    labels.put_all(across=True, along=True)
    painter.end()
    return labels.taken[0], labels.taken[1]


def cut(low: float, at: float, high: float) -> tuple[Stretch, ...]:
    return Stretch(low, at, 2, undecided=False), Stretch(at, high, 0, undecided=False)


@pytest.mark.parametrize(
    ("visits", "target", "ends"),
    [
        (40e6, 0.12, ("left", "low")),
        (15.5e6, 0.12, ("right", "low")),
        (40e6, 0.045, ("left", "high")),
    ],
)
def test_a_value_of_today_hides_nothing_that_changes_on_its_line(
    visits: float, target: float, ends: tuple[str, str]
) -> None:
    cuts = MapCuts(cut(15e6, visits, 120e6), cut(0.04, target, 0.4))
    target_chip, visits_chip = chips(cuts)
    side = "left" if target_chip.center().x() < AREA.center().x() else "right"
    height = "low" if visits_chip.center().y() > AREA.center().y() else "high"
    assert (side, height) == ends
    cross = QPointF(VISITS.place(54_432_000), TARGETS.place(0.2))
    assert not target_chip.contains(QPointF(VISITS.place(visits), cross.y()))
    assert not visits_chip.contains(QPointF(cross.x(), TARGETS.place(target)))
    assert AREA.contains(target_chip)
    assert AREA.contains(visits_chip)
