"""Appendix C: the methods that the figures were made with, and no others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.platypus import KeepTogether

from arraywise.analysis.storage_bound import StorageBound
from arraywise.domain.messages import message
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, Basis, Rule
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.style import Style

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.text import Blocks

# ruff: noqa: RUF001 - formulas are typeset with a true minus sign


_SLOPE = "S<sub>i</sub> = (R<sub>i+1</sub> − R<sub>i</sub>) / (X<sub>i+1</sub> − X<sub>i</sub>)"
_LOWER_END = (
    "L(x) = max { R<sub>i</sub> ; R<sub>i</sub> + S<sub>i−1</sub> · (x − X<sub>i</sub>) ;"
    " R<sub>i+1</sub> − S<sub>i+1</sub> · (X<sub>i+1</sub> − x) }"
)


@dataclass(frozen=True, slots=True)
class CalculationStep:
    """One step of the calculation: what it does, and its formulas."""

    title: Message
    text: Message
    formulas: tuple[str, ...]
    is_used: Callable[[ReportContent], bool]
    source: str = ""
    """Of the literature."""


_JAIN = "R. Jain, The Art of Computer Systems Performance Analysis, Wiley 1991."
_TPC = (
    "TPC Pricing Specification; TPC Benchmark H 2.17.3, clause 7; TPC Benchmark C 5.11, clause 7."
)
_BELTON = "V. Belton, T. Stewart, Multiple Criteria Decision Analysis, Kluwer 2002."


def _has_levels(content: ReportContent) -> bool:
    return any(option.levels for option in content.answer.options)


def _is_priced(content: ReportContent) -> bool:
    return any(option.price for option in content.answer.options)


def _is_scored(content: ReportContent) -> bool:
    answer = content.answer
    return answer.recommended_answer is not None and answer.requirement.rule is Rule.BEST_VALUE


def decides_by_io(content: ReportContent) -> bool:
    """Return whether an option without transaction runs is judged by I/O tests."""
    return any(
        not option.levels
        and any(
            isinstance(each, StorageBound) for each in content.bounds.get(option.option.id, ())
        )
        for option in content.answer.options
    )


METHODS: tuple[CalculationStep, ...] = (
    CalculationStep(
        message("Demand"),
        message(
            "V visits a month of k transactions over d days give an average rate. Peak factor"
            " c: traffic share of the busy hours over their time share (1 if even). Growth g"
            " over h months and a reserve are added."
        ),
        (
            "X<sub>avg</sub> = V · k / (d · 86 400 s)",
            "X<sub>req</sub> = c · X<sub>avg</sub> · (1 + g)<super>h</super> · (1 + r)",
        ),
        lambda c: c.answer.requirement.is_in_visits and c.answer.is_stated,
    ),
    CalculationStep(
        message("Means and intervals"),
        message(
            "Runs with equal users are repetitions. Mean x of n runs with standard deviation s"
            " and the 95 % interval of Student\N{RIGHT SINGLE QUOTATION MARK}s t; a single"
            " run has none."
        ),
        ("x ± t<sub>0.975, n−1</sub> · s / √n",),
        lambda c: any(v.runs > 1 for o in c.answer.options for v in o.levels),
        _JAIN,
    ),
    CalculationStep(
        message("Response time at the demand"),
        message(
            "Between two levels the response time is below the chord (U) and above the extended"
            " neighbouring chords (L, S: slope). Point: geometric mean; interval: resampled"
            " runs. Levels past the highest rate or host-limited do not count."
        ),
        (
            "U(x) = R<sub>i</sub> + S<sub>i</sub> · (x − X<sub>i</sub>)",
            _SLOPE,
            _LOWER_END,
            "R(x) = √( L(x) · U(x) )",
        ),
        _has_levels,
    ),
    CalculationStep(
        message("Queueing model"),
        message(
            "A closed queueing model (D: bottleneck time, E: other time, Z: think time, B:"
            " Erlang loss) narrows intervals and bounds the rate. It needs every level within"
            " 10 % and two levels below saturation. Verdicts using it are “modelled”."
        ),
        (
            "a = (Z + E) / D",
            "X(N) = (1 − B(N, a)) / D",
            "R(N) = N / X(N) − Z",
        ),
        lambda c: any(o.basis is Basis.MODELLED for o in c.answer.options),
        _JAIN,
    ),
    CalculationStep(
        message("Load it carries and headroom"),
        message(
            "Likely rate: the highest within the target; low end: with the upper 95 % bound. The"
            " rules use the low end: less the required headroom it is L, less growth and reserve"
            " the load carried."
        ),
        (
            "L = X<sub>low</sub> / (1 + h<sub>min</sub>)",
            "h = X<sub>cap</sub> / X<sub>req</sub> − 1",
        ),
        _has_levels,
    ),
    CalculationStep(
        message("36-month price"),
        message(
            "Per line: quantity q, unit price p, discount e, maintenance m a month after w"
            " months of warranty; d: discounts of the sheet. The total is rounded up to the"
            " currency unit, price-performance to the cent."
        ),
        (
            "P = Σ q · p · (1 − e) + Σ q · m · max(0, 36 − w) − Σ d",
            "P<sub>tpm</sub> = P / (60 · X<sub>cap</sub>)",
        ),
        lambda c: _is_priced(c) and c.answer.discount_rate is None,
        _TPC,
    ),
    CalculationStep(
        message("Effort"),
        message(
            "Sum of the mean times of all provisioning steps, relative to the quickest option."
        ),
        ("f<sub>i</sub> = t<sub>i</sub> / min<sub>k</sub> t<sub>k</sub>",),
        lambda c: any(o.ease_factor for o in c.answer.options),
    ),
    CalculationStep(
        message("Score"),
        message(
            "Only options that pass the screen are scored. Points are linear between the"
            " anchors (limit 0, target 60 by default, aspiration 100), and cut off outside."
            " Weights are swings over their sum."
        ),
        (
            "w<sub>j</sub> = s<sub>j</sub> / Σ s",
            "V<sub>i</sub> = Σ w<sub>j</sub> · v<sub>j</sub>(a<sub>ij</sub>)",
        ),
        _is_scored,
        _BELTON,
    ),
    CalculationStep(
        message("Net present value"),
        message(
            "Prices are discounted to month 0 at rate r a year. Purchase, one-time services and"
            " 36-month maintenance (M) are paid at month 0, a monthly fee at the end of each month"
            " t after the warranty."
        ),
        (
            "P = Σ q · p · (1 − e) + Σ (M + q · m · B<sub>w</sub>) − Σ d",
            "B<sub>w</sub> = Σ<sub>t = w+1…36</sub> (1 + r)<super>−t/12</super>",
        ),
        lambda c: _is_priced(c) and c.answer.discount_rate is not None,
        _TPC,
    ),
    CalculationStep(
        message("Storage time"),
        message(
            "A transaction waits for its reads and for the log. I/O tests bound the latency of"
            " each at the required rate; their sum is compared with what storage may take of the"
            " target."
        ),
        (),
        decides_by_io,
        _JAIN,
    ),
)


def method_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the methods that were used; the thresholds where the study moved any."""
    used = [each for each in METHODS if each.is_used(content)]
    if not used:
        return None
    blocks: Blocks = []
    for each in used:
        formulas = [layout.formula_line(formula) for formula in each.formulas]
        parts: Blocks = [layout.subheading(each.title), layout.paragraph(each.text), *formulas]
        blocks.append(KeepTogether(parts))
    if content.facts.thresholds != DEFAULT_THRESHOLDS:
        lines = [layout.bullet_item(line) for line in content.thresholds]
        blocks += layout.titled_part(message("Thresholds of this study"), lines)
    for source in dict.fromkeys(each.source for each in used if each.source):
        blocks.append(layout.paragraph(message("Source: {source}", source=source), Style.NOTE))
    return SectionPage(None, blocks)
