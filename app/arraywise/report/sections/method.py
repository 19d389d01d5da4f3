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
            "Visits a month (V) of k transactions each, in a month of d days, make an average"
            " rate. The busy hours carry a share of the traffic in a smaller share of the time;"
            " c is their ratio (1 where the load is spread evenly). Growth g over h months and a"
            " reserve are added."
        ),
        (
            "X<sub>avg</sub> = V · k / (d · 86 400 s)",
            "X<sub>req</sub> = c · X<sub>avg</sub> · (1 + g)<super>h</super> · (1 + r)",
        ),
    ),
    (
        message("Means and intervals"),
        message(
            "Runs at the same number of users are repetitions. Their mean x is given with the"
            " 95 % interval of Student’s t, from n runs with standard deviation s; a single run"
            " has none."
        ),
        ("x ± t<sub>0.975, n−1</sub> · s / √n",),
    ),
    (
        message("Response time at the demand"),
        message(
            "Between two measured levels the response time of a closed system rises ever faster"
            " with the rate. So it lies below the chord between the levels (U) and above the"
            " prolonged chords of the neighbouring segments (L); S is the slope of a segment."
            " The interval is widened by resampling the runs; the point is the geometric mean of"
            " L and U. Levels past the highest rate do not count; loads at which"
            " the processors of the host were the limit are not judged."
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
            "A closed model with the bottleneck’s time a transaction (D) and that of the rest (E)"
            " is fitted to the levels, Z being the think time, B Erlang’s loss formula. It is"
            " used only where it meets every measured response time within 10 % and two levels lie"
            " below saturation; it then narrows the interval between the levels, and bounds the"
            " rate. A verdict that rests on it is called “modelled”."
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
            "The likely rate is the highest one at which the response time is still within the"
            " target, its lower end the highest one at which the upper 95 % end is. The rules"
            " are judged by that end: less the headroom asked for it is the load carried (L); what"
            " that has over the demand is the spare load. The criterion of headroom (h) is valued"
            " by the likely rate."
        ),
        (
            "L = X<sub>low</sub> / (1 + h<sub>min</sub>)",
            "h = X<sub>cap</sub> / X<sub>req</sub> − 1",
        ),
    ),
    (
        message("36-month price"),
        message(
            "For each line: quantity q, unit price p, discount e; maintenance m a month, free"
            " during w months of warranty; d is what the discounts of the sheet take off. The"
            " total is rounded up to the currency unit, prices for performance up to the cent."
        ),
        (
            "P = Σ q · p · (1 − e) + Σ q · m · max(0, 36 − w) − Σ d",
            "P<sub>tpm</sub> = P / (60 · X<sub>cap</sub>)",
        ),
    ),
    (
        message("Ease factor"),
        message(
            "The sum of the mean times of all provisioning steps, against the quickest option."
        ),
        ("f<sub>i</sub> = t<sub>i</sub> / min<sub>k</sub> t<sub>k</sub>",),
    ),
    (
        message("Score"),
        message(
            "Options that fail the screen are not scored against others. For the rest each"
            " criterion is turned into points by straight lines through its anchors (limit: 0,"
            " target: 60 unless stated otherwise, aspiration: 100) and further points where they"
            " are stated, cut off outside. Weights are swings over their sum."
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
        "Prices are taken at month 0 by the discount rate r of a year: a monthly fee is paid at"
        " the end of each month t after the warranty. Purchase, services paid once and maintenance"
        " quoted for the 36 months as a whole (M) are paid at month 0."
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
        lead = message(
            "The rules by which levels are classed and comparisons are audited draw their lines"
            " here."
        )
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
