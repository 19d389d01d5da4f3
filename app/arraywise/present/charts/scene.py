"""A chart as a scene: a list of primitives that window and documents paint alike.

x counts to the right and y upwards, from the lower left corner, in pixels of a window or points of
paper. Colours are roles, which a painter looks up in its theme. A scene knows neither Qt nor
ReportLab.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from decimal import Decimal

    from arraywise.domain.decision import Verdict
    from arraywise.domain.messages import Message
    from arraywise.present.charts.axes import XY, Box
    from arraywise.present.charts.marks import Texture

ELLIPSIS = "\u2026"


LEAST_DASH = 0.01
"""Length of a dash that is but a dot."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour by its role: a token of the theme, or one of the colours of an option."""

    role: str
    option: int | None = None
    """Position of the option whose `fill`, `line` or `tint` it is."""
    opacity: float = 1.0

    def with_opacity(self, opacity: float) -> Ink:
        """Return the ink so opaque."""
        return replace(self, opacity=opacity)


TEXT, TEXT2, TEXT3 = Ink("text"), Ink("text2"), Ink("text3")
HAIR, BORDER_STRONG = Ink("hair"), Ink("border_strong")
PAGE, ACCENT, ACCENT_TINT = Ink("page"), Ink("accent"), Ink("accent_tint")
WARN, NONE_PASS, SUNKEN = Ink("warn"), Ink("none_pass"), Ink("sunken")


def option_fill(position: int, opacity: float = 1.0) -> Ink:
    """Return the colour that fills the marks of the option created at a position."""
    return Ink("fill", position, opacity)


def option_line_colour(position: int) -> Ink:
    """Return the colour of an option's lines."""
    return Ink("line", position)


def option_tint(position: int) -> Ink:
    """Return the pale colour of an option's regions on the map."""
    return Ink("tint", position)


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line is drawn; lengths in units of the scene."""

    ink: Ink
    width: float = 1.0
    dash: tuple[float, ...] = ()
    """Lengths of dashes and gaps in turn; empty for a solid line."""

    @property
    def painted_dash(self) -> tuple[float, ...]:
        """The dashes as painters take them, which refuse those without a length."""
        return tuple(max(length, LEAST_DASH) for length in self.dash)


class Role(StrEnum):
    """The size of a text."""

    CAPTION = "caption"
    BODY = "body"
    FINE = "fine"
    """Of two lines where one was meant to be."""


TYPE_SIZES = {Role.CAPTION: 11.9, Role.BODY: 13.0, Role.FINE: 10.2}
"""Of type in reference pixels, as the type scale gives it to a window of usual text size."""


class Anchor(StrEnum):
    """Which point of a text its x is."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[XY, ...]
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class Polygon:
    """An area within closed outlines, by the even-odd rule."""

    outlines: tuple[tuple[XY, ...], ...]
    fill: Ink | None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, maybe with round corners."""

    box: Box
    fill: Ink | None
    stroke: Stroke | None = None
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    centre: XY
    radius: float
    fill: Ink | None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Hatch:
    """An area within closed outlines, covered by a texture."""

    outlines: tuple[tuple[XY, ...], ...]
    texture: Texture
    stroke: Stroke
    pitch: float
    """Distance of its lines."""


@dataclass(frozen=True, slots=True)
class Marker:
    """The sign of the option created at a position."""

    centre: XY
    position: int
    size: float
    hollow: bool = False
    """Where what it marks does not count."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; y is the middle of its height."""

    at: XY
    text: str
    ink: Ink = TEXT
    anchor: Anchor = Anchor.START
    role: Role = Role.CAPTION
    bold: bool = False
    upright: bool = False
    """Runs upwards instead of to the right."""


@dataclass(frozen=True, slots=True)
class VerdictSign:
    """The icon of a verdict."""

    centre: XY
    verdict: Verdict
    size: float


@dataclass(frozen=True, slots=True)
class Clip:
    """Items of which only what lies within a box is shown."""

    box: Box
    items: tuple[Item, ...]


Item = Line | Polygon | Rectangle | Disc | Hatch | Marker | Text | VerdictSign | Clip


@dataclass(frozen=True, slots=True)
class Spot:
    """An area of which something can be read out, under the mouse or by keys."""

    key: Hashable
    box: Box
    is_step: bool = True
    """Whether keys come to it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A chart of a size."""

    width: float
    height: float
    items: tuple[Item, ...]
    unit: float = 1.0
    """Length of a reference pixel, by which type is sized."""
    spots: tuple[Spot, ...] = ()
    plane: Box | None = None
    """Where its axes span; None where it has none."""

    def key_at(self, x: float, y: float) -> Hashable | None:
        """Return the key of the last spot that covers a point."""
        covering = (
            spot.key
            for spot in reversed(self.spots)
            if spot.box.left <= x < spot.box.right and spot.box.bottom < y <= spot.box.top
        )
        return next(covering, None)


class WriteNumber(Protocol):
    """Writes numbers in a language."""

    def __call__(
        self, value: float | Decimal | None, places: int = 0, *, sign: bool = False
    ) -> str:
        """Write a number with so many decimals; `sign` puts a plus before a positive one."""


class TextMeasure(Protocol):
    """Measures text of a medium."""

    def __call__(self, text: str, role: Role = Role.CAPTION, *, bold: bool = False) -> float:
        """Return how wide a text runs."""


@dataclass(frozen=True, slots=True)
class Medium:
    """What a scene is built for: its type, its language, and how large a reference pixel is."""

    width_of: TextMeasure
    line_height: Callable[[Role], float]
    """Height of a line of text."""
    render: Callable[[Message | str], str]
    """Renders our own words in the language, and text from outside as the medium shows it."""
    number: WriteNumber
    unit: float = 1.0
    """Length of a reference pixel: that of a window whose text has the usual size."""

    def widest(self, texts: Iterable[str], *, bold: bool = False) -> float:
        """Return the width of the longest of some captions."""
        return max((self.width_of(text, bold=bold) for text in texts), default=0.0)


def elide_text(
    medium: Medium, text: str, width: float, role: Role = Role.CAPTION, *, bold: bool = False
) -> str:
    """Return a text cut so that it is at most so wide, with an ellipsis."""
    if medium.width_of(text, role, bold=bold) <= width:
        return text
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        shown = text[:middle].rstrip() + ELLIPSIS
        if medium.width_of(shown, role, bold=bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def fit_text_in_box(
    medium: Medium, text: str, box: Box, ink: Ink = TEXT, role: Role = Role.CAPTION
) -> Iterator[Text]:
    """Write a text into a box in one line, or where it is too long in two finer ones."""
    width, middle = box.right - box.left, (box.bottom + box.top) / 2
    if medium.width_of(text, role) <= width:
        yield Text((box.left, middle), text, ink, role=role)
        return
    first, *rest = wrap_text(medium, text, width, Role.FINE)
    second = elide_text(medium, " ".join(rest), width, Role.FINE)
    half = (box.top - box.bottom) * 0.22
    for shown, y in ((first, middle + half), (second, middle - half)):
        yield Text((box.left, y), elide_text(medium, shown, width, Role.FINE), ink, role=Role.FINE)


def wrap_text(medium: Medium, text: str, width: float, role: Role = Role.CAPTION) -> list[str]:
    """Return the lines of a text of at most a width; a longer word has its own line."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and medium.width_of(longer, role) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def straight_line(
    *points: XY, ink: Ink = TEXT, width: float = 1.0, dash: Sequence[float] = ()
) -> Line:
    """Return a line through points."""
    return Line(points, Stroke(ink, width, tuple(dash)))


def box_outline(box: Box) -> tuple[tuple[XY, ...], ...]:
    """Return the outline of a box."""
    return (
        (
            (box.left, box.bottom),
            (box.right, box.bottom),
            (box.right, box.top),
            (box.left, box.top),
        ),
    )


def text_only_scene(text: str, size: tuple[float, float], medium: Medium) -> Scene:
    """Return a scene that has a text in its middle instead of a chart."""
    width, height = size
    lines = wrap_text(medium, text, width - 32.0 * medium.unit, Role.BODY)
    leading = medium.line_height(Role.BODY)
    top = height / 2 + (len(lines) - 1) * leading / 2
    items = tuple(
        Text((width / 2, top - at * leading), each, TEXT3, Anchor.MIDDLE, Role.BODY)
        for at, each in enumerate(lines)
    )
    return Scene(width, height, items, medium.unit)
