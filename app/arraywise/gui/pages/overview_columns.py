"""The columns of the Overview grid: a row an option."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.price_words import convention, is_most_per_million, price_head
from arraywise.gui import figures, painting, wording
from arraywise.gui.sheets.columns import Column, IntervalBar, Shown
from arraywise.gui.wishes import Figure

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.decision import Answer, OptionAnswer, ScreenRule

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
    tip = wording.word(option.architecture)
    return Shown(option.name, marker=option.position, hollow=hollow, tip=tip)


def _verdict(row: Row) -> Shown:
    icon, colour = painting.VERDICT_ICONS[row.answer.status]
    tip = wording.why_status(row.answer, row.rules)
    text = wording.word(row.answer.status)
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
        return wording.tell(convention(discount_rate))
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
            wording.tell(price_head(discount_rate)),
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
