"""Painting of the map (geometry from present).

Drawn away from the window's thread. The 200 x 200 points of the map are spread over the pixels by
weighing each answer's neighbourhood, so that borders run smoothly where the points are coarse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QImage, QPainter, QPen

from arraywise.domain.decision import BreakEven, break_evens, nearest
from arraywise.domain.messages import shown_ms
from arraywise.domain.options import short_names
from arraywise.gui.widgets import figures, painting, theme

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QColor, QFont

    from arraywise.domain.decision import Answer, MapCuts
    from arraywise.present.charts.axes import Axis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from arraywise.domain.decision import DecisionMap

    Labels = NDArray[np.int16]
    Flags = NDArray[np.bool_]
    Floats = NDArray[np.float32]

NOBODY = -1
OPEN = -2
"""The part of nobody's region that is hatched: a test could show that an option passes there."""
_FINE = 2
"""Times the picture is drawn finer than it is shown, so that borders are smooth."""
_STRIP = 128
"""Pixels across that are weighed at a time."""
_CANDIDATES = 24
_LOOKED_AT = 2000
"""Places among which the candidates are looked for."""
Share = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as 0xAARRGGBB: of the regions by winner, of borders and of hatches."""

    tints: Mapping[int, int]
    border: int
    hatch: int


@dataclass(frozen=True, slots=True)
class NamePlaces:
    """Where the name of a region may go."""

    winner: int
    middles: tuple[tuple[Share, ...], ...]
    """For each form of the name: its middles as shares of width and height; the best first."""


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A drawn map, and where the names of its regions fit."""

    drawn: DecisionMap
    image: QImage
    names: tuple[NamePlaces, ...]


def draw_picture(
    drawn: DecisionMap,
    size: tuple[int, int],
    palette: Palette,
    names: Mapping[int, Sequence[tuple[float, float]]],
    ratio: float = 1.0,
) -> MapPicture:
    """Draw a map.

    Args:
        drawn: the map.
        size: width and height of the picture in pixels of the screen.
        palette: its colours.
        names: width and height of each winner's name in pixels of the screen, in all its forms,
            the longest first.
        ratio: pixels of the screen for one of the page.
    """
    width, height = (side * _FINE for side in size)
    winners = np.array(drawn.winners, dtype=np.int16)
    undecided = np.array(drawn.undecided, dtype=np.int16)
    labels = _spread(winners, width, height)[::-1]
    hatched = _spread(undecided, width, height)[::-1]
    pixels = _tints(palette)[labels]
    pixels[(hatched == 1) & _hatch(width, height, ratio * _FINE)] = palette.hatch
    pixels[_borders(labels) | _borders(hatched)] = palette.border
    regions = labels[::_FINE, ::_FINE], hatched[::_FINE, ::_FINE] == 1
    places = tuple(
        NamePlaces(winner, tuple(_places(*regions, winner, form) for form in forms))
        for winner, forms in names.items()
        if (regions[0] == (NOBODY if winner == OPEN else winner)).any()
    )
    return MapPicture(drawn, _image(pixels, size, ratio), places)


def _image(pixels: NDArray[np.uint32], size: tuple[int, int], ratio: float) -> QImage:
    height, width = pixels.shape
    raw = np.ascontiguousarray(pixels).tobytes()
    fine = QImage(raw, width, height, width * 4, QImage.Format.Format_RGB32)
    ignored, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode
    image = fine.scaled(*size, ignored, smooth.SmoothTransformation).copy()
    image.setDevicePixelRatio(ratio)
    return image


def _tints(palette: Palette) -> NDArray[np.uint32]:
    """Return the tints by winner; nobody's is the last, where an index of -1 leads."""
    found = np.zeros(max(palette.tints) + 2, dtype=np.uint32)
    for winner, tint in palette.tints.items():
        found[winner] = tint
    return found


def _spread(points: Labels, width: int, height: int) -> Labels:
    """Spread points over pixels: each pixel goes to the answer that weighs most around it.

    A pixel is weighed by a few points, so that a strip of pixels needs the columns near it only,
    and the answers that occur in these.
    """
    found = np.empty((height, width), dtype=np.int16)
    down, across = _weights(points.shape[0], height), _weights(points.shape[1], width)
    for start in range(0, width, _STRIP):
        strip = across[start : start + _STRIP]
        near = np.flatnonzero(strip.any(axis=0))
        columns = points[:, near[0] : near[-1] + 1]
        weights = strip[:, near[0] : near[-1] + 1].T
        found[:, start : start + _STRIP] = _heaviest(columns, down, weights)
    return found


def _heaviest(points: Labels, down: Floats, across: Floats) -> Labels:
    kinds = np.unique(points)
    found = np.full((len(down), across.shape[1]), kinds[0], dtype=np.int16)
    if len(kinds) == 1:
        return found
    most = down @ (points == kinds[0]).astype(np.float32) @ across
    for kind in kinds[1:]:
        weighed = down @ (points == kind).astype(np.float32) @ across
        is_more = weighed > most
        found[is_more] = kind
        np.maximum(most, weighed, out=most)
    return found


def _weights(points: int, pixels: int) -> Floats:
    """Return how much each point weighs in each pixel, shape (pixels, points)."""
    at = np.linspace(0, points - 1, pixels, dtype=np.float32)[:, None]
    distance = np.abs(at - np.arange(points, dtype=np.float32)[None, :])
    weights: Floats = np.maximum(0.0, 2.4 - distance).astype(np.float32)
    return weights


def _hatch(width: int, height: int, ratio: float) -> Flags:
    pitch, thick = max(3, round(7 * ratio)), max(1, round(ratio))
    diagonal = np.arange(width + height) % pitch < thick
    return np.lib.stride_tricks.sliding_window_view(diagonal, width)[:height]


def _borders(labels: Labels) -> Flags:
    borders = np.zeros(labels.shape, dtype=bool)
    borders[:, 1:] |= labels[:, 1:] != labels[:, :-1]
    borders[1:, :] |= labels[1:, :] != labels[:-1, :]
    borders[:, :-1] |= borders[:, 1:]
    borders[:-1, :] |= borders[1:, :]
    return borders


def _places(
    labels: Labels, hatched: Flags, winner: int, wanted: tuple[float, float]
) -> tuple[Share, ...]:
    """Find where the name of a region fits, rather beside its hatch than on it.

    Of nobody's region the hatched part and the rest have names of their own.
    """
    step = max(1, labels.shape[1] // 400)  # a name need not be placed to the pixel
    hatch = hatched[::step, ::step]
    region = (labels == (NOBODY if winner == OPEN else winner))[::step, ::step]
    size = (round(wanted[0] / step), round(wanted[1] / step))
    wheres = {OPEN: (region & hatch,), NOBODY: (region & ~hatch,)}
    for where in wheres.get(winner, (region & ~hatch, region)):
        found = _fitting(where, size)
        if found:
            return found
    return ()


def _fitting(region: Flags, size: tuple[int, int]) -> tuple[Share, ...]:
    """Return where a name fits into a region, most room first, as shares of width and height.

    The first is the pole of inaccessibility, for a rectangle: where the largest frame around the
    name lies within the region. The others are as far from those before them as can be.
    """
    height, width = region.shape
    sums = np.zeros((height + 1, width + 1), dtype=np.int32)
    np.cumsum(region.cumsum(axis=0, dtype=np.int32), axis=1, out=sums[1:, 1:])
    low, high = 0, max(width, height) // 2
    while low <= high:
        room = (low + high) // 2
        if _filled(sums, size[0] + 2 * room, size[1] + 2 * room).any():
            low = room + 1
        else:
            high = room - 1
    if not low:
        return ()
    best = _middles(sums, size[0] + 2 * high, size[1] + 2 * high)
    chosen = [best[len(best) // 2]]
    others = _middles(sums, size[0] + 4, size[1] + 4)
    others = others[:: len(others) // _LOOKED_AT + 1]
    far = np.full(len(others), np.inf)
    while len(others) and len(chosen) < _CANDIDATES:
        far = np.minimum(far, ((others - chosen[-1]) ** 2).sum(axis=1))
        chosen.append(others[int(np.argmax(far))])
    return tuple((float(x) / width, float(y) / height) for x, y in chosen)


def _middles(sums: NDArray[np.int32], wide: int, high: int) -> NDArray[np.float64]:
    """Return the middles of all rectangles of a size within the region, shape (places, 2)."""
    rows, columns = np.nonzero(_filled(sums, wide, high))
    return np.column_stack((columns + wide / 2, rows + high / 2))


def _filled(sums: NDArray[np.int32], wide: int, high: int) -> Flags:
    """Tell of every corner whether the rectangle of a size from there lies within the region."""
    if wide >= sums.shape[1] or high >= sums.shape[0]:
        return np.zeros((0, 0), dtype=bool)
    filled = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    whole: Flags = filled == wide * high
    return whole


class MapLabels:
    """Puts labels where they hide neither each other nor the cross-hair."""

    def __init__(self, painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
        self._painter, self._scene, self._fonts = painter, scene, fonts
        self.taken: list[QRectF] = []

    def put_all(self, *, across: bool, along: bool) -> None:
        """Name today's values on the lines that are drawn, and what changes along them.

        Args:
            across: Whether the line of the target is drawn.
            along: Whether that of the visits is.
        """
        cuts = self._scene.cuts
        marks = [
            *(self._marks_across(cuts) if cuts is not None and across else ()),
            *(self._marks_along(cuts) if cuts is not None and along else ()),
        ]
        rings = [self._scene.cross, *(place for place, _text, _upright in marks)]
        self._put_values(rings, across=across, along=along)
        if across and along:
            around, cross = 11 * self._scene.scale, self._scene.cross
            self.taken.append(QRectF(cross, cross).adjusted(-around, -around, around, around))
        for place, text, upright in marks:
            self._put_label(place, text, upright=upright)
        for place, _text, _upright in marks:
            self._put_ring(place)

    def _put_values(self, rings: Sequence[QPointF], *, across: bool, along: bool) -> None:
        asked, area, cross = self._scene.answer.requirement, self._scene.area, self._scene.cross
        if across:
            text = f"{figures.plain(round(asked.response_time_s * 1000, 3))} ms"
            wide, high = self._chip_size(text)
            top = cross.y() - high / 2
            ends = (area.left() + 4, area.right() - 4 - wide)
            self._put_chip(text, [QRectF(left, top, wide, high) for left in ends], rings)
        if along:
            text = _in_millions(asked.visits_per_month)
            wide, high = self._chip_size(text)
            left = cross.x() - wide / 2
            ends = (area.bottom() - 1 - high, area.top() + 1)
            self._put_chip(text, [QRectF(left, top, wide, high) for top in ends], rings)

    def _chip_size(self, text: str) -> tuple[float, float]:
        self._painter.setFont(self._fonts("body", bold=True))
        unit, metrics = self._scene.scale, QFontMetricsF(self._painter.font())
        return metrics.horizontalAdvance(text) + 12 * unit, 19 * unit

    def _put_chip(self, text: str, ends: Sequence[QRectF], rings: Sequence[QPointF]) -> None:
        """Draw today's value at that end of its line where no ring lies."""
        reach = 4 * self._scene.scale
        free = (
            box
            for box in ends
            if not any(box.adjusted(-reach, -reach, reach, reach).contains(r) for r in rings)
        )
        look, painter, box = theme.look(), self._painter, next(free, ends[0])
        painter.setFont(self._fonts("body", bold=True))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["text"])
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(look["page"])
        painter.drawText(box, _CENTRE, text)
        self.taken.append(box)

    def _marks_across(self, cuts: MapCuts) -> Iterator[tuple[QPointF, str, bool]]:
        scene = self._scene
        today = float(scene.answer.requirement.visits_per_month)
        for found in _by_nearness(nearest(break_evens(cuts.visits_per_month), today), today):
            if scene.visits.holds(found.value):
                place = QPointF(scene.visits.place(found.value), scene.cross.y())
                yield place, self._said(found, _in_millions(found.value)), False

    def _marks_along(self, cuts: MapCuts) -> Iterator[tuple[QPointF, str, bool]]:
        scene = self._scene
        today = scene.answer.requirement.response_time_s
        for found in _by_nearness(nearest(break_evens(cuts.response_time_s), today), today):
            if scene.targets.holds(found.value):
                place = QPointF(scene.cross.x(), scene.targets.place(found.value))
                yield place, self._said(found, _in_ms(found.value)), True

    def _said(self, found: BreakEven, value: str) -> str:
        names = short_names([o.option.name for o in self._scene.answer.options])
        before = None if found.before is None else names[found.before]
        after = None if found.after is None else names[found.after]
        if before is None or after is None:
            limit = translate("DecisionMap", "{option} limit {value}")
            return limit.format(option=before or after or "", value=value)
        return f"{before} = {after} {value}"

    def _put_label(self, place: QPointF, text: str, *, upright: bool) -> None:
        look, painter, unit = theme.look(), self._painter, self._scene.scale
        painter.setFont(self._fonts("caption"))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 12 * unit
        size = (wide, 18 * unit)
        box = self._free_box(place, size, upright=upright)
        if box is None:
            return  # still read out under the mouse
        painter.setPen(QPen(look["border_strong"], 1))
        painter.setBrush(QBrush(look["page"]))
        painter.drawRoundedRect(box, 2, 2)
        painter.setPen(look["text"])
        painter.drawText(box, _CENTRE, text)
        self.taken.append(box)

    def _free_box(
        self, place: QPointF, size: tuple[float, float], *, upright: bool
    ) -> QRectF | None:
        area, (wide, high) = self._scene.area.adjusted(2, 2, -2, -2), size
        gap = 6.0 * self._scene.scale
        x, y = place.x(), place.y()
        lefts = (x - wide - gap, x + gap)
        tops = (y - high - gap, y + gap)
        if upright:
            corners = [(left, y + dy) for dy in (-high / 2, *(-high - 8, 8)) for left in lefts]
        else:
            shifts = (-wide / 2, -wide + 10, -10)
            corners = [(x + dx, top) for dx in shifts for top in tops]
        for left, top in corners:
            kept = min(max(left, area.left()), area.right() - wide)
            box = QRectF(kept, top, wide, high)
            if area.contains(box) and not any(box.intersects(t) for t in self.taken):
                return box
        return None

    def _put_ring(self, place: QPointF) -> None:
        look, painter = theme.look(), self._painter
        painter.setPen(QPen(look["text"], 1.4 * self._scene.scale))
        painter.setBrush(look["page"])
        painter.drawEllipse(place, 3.2 * self._scene.scale, 3.2 * self._scene.scale)


def _by_nearness(found: Sequence[BreakEven], today: float) -> list[BreakEven]:
    return sorted(found, key=lambda b: abs(b.value / today - 1.0))


def _in_millions(visits: float) -> str:
    return translate("DecisionMap", "{millions} M").format(millions=figures.millions(visits))


def _in_ms(seconds: float) -> str:
    return f"{figures.plain(shown_ms(seconds))} ms"


translate = QCoreApplication.translate
_CENTRE = Qt.AlignmentFlag.AlignCenter
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight


def paint_map(painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
    """Draw regions and axes."""
    look = theme.look()
    if scene.picture is not None:
        painter.setOpacity(0.55 if scene.is_settling else 1.0)
        painter.setClipRect(scene.area)
        painter.drawImage(scene.picture_box, scene.picture.image)
        painter.setClipping(False)
        painter.setOpacity(1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look["border_strong"], 1))
    painter.drawRect(scene.area.adjusted(-0.5, -0.5, 0.5, 0.5))
    _paint_axes(painter, scene, fonts)
    if scene.is_settling:
        painter.setFont(fonts("caption"))
        painter.setPen(look["text2"])
        said = translate("DecisionMap", "settling\u2026")
        painter.drawText(scene.area.adjusted(0, 4, -8, 0), _RIGHT, said)


_Sizes = tuple[tuple[float, float], ...]
MARK = 20.0
"""Room for an option's marker before its name."""


def name_forms(answer: Answer, winner: int) -> tuple[str, ...]:
    """Return a region's name, a shorter one, and none at all, which leaves its marker."""
    if winner < 0:
        nobody = translate("DecisionMapView", "None passes")
        said = translate("DecisionMapView", "Undetermined") if winner == OPEN else nobody
        return said, said.replace(" ", "\n")
    names = [o.option.name for o in answer.options]
    return names[winner], short_names(names)[winner], ""


def name_sizes(metrics: QFontMetricsF, answer: Answer, unit: float) -> dict[int, _Sizes]:
    """Return width and height of all forms of each region's name."""
    return {
        winner: _form_sizes(metrics, name_forms(answer, winner), MARK * unit * (winner >= 0))
        for winner in (NOBODY, OPEN, *range(len(answer.options)))
    }


def _form_sizes(metrics: QFontMetricsF, forms: tuple[str, ...], mark: float) -> _Sizes:
    wide, high = metrics.horizontalAdvance, metrics.height()
    return tuple(
        (max(map(wide, text.split("\n"))) + mark, high * (text.count("\n") + 1)) for text in forms
    )


def _around(area: QRectF, share: tuple[float, float], size: tuple[float, float]) -> QRectF:
    """Return a box by its middle, which is a share of the area."""
    x, y = area.left() + share[0] * area.width(), area.top() + share[1] * area.height()
    return QRectF(x - size[0] / 2, y - size[1] / 2, *size)


def _paint_name(
    painter: QPainter, scene: MapScene, places: NamePlaces, fonts: Fonts, taken: list[QRectF]
) -> None:
    """Write the name of a region where no label hides it; where it is narrow, a shorter one."""
    area, unit = scene.area.adjusted(5, 2, -5, -2), scene.scale
    painter.setFont(fonts("body", bold=True))
    metrics = QFontMetricsF(painter.font())
    none = places.winner in {NOBODY, OPEN}
    if not none and places.winner >= len(scene.answer.options):
        return
    option = None if none else scene.answer.options[places.winner].option
    mark = 0.0 if none else MARK * unit
    forms = name_forms(scene.answer, places.winner)
    sizes = _form_sizes(metrics, forms, mark)
    free = (
        (text, box)
        for text, (wide, high), middles in zip(forms, sizes, places.middles, strict=True)
        for x, y in middles
        if area.contains(box := _around(scene.picture_box, (x, y), (wide, high)))
        and not any(box.intersects(other) for other in taken)
    )
    found = next(free, None)
    if found is None:
        return
    text, box = found
    look = theme.look()
    if option is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look["none_pass"])
        painter.drawRoundedRect(box.adjusted(-5, -2, 5, 2), 3, 3)
    else:
        centre = QPointF(box.left() + mark * 0.3, box.center().y())
        painting.paint_marker(painter, centre, option.position, 11 * unit)
    painter.setPen(look["text2" if option is None else "text"])
    painter.drawText(box.adjusted(mark - 4 * none, 0, 4, 0), _MIDDLE if option else _CENTRE, text)


def _paint_axes(painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
    look, area, unit = theme.look(), scene.area, scene.scale
    painter.setFont(fonts("caption"))
    pen = QPen(look["border_strong"], 1)
    for value in scene.visits.ticks(round(area.width() / (62 * unit))):
        x = scene.visits.place(value)
        painter.setPen(pen)
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4))
        painter.setPen(look["text2"])
        box = QRectF(x - 40 * unit, area.bottom() + 5, 80 * unit, 16 * unit)
        painter.drawText(box, _CENTRE, figures.plain(round(value / 1e6, 6)))
    for value in scene.targets.ticks(round(area.height() / (36 * unit))):
        y = scene.targets.place(value)
        painter.setPen(pen)
        painter.drawLine(QPointF(area.left() - 4, y), QPointF(area.left(), y))
        painter.setPen(look["text2"])
        box = QRectF(area.left() - 47 * unit, y - 9 * unit, 40 * unit, 18 * unit)
        painter.drawText(box, _MIDDLE | _RIGHT, figures.plain(round(value * 1000, 6)))
    painter.setPen(look["text2"])
    below = QRectF(area.left(), area.bottom() + 22 * unit, area.width(), 18 * unit)
    painter.drawText(below, _RIGHT, translate("DecisionMap", "Visits per month, millions (log)"))
    _paint_upright(painter, scene)


def _paint_upright(painter: QPainter, scene: MapScene) -> None:
    from arraywise.gui.widgets import messages

    statistic = messages.statistic(scene.answer.requirement.statistic)
    text = translate("DecisionMap", "Target response time, ms ({statistic})")
    text = text.format(statistic=statistic)
    if painter.fontMetrics().horizontalAdvance(text) > scene.area.height():
        text = f"ms ({statistic})"
    painter.save()
    painter.translate(2, scene.area.bottom())
    painter.rotate(-90)
    box = QRectF(0, 0, scene.area.height(), 16 * scene.scale)
    painter.drawText(box, _MIDDLE | _RIGHT, text)
    painter.restore()


def paint_cross_hair(painter: QPainter, scene: MapScene, fonts: Fonts) -> None:
    """Draw the lines of today's requirement with their labels, and the regions' names."""
    area, cross, asked = scene.area, scene.cross, scene.answer.requirement
    upright = scene.visits.holds(float(asked.visits_per_month))
    level = scene.targets.holds(asked.response_time_s)
    if upright:
        _paint_line(painter, scene, QPointF(cross.x(), area.top()))
    if level:
        _paint_line(painter, scene, QPointF(area.left(), cross.y()))
    labels = MapLabels(painter, scene, fonts)
    labels.put_all(across=level, along=upright)
    if upright and level:
        _paint_cross(painter, scene)
    _paint_names(painter, scene, fonts, labels.taken)


def _paint_line(painter: QPainter, scene: MapScene, start: QPointF) -> None:
    """Draw a line of the cross-hair from an edge of the plane to the other one."""
    area = scene.area
    level = start.x() <= area.left()
    end = QPointF(area.right(), start.y()) if level else QPointF(start.x(), area.bottom())
    painter.setPen(QPen(theme.look()["text"], 1.2 * scene.scale))
    painter.drawLine(start, end)


def _paint_names(
    painter: QPainter, scene: MapScene, fonts: Fonts, taken: Sequence[QRectF]
) -> None:
    """Write the names of the regions clear of lines and labels."""
    if scene.picture is None:
        return
    area, cross = scene.area, scene.cross
    lines = [
        QRectF(cross.x() - 4, area.top(), 8, area.height()),
        QRectF(area.left(), cross.y() - 3, area.width(), 6),
    ]
    for places in scene.picture.names:
        _paint_name(painter, scene, places, fonts, [*taken, *lines])


def _paint_cross(painter: QPainter, scene: MapScene) -> None:
    look, unit, cross = theme.look(), scene.scale, scene.cross
    painter.setPen(QPen(look["accent"], 2 * unit))
    painter.setBrush(look["page"])
    painter.drawEllipse(cross, 7 * unit, 7 * unit)
    painter.setPen(QPen(look["accent"], 1.2 * unit))
    arm = 3.5 * unit
    painter.drawLine(cross - QPointF(arm, 0), cross + QPointF(arm, 0))
    painter.drawLine(cross - QPointF(0, arm), cross + QPointF(0, arm))
    if scene.has_focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look["accent"], 2 * unit))
        painter.drawEllipse(cross, 11 * unit, 11 * unit)


def legend_swatch(painter: QPainter, box: QRectF, colour: QColor, *, hatched: bool) -> None:
    """Draw what a region of the legend looks like."""
    look = theme.look()
    painter.setPen(QPen(look["border"], 1))
    painter.setBrush(Qt.BrushStyle.NoBrush if hatched else QBrush(colour))
    painter.drawRect(box)
    if hatched:
        painting.paint_hatch(painter, box, look["text2"], 5.0)


def map_palette(answer: Answer) -> Palette:
    """Return the colours of a map's regions in the present theme."""
    look = theme.look()
    tints = {
        place: look.option(o.option.position).tint.rgb() for place, o in enumerate(answer.options)
    }
    tints[NOBODY] = look["none_pass"].rgb()
    return Palette(tints, look["text2"].rgb(), look["text3"].rgb())


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
