# ruff: noqa: RUF001 - formulas are typeset with a true minus sign
"""How the figures were computed, with the formulas, so that a reader can do it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.platypus import KeepTogether

from arraywise.domain.messages import message

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout

_SLOPE = "S<sub>i</sub> = (R<sub>i+1</sub> − R<sub>i</sub>) / (X<sub>i+1</sub> − X<sub>i</sub>)"
_LOWER_END = (
    "L(x) = max { R<sub>i</sub> ; R<sub>i</sub> + S<sub>i−1</sub> · (x − X<sub>i</sub>) ;"
    " R<sub>i+1</sub> − S<sub>i+1</sub> · (X<sub>i+1</sub> − x) }"
)

STEPS: tuple[tuple[Message, Message, tuple[str, ...]], ...] = (
    (
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
    ),
    (
        message("Means and intervals"),
        message(
            "Runs with equal users are repetitions. Mean x of n runs with standard deviation s"
            " and the 95 % interval of Student\N{RIGHT SINGLE QUOTATION MARK}s t; a single"
            " run has none."
        ),
        ("x ± t<sub>0.975, n−1</sub> · s / √n",),
    ),
    (
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
    ),
    (
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
    ),
    (
        message("Load it carries and headroom"),
        message(
            "Likely rate: the highest within the target; low end: with the upper 95 % bound. The"
            " rules use the low end: less the required headroom it is the load carried (L). Spare"
            " load: L over demand, minus 1."
        ),
        (
            "L = X<sub>low</sub> / (1 + h<sub>min</sub>)",
            "h = X<sub>cap</sub> / X<sub>req</sub> − 1",
        ),
    ),
    (
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
    ),
    (
        message("Effort"),
        message(
            "Sum of the mean times of all provisioning steps, relative to the quickest option."
        ),
        ("f<sub>i</sub> = t<sub>i</sub> / min<sub>k</sub> t<sub>k</sub>",),
    ),
    (
        message("Score"),
        message(
            "Only options that pass the screen are scored. Points are linear between the"
            " anchors (limit 0, target 60 by default, aspiration 100) and any further points,"
            " and cut off outside. Weights are swings over their sum."
        ),
        (
            "w<sub>j</sub> = s<sub>j</sub> / Σ s",
            "V<sub>i</sub> = Σ w<sub>j</sub> · v<sub>j</sub>(a<sub>ij</sub>)",
        ),
    ),
)


DISCOUNTED = (
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
)
"""How prices are computed where they are discounted."""


def method_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set each step: what it is for, then its formulas."""
    blocks: list[Flowable] = []
    discounted = [] if content.answer.discount_rate is None else [DISCOUNTED]
    for title, text, formulas in (*STEPS, *discounted):
        steps = [layout.paragraph(text), *(layout.formula(formula) for formula in formulas)]
        blocks.append(KeepTogether([layout.subheading(title), *steps]))
    if content.thresholds:
        lead = message("Thresholds of the rules that classify levels and audit comparisons.")
        lines = [layout.bullet(line) for line in content.thresholds]
        blocks += layout.part(message("Thresholds"), [layout.paragraph(lead), *lines])
    return [
        *blocks,
        *layout.part(message("Sources"), [layout.bullet(source) for source in SOURCES]),
    ]


SOURCES = (
    "R. Jain, The Art of Computer Systems Performance Analysis, Wiley 1991.",
    "TPC Pricing Specification; TPC Benchmark H 2.17.3, clause 7; TPC Benchmark C 5.11, clause 7.",
    "V. Belton, T. Stewart, Multiple Criteria Decision Analysis, Kluwer 2002.",
)
