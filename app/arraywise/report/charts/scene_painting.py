"""Paints scenes with ReportLab, in the colours of the light theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from reportlab.graphics.shapes import (
    Circle,
    Group,
    Path,
    PolyLine,
    Rect,
    Shape,
    String,
)
from reportlab.graphics.shapes import (
    Line as StraightLine,
)
from reportlab.graphics.shapes import (
    Polygon as Polygon_,
)

from arraywise.present.charts.marks import (
    DOT_SIZE,
    Texture,
    bounds_of,
    texture_lines,
)
from arraywise.present.charts.scene import (
    TYPE_SIZES,
    Anchor,
    Clip,
    Disc,
    Hatch,
    Line,
    Marker,
    Medium,
    Polygon,
    Rectangle,
    Role,
    Text,
    VerdictSign,
    box_outline,
)
from arraywise.report.pdf import style
from arraywise.report.pdf.marks import marker, new_drawing, verdict_drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.present.charts.axes import XY
    from arraywise.present.charts.scene import Ink, Item, Scene, Stroke
    from arraywise.report.pdf.layout import PageLayout

    Outlines = tuple[tuple[XY, ...], ...]

TYPE = 8.0
"""Size of a chart's type, in points."""
_UNIT = TYPE / TYPE_SIZES[Role.CAPTION]
"""Points of a reference pixel."""
_LEADING = 1.26
_BELOW_MIDDLE = 0.355
"""From the middle of a line of text down to its baseline, as a share of its size."""
_VERDICT_SIZE = 9.0
_LEAST_DASH = 0.01
_ANCHORS: dict[Anchor, Literal["start", "middle", "end"]] = {
    Anchor.START: "start",
    Anchor.MIDDLE: "middle",
    Anchor.END: "end",
}


def paper_medium(layout: PageLayout) -> Medium:
    """Return what a scene for a page is built with."""
    style.register_fonts()
    return Medium(width_of, _line_height, layout.text, layout.words.number, _UNIT)


def _line_height(role: Role) -> float:
    return TYPE_SIZES[role] * _UNIT * _LEADING


def width_of(text: str, role: Role = Role.CAPTION, *, bold: bool = False) -> float:
    """Return how wide a text of a chart runs, in points."""
    return style.width(text, TYPE_SIZES[role] * _UNIT, style.SEMIBOLD if bold else style.REGULAR)


def draw_scene(scene: Scene) -> Drawing:
    """Return a scene as a drawing."""
    drawing = new_drawing(scene.width, scene.height)
    for item in scene.items:
        drawing.add(_draw_item(item, scene.unit))
    return drawing


def _draw_item(item: Item, unit: float) -> Shape:
    if isinstance(item, Text):
        return _text(item, unit)
    if isinstance(item, Clip):
        return _clipped(box_outline(item.box), (_draw_item(each, unit) for each in item.items))
    return _DRAW[type(item)](item)


def colour_of(ink: Ink) -> Color:
    """Return the colour of an ink on paper."""
    if ink.option is None:
        colour = style.colour(ink.role)
    else:
        colour = getattr(style.look_at(ink.option), ink.role)
    return colour if ink.opacity >= 1.0 else colour.clone(alpha=ink.opacity)


def _stroked(shape: Any, stroke: Stroke | None, fill: Ink | None = None) -> Shape:  # noqa: ANN401 - ReportLab has no types
    """Give a shape its stroke and, where it is an area, its fill."""
    shape.strokeColor = None if stroke is None else colour_of(stroke.ink)
    if stroke is not None:
        shape.strokeWidth, shape.strokeLineJoin = stroke.width, 1
        if stroke.dash:
            shape.strokeDashArray = [max(n, _LEAST_DASH) for n in stroke.dash]
    if not isinstance(shape, StraightLine | PolyLine):
        shape.fillColor = None if fill is None else colour_of(fill)
    return shape  # type: ignore[no-any-return]


def _line(item: Line) -> Shape:
    if len(item.points) == 2:
        return _stroked(StraightLine(*item.points[0], *item.points[1]), item.stroke)
    return _stroked(PolyLine([value for point in item.points for value in point]), item.stroke)


def _path(outlines: Outlines, *, is_clip: bool = False) -> Path:
    path = Path(isClipPath=is_clip, fillColor=None, strokeColor=None)
    for outline in outlines:
        path.moveTo(*outline[0])
        for point in outline[1:]:
            path.lineTo(*point)
        path.closePath()
    return path


def _polygon(item: Polygon) -> Shape:
    if len(item.outlines) == 1:
        flat = [value for point in item.outlines[0] for value in point]
        return _stroked(Polygon_(flat), item.stroke, item.fill)
    return _stroked(_path(item.outlines), item.stroke, item.fill)


def _rectangle(item: Rectangle) -> Shape:
    box, radius = item.box, item.radius
    shape = Rect(box.left, box.bottom, box.right - box.left, box.top - box.bottom, radius, radius)
    return _stroked(shape, item.stroke, item.fill)


def _disc(item: Disc) -> Shape:
    return _stroked(Circle(*item.centre, item.radius), item.stroke, item.fill)


def _clipped(outlines: Outlines, shapes: Iterable[Shape]) -> Group:
    return Group(_path(outlines, is_clip=True), *shapes)


def _hatch(item: Hatch) -> Shape:
    lines = texture_lines(item.texture, bounds_of(item.outlines), item.pitch)
    shapes = []
    for start, end in lines:
        shape = StraightLine(*start, *end)
        _stroked(shape, item.stroke)
        if item.texture is Texture.DOTS:
            shape.strokeDashArray, shape.strokeLineCap = [_LEAST_DASH, item.pitch], 1
            shape.strokeWidth = DOT_SIZE * item.pitch
        shapes.append(shape)
    return _clipped(item.outlines, shapes)


def _marker(item: Marker) -> Shape:
    return marker(style.look_at(item.position), *item.centre, item.size, hollow=item.hollow)


def _text(item: Text, unit: float) -> Shape:
    size = TYPE_SIZES[item.role] * unit
    x, y = (0.0, 0.0) if item.upright else item.at
    string = String(
        x,
        y - _BELOW_MIDDLE * size,
        item.text,
        textAnchor=_ANCHORS[item.anchor],
        fontName=style.SEMIBOLD if item.bold else style.REGULAR,
        fontSize=size,
        fillColor=colour_of(item.ink),
    )
    if not item.upright:
        return string
    turned = Group(string)
    turned.translate(*item.at)
    turned.rotate(90)
    return turned


def _verdict(item: VerdictSign) -> Shape:
    scale, half = item.size / _VERDICT_SIZE, item.size / 2
    sign = Group(*verdict_drawing(item.verdict).contents)
    sign.translate(item.centre[0] - half, item.centre[1] - half)
    sign.scale(scale, scale)
    return sign


_DRAW: dict[type, Callable[[Any], Shape]] = {
    Line: _line,
    Polygon: _polygon,
    Rectangle: _rectangle,
    Disc: _disc,
    Hatch: _hatch,
    Marker: _marker,
    VerdictSign: _verdict,
}
