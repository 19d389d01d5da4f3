"""What is seen on the decision map at one moment, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRectF

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from arraywise.domain.decision import Answer, MapCuts
    from arraywise.gui.charts.map_picture import MapPicture
    from arraywise.gui.charts.scales import Axis


class Fonts(Protocol):
    """Gives the font of a role, in the size of the map."""

    def __call__(self, role: str, *, bold: bool = False) -> QFont:
        """Return the font of a role."""


@dataclass(frozen=True, slots=True)
class MapScene:
    """All that is seen on the map at one moment."""

    answer: Answer
    cuts: MapCuts | None
    picture: MapPicture | None
    area: QRectF
    visits: Axis
    targets: Axis
    scale: float
    is_settling: bool
    has_focus: bool

    @property
    def picture_box(self) -> QRectF:
        """Where the picture lies: a closer look is asked for before it is drawn."""
        if self.picture is None:
            return self.area
        visits, targets = self.picture.drawn.visits_per_month, self.picture.drawn.response_time_s
        return QRectF(
            QPointF(self.visits.place(float(visits[0])), self.targets.place(float(targets[-1]))),
            QPointF(self.visits.place(float(visits[-1])), self.targets.place(float(targets[0]))),
        )

    @property
    def cross(self) -> QPointF:
        """Where the requirement lies."""
        asked = self.answer.requirement
        x = self.visits.place(float(asked.visits_per_month))
        return QPointF(x, self.targets.place(asked.response_time_s))
