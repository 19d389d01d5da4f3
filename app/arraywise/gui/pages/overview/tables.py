"""Grids (columns from present/tables)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QVBoxLayout, QWidget

from arraywise.domain.decision import PASSES, Verdict
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Column, IntervalBar, RowsModel, Shown
from arraywise.gui.pages.base import section_head
from arraywise.gui.session.page_requests import Figure
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.controls import nest
from arraywise.present.labels import convention, is_most_per_million, price_head

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.decision import Answer, Change, OptionAnswer, ScreenRule
    from arraywise.domain.options import Option

translate = QCoreApplication.translate

_MISSING = Shown(missing=True)

FIGURES = {
    "response": Figure.RESPONSE,
    "interval": Figure.RESPONSE,
    "verdict": Figure.RESPONSE,
    "capacity": Figure.CAPACITY,
    "headroom": Figure.CAPACITY,
    "price": Figure.PRICE,
    "per_tpm": Figure.PRICE,
    "per_million": Figure.PRICE,
    "provisioning": Figure.PROVISIONING,
    "ease": Figure.PROVISIONING,
}
"""Which figure's origin a column leads to; the response time's for all others."""


@dataclass(frozen=True, slots=True)
class Row:
    """An option with what its column-mates fix: decimals, scale."""

    answer: OptionAnswer
    target_s: float
    scale_end_s: float
    ms_decimals: int
    price_decimals: int
    rules: tuple[ScreenRule, ...]


def rows_of(answer: Answer) -> tuple[Row, ...]:
    """Return the rows of an answer, ranked options first, in the order of creation otherwise."""
    points = [o.response_s.point for o in answer.options if o.response_s.point]
    highs = [o.response_s.high or o.response_s.point or 0.0 for o in answer.options]
    target = answer.requirement.response_time_s
    end = min(max([target * 1.2, *highs]) * 1.06, target * 2.2)
    decimals = min(2, figures.decimals_for([p * 1000 for p in points], 2))
    per_tpm = [float(o.price_per_tpm) for o in answer.options if o.price_per_tpm is not None]
    small = bool(per_tpm) and min(per_tpm) < 1000
    ordered = sorted(answer.options, key=lambda o: (o.rank is None, o.rank or 0))
    places = 2 if small else 0
    return tuple(Row(o, target, end, decimals, places, answer.rules) for o in ordered)


def _rank(row: Row) -> Shown:
    rank = row.answer.rank
    if rank is None:
        return Shown(figures.EN_DASH, colour="text2", bold=True)
    return Shown(str(rank), number=rank, colour="accent", bold=True)


def _option(row: Row) -> Shown:
    option = row.answer.option
    hollow = row.answer.verdict is Verdict.NOT_COMPARABLE
    tip = messages.word(option.architecture)
    return Shown(option.name, marker=option.position, hollow=hollow, tip=tip)


def _verdict(row: Row) -> Shown:
    icon, colour = painting.VERDICT_ICONS[row.answer.status]
    tip = messages.why_status(row.answer, row.rules)
    text = messages.word(row.answer.status)
    return Shown(text, icon=icon, colour=colour, bold=True, tip=tip)


def _response(row: Row) -> Shown:
    interval = row.answer.response_s
    tip = ""
    if interval.low is not None and interval.high is not None:
        tip = translate("Overview", "95 %: {low} to {high} ms").format(
            low=figures.milliseconds(interval.low, row.ms_decimals),
            high=figures.milliseconds(interval.high, row.ms_decimals),
        )
    if interval.point is None:
        if interval.high is None:
            return _MISSING
        text = f"\u2264 {figures.milliseconds(interval.high, row.ms_decimals)}"
        return Shown(text, number=interval.high * 1000, tip=tip)
    text = figures.milliseconds(interval.point, row.ms_decimals)
    return Shown(text, number=interval.point * 1000, tip=tip)


def _interval(row: Row) -> Shown:
    interval = row.answer.response_s
    if interval.point is None:
        return _MISSING
    low = interval.point if interval.low is None else interval.low
    high = interval.point if interval.high is None else interval.high
    hollow = row.answer.verdict is Verdict.NOT_COMPARABLE
    bar = IntervalBar(
        low,
        interval.point,
        high,
        row.target_s,
        row.scale_end_s,
        row.answer.option.position,
        hollow,
    )
    text = (
        f"{figures.milliseconds(low, row.ms_decimals)}{figures.EN_DASH}"
        f"{figures.milliseconds(high, row.ms_decimals)}"
    )
    return Shown(text, number=high - low, interval=bar, tip=_response(row).tip)


def _capacity(row: Row) -> Shown:
    visits = row.answer.capacity_visits_per_month
    if visits is None:
        return _MISSING
    low = row.answer.capacity_low_tps
    tip = ""
    if low is not None:
        tip = translate("Overview", "{rate} tx/s are shown with 95 % confidence")
        tip = tip.format(rate=figures.number(low, 1))
    if row.answer.capacity_is_censored:
        tip += "\n" + translate("Overview", "More was not demonstrated")
    return Shown(
        f"{figures.at_least(row.answer)}{figures.millions(visits)}", number=visits / 1e6, tip=tip
    )


def _headroom(row: Row) -> Shown:
    headroom = row.answer.headroom
    if headroom is None:
        return _MISSING
    low = row.answer.headroom_low
    tip = translate("Overview", "{percent} % are shown with 95 % confidence")
    tip = "" if low is None else tip.format(percent=figures.percent(low))
    return Shown(figures.headroom(row.answer), number=headroom * 100, tip=tip)


def _money(amount: Decimal | None, decimals: int = 0) -> Shown:
    if amount is None:
        return _MISSING
    return Shown(figures.number(amount, decimals), number=float(amount))


def _price(row: Row) -> Shown:
    return _money(row.answer.price.total if row.answer.price else None)


def _per_tpm(row: Row) -> Shown:
    rounded = row.answer.price_per_tpm_by_digits
    shown = _money(row.answer.price_per_tpm, row.price_decimals)
    if row.answer.capacity_is_censored:
        shown = _at_most(shown)
    if rounded is None:
        return shown
    said = translate("Overview", "{price} up to three digits, as TPC-C prints it")
    tip = said.format(price=figures.plain(float(rounded)))
    return replace(shown, tip=f"{tip}\n{shown.tip}".strip())


def _at_most(shown: Shown) -> Shown:
    """Say that a price per unit of work is at most this much, as more was not demonstrated."""
    if shown.missing:
        return shown
    tip = translate("Overview", "At most this much: more transactions were not demonstrated")
    return replace(shown, text=f"{figures.AT_MOST}{shown.text}", tip=tip)


def _per_million(row: Row) -> Shown:
    shown = _money(row.answer.price_per_million_visits, row.price_decimals)
    return _at_most(shown) if is_most_per_million(row.answer) else shown


def _provisioning(row: Row) -> Shown:
    seconds = row.answer.provisioning_s.point
    if seconds is None:
        return _MISSING
    minutes = seconds / 60
    return Shown(figures.number(minutes, 0 if minutes >= 10 else 1), number=minutes)


def _ease(row: Row) -> Shown:
    factor = row.answer.ease_factor
    return _MISSING if factor is None else Shown(figures.number(factor, 2), number=factor)


def _cpu(row: Row) -> Shown:
    busy = row.answer.host_busy_at_peak
    if busy is None:
        return _MISSING
    tips = []
    if any(level.host_bound for level in row.answer.levels):
        tips.append(translate("Overview", "The host's processors were exhausted at some levels"))
    if row.answer.host_limit_tps is not None:
        tip = translate("Overview", "At this use of a transaction they carry {rate} tx/s at most")
        tips.append(tip.format(rate=figures.number(row.answer.host_limit_tps, 1)))
    return Shown(figures.percent(busy), number=busy * 100, tip="\n".join(tips))


def _grade(row: Row) -> Shown:
    grade = row.answer.evidence_grade
    return Shown(grade) if grade else _MISSING


def columns(currency: str, discount_rate: Decimal | None = None) -> tuple[Column, ...]:
    """Return the columns; those of money name the currency, and what the price is."""
    titles = _titles(discount_rate)
    shows = {
        "rank": _rank,
        "option": _option,
        "verdict": _verdict,
        "response": _response,
        "interval": _interval,
        "capacity": _capacity,
        "headroom": _headroom,
        "price": _price,
        "per_tpm": _per_tpm,
        "per_million": _per_million,
        "provisioning": _provisioning,
        "ease": _ease,
        "cpu": _cpu,
        "grade": _grade,
    }
    least = {"rank": 24, "option": 96, "interval": 104}
    most = {"option": 230, "verdict": 190, "interval": 104}
    gives_to = {"interval": 72}
    left = {"rank", "option", "verdict", "interval", "grade"}
    return tuple(
        Column(
            key,
            titles[key][0],
            show,
            titles[key][1] or (currency if key in {"price", "per_tpm", "per_million"} else ""),
            right=key not in left,
            least=least.get(key, 0),
            most=most.get(key, 420),
            gives_to=gives_to.get(key, 0),
            wraps=key in {"option", "verdict"},
            stretch=key == "interval",
            tip=titles[key][2],
        )
        for key, show in shows.items()
    )


def _price_tip(discount_rate: Decimal | None) -> str:
    if discount_rate is not None:
        return messages.tell(convention(discount_rate))
    return translate("Overview", "Purchase, licences and maintenance for 36 months")


def _titles(discount_rate: Decimal | None) -> dict[str, tuple[str, str, str]]:
    """Return title, unit and explanation of each column; an empty unit of money is filled in."""
    return {
        "rank": ("", "", translate("Overview", "Rank among the options that pass")),
        "option": (translate("Overview", "Option"), "", ""),
        "verdict": (translate("Overview", "Verdict"), "", ""),
        "response": (
            translate("Overview", "Response time"),
            "ms",
            translate("Overview", "At the demand, by the statistic of the requirement"),
        ),
        "interval": (
            translate("Overview", "95 % interval"),
            translate("Overview", "and target"),
            translate("Overview", "Of the response time; the dashed line is the target"),
        ),
        "capacity": (
            translate("Overview", "Capacity"),
            translate("Overview", "M visits"),
            translate("Overview", "Highest load a month that still meets the target"),
        ),
        "headroom": (
            translate("Overview", "Headroom"),
            "%",
            translate("Overview", "Capacity over demand, less 1"),
        ),
        "price": (
            messages.tell(price_head(discount_rate)),
            "",
            _price_tip(discount_rate),
        ),
        "per_tpm": (
            translate("Overview", "Price per tpm"),
            "",
            translate("Overview", "36-month price over transactions a minute at capacity"),
        ),
        "per_million": (
            translate("Overview", "Per M visits"),
            "",
            translate("Overview", "36-month price over a million visits served"),
        ),
        "provisioning": (
            translate("Overview", "Provi\u00adsioning"),
            "min",
            translate("Overview", "Mean time to provide storage"),
        ),
        "ease": (
            translate("Overview", "Ease factor"),
            "",
            translate("Overview", "Provisioning time over the quickest option's"),
        ),
        "cpu": (
            translate("Overview", "Peak CPU"),
            "%",
            translate("Overview", "Median use of the host's processors at the highest level"),
        ),
        "grade": (
            translate("Overview", "Evidence"),
            translate("Overview", "grade"),
            translate("Overview", "A is best: repetitions, comparable levels around the demand"),
        ),
    }


def passing(answer: Answer) -> int:
    """Count the options that pass the screen."""
    return sum(option.status in PASSES for option in answer.options)


_LEGEND = (
    Verdict.PASS_MEASURED,
    Verdict.PASS_ONCE,
    Verdict.PASS_MODELLED,
    Verdict.PASS_IO,
    Verdict.PASS_PUBLISHED,
    Verdict.UNDETERMINED,
    Verdict.NOT_DEMONSTRATED,
    Verdict.NOT_COMPARABLE,
    Verdict.FAIL,
    Verdict.NO_DATA,
)
_SIDE = 11
"""Left and right of a table, in pixels."""


class VerdictLegend(QWidget):
    """The icons of the verdicts that a table shows, each with its word."""

    def __init__(self) -> None:
        super().__init__()
        self._verdicts: tuple[Verdict, ...] = ()
        self.setFixedHeight(20)

    def show_verdicts(self, shown: set[Verdict]) -> None:
        """Explain these."""
        if Verdict.FAIL_CAPACITY in shown:
            shown = shown | {Verdict.FAIL}
        verdicts = tuple(v for v in _LEGEND if v in shown)
        if verdicts != self._verdicts:
            self._verdicts = verdicts
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw icon and word of each, as many as fit."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text3"])
        metrics = QFontMetrics(painter.font())
        x = 16.0
        for verdict in self._verdicts:
            word = messages.word(verdict).lower()
            wide = metrics.horizontalAdvance(word)
            if x + 18 + wide > self.width():
                break
            painting.paint_verdict_icon(painter, QRectF(x, 4, 12, 12), verdict)
            painter.drawText(QRectF(x + 16, 0, wide + 2, 20), Qt.AlignmentFlag.AlignVCenter, word)
            x += 16 + wide + 12


class _SmallTable(QWidget):
    """A titled table that is as high as its rows."""

    def __init__(self) -> None:
        super().__init__()
        self.model = RowsModel((), self)
        self.grid = Grid(self.model, plain=True)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.grid.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        head, self.title, self.note = section_head("")
        column.addWidget(head)
        inner = QVBoxLayout()
        inner.setContentsMargins(_SIDE, 0, _SIDE, 0)
        inner.addWidget(self.grid)
        nest(column, inner)
        self._column = column

    def needed_width(self) -> int:
        """Return the width at which no column is cut."""
        return self.grid.needed_width() + 2 * _SIDE

    def _name(self, title: str) -> None:
        self.title.setText(title)
        self.grid.setAccessibleName(title)

    def _show(self, rows: tuple[object, ...]) -> None:
        self.model.set_rows(rows)
        if self.grid.horizontalHeader().length() > self.grid.viewport().width():
            self.grid.fit_columns()  # columns grew for what is no longer said
        high = self.grid.natural_height(12) + 1
        if high != self.grid.height():
            self.grid.setFixedHeight(high)


class ScreenTable(_SmallTable):
    """Rules against options, a verdict a cell."""

    def __init__(self) -> None:
        super().__init__()
        self._name(self.tr("Screen, before any weight"))
        self._options: tuple[Option, ...] = ()
        self._screened: object = None
        """The options, rules and verdicts that are shown."""
        self._verdicts: dict[int, dict[str, Verdict]] = {}
        self.legend = VerdictLegend()
        self._column.addWidget(self.legend)
        self._column.addStretch(1)

    def show_answer(self, answer: Answer) -> None:
        """Show the screen of an answer."""
        options = tuple(o.option for o in answer.options)
        screened = (options, answer.rules, tuple(o.screen for o in answer.options))
        if screened == self._screened:
            return
        self._screened = screened
        self._verdicts = {o.option.id: dict(o.screen) for o in answer.options}
        if options != self._options:
            self._options = options
            self.model.set_columns((self._rule_column(), *map(self._column_of, options)))
        self._show(answer.rules)
        self.legend.show_verdicts({v for o in answer.options for _, v in o.screen})
        self.setVisible(bool(options))

    def _rule_column(self) -> Column:
        return Column(
            "rule",
            self.tr("Rule"),
            lambda r: Shown(messages.tell(r.said)),
            stretch=True,
            least=120,
        )

    def _column_of(self, option: Option) -> Column:
        def show(rule: ScreenRule) -> Shown:
            verdict = self._verdicts.get(option.id, {}).get(rule.name)
            if verdict is None:
                return Shown(missing=True)
            icon, colour = painting.VERDICT_ICONS[verdict]
            return Shown(icon=icon, colour=colour, tip=messages.word(verdict))

        return Column(
            option.name, option.name, show, centred=True, marker=option.position, least=46
        )


class ChangesTable(_SmallTable):
    """What would change the recommendation, how far off it is, and what would be bought then."""

    def __init__(self) -> None:
        super().__init__()
        self._name(self.tr("What would change the answer"))
        self._positions: dict[str, int] = {}
        self.model.set_columns(
            (
                Column("what", self.tr("If this changes"), _what, least=150),
                Column("to", self.tr("to"), lambda c: Shown(messages.tell(c.to)), least=100),
                Column("by", self.tr("by"), self._by, right=True, least=70),
                Column("then", self.tr("then"), self._then, least=150, stretch=True),
            )
        )

    def show_answer(self, answer: Answer) -> None:
        """Show the changes of an answer."""
        self._positions = {o.option.name: o.option.position for o in answer.options}
        self._show(answer.changes)
        self.setVisible(bool(answer.changes))

    def _by(self, change: Change) -> Shown:
        if change.by is None:
            return Shown(figures.EN_DASH, colour="text2")
        text = f"{figures.percent(change.by, 1, signed=True)} %"
        return Shown(text, number=change.by * 100)

    def _then(self, change: Change) -> Shown:
        if change.winner is None:
            text = self.tr("none is shown to pass")
            return Shown(text, icon="undetermined", colour="unknown")
        return Shown(change.winner, marker=self._positions.get(change.winner))

    def sizeHint(self) -> QSize:
        """Return the height of title and rows."""
        return QSize(600, self.grid.height() + theme.height("panel_head") + 8)


def _what(change: Change) -> Shown:
    return Shown(messages.tell(change.what))
