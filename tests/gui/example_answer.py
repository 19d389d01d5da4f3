"""An answer with the figures of the visual target, for tests of single widgets."""

from __future__ import annotations

from decimal import Decimal

from arraywise.analysis.decision.certainty import describe_share_ahead
from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.decision import (
    Answer,
    Certainty,
    CertaintyBasis,
    Change,
    CriterionScore,
    Finding,
    Interval,
    LoadLevel,
    OptionAnswer,
    ScreenRule,
    Verdict,
)
from arraywise.domain.messages import Severity, message
from arraywise.domain.options import Architecture, Option
from arraywise.domain.pricing import PriceTotal
from arraywise.domain.requirement import Basis, Requirement

REQUIREMENT = Requirement(response_time_s=0.2, visits_per_month=54_432_000)
_CRITERIA = (
    Criterion.RESPONSE_TIME,
    Criterion.PROVISIONING,
    Criterion.HEADROOM,
    Criterion.PRICE,
)
WEIGHTS = (0.45, 0.27, 0.18, 0.10)
_PASS, _MODELLED = Verdict.PASS_MEASURED, Verdict.PASS_MODELLED

# name, architecture, verdict, ms (low, point, high), M visits, headroom, price, minutes, points
_OPTIONS = (
    ("NAS NFS", Architecture.NAS, _MODELLED, (158, 175, 194), 61.0, 0.12, 528_600, 25,
     (30, 91, 36, 80)),
    ("iSCSI SAN", Architecture.ISCSI_SAN, _PASS, (158, 165, 173), 58.8, 0.08, 528_600, 45,
     (42, 73, 24, 80)),
    ("FC SAN", Architecture.FC_SAN, _PASS, (112, 120, 129), 70.8, 0.30, 615_000, 95,
     (73, 25, 73, 52)),
    ("DAS RAID-10", Architecture.DAS, Verdict.FAIL, (290, 300, 311), 42.8, -0.21, 402_300, 18,
     (0, 98, 0, 99)),
    ("Fluid Cache on DAS", Architecture.HOST_FLASH_CACHE, Verdict.NOT_COMPARABLE, (90, 96, 103),
     78.9, 0.45, 664_200, 120, (85, 0, 93, 38)),
)  # fmt: skip
_BASES = {
    _PASS: Basis.MEASURED,
    _MODELLED: Basis.MODELLED,
    Verdict.FAIL: Basis.MEASURED,
    Verdict.NOT_COMPARABLE: Basis.NONE,
}
_RANKS = {"FC SAN": 1, "NAS NFS": 2, "iSCSI SAN": 3}


def _total(amount: int) -> PriceTotal:
    money = Decimal(amount)
    zero = Decimal(0)
    return PriceTotal("BRL", money, zero, zero, zero, money, money, ())


def _option_answer(position: int) -> OptionAnswer:
    name, architecture, verdict, times, capacity, headroom, price, minutes, points = _OPTIONS[
        position
    ]
    low, point, high = (t / 1000 for t in times)
    response_s = Interval(low, point, high)
    level = LoadLevel(
        users=120,
        runs=3,
        rate_tps=Interval(83.0, 84.0, 85.0),
        response_s=response_s,
        host_busy=0.64,
        host_bound=verdict is Verdict.NOT_COMPARABLE,
        past_knee=False,
    )
    option = Option(position + 1, name, architecture, position, shared_storage=True)
    cells = tuple(
        CriterionScore(c, Interval(None, None, None), Interval(p, p, p), w * p)
        for c, p, w in zip(_CRITERIA, points, WEIGHTS, strict=True)
    )
    value = sum(w * p for p, w in zip(points, WEIGHTS, strict=True))
    return OptionAnswer(
        option=option,
        verdict=verdict,
        reason=message("because"),
        rule_verdicts=(("response time", verdict), ("headroom", verdict)),
        status=verdict,
        response_s=response_s,
        capacity_tps=capacity * 84 / 54.432,
        capacity_low_tps=None,
        capacity_is_censored=verdict is Verdict.NOT_COMPARABLE,
        capacity_visits_per_month=round(capacity * 1e6),
        headroom=headroom,
        headroom_low=None,
        limit_tps=capacity * 84 / 54.432,
        limit_visits_per_month=round(capacity * 1e6),
        spare_share=headroom,
        price=_total(price),
        price_per_tpm=Decimal("93.86"),
        price_per_million_visits=Decimal("313.85"),
        provisioning_s=Interval(minutes * 55, minutes * 60, minutes * 65),
        ease_factor=minutes / 18,
        evidence_grade="A",
        host_busy_at_peak=0.64,
        levels=(level,),
        curve=(),
        scores=cells,
        value=Interval(value, value, value),
        rank=_RANKS.get(name),
        first_share=0.81 if name == "FC SAN" else 0.1,
        on_frontier=False,
        basis=_BASES[verdict],
    )


def example_answer(requirement: Requirement = REQUIREMENT) -> Answer:
    """Return the answer that the pictures show."""
    options = tuple(_option_answer(i) for i in range(len(_OPTIONS)))
    return Answer(
        requirement=requirement,
        demand_tps=84.0,
        currency="BRL",
        weights=tuple(zip(_CRITERIA, WEIGHTS, strict=True)),
        settings=tuple(CriterionSetting(c, 50, None, None, None) for c in _CRITERIA),
        rules=(
            ScreenRule("response time", message("Response ≤ {ms:.0f} ms", ms=200)),
            ScreenRule("headroom", message("Headroom ≥ {least:.0%}", least=0.05)),
        ),
        options=options,
        recommended=options[2].option,
        is_clear=True,
        certainty=Certainty(
            CertaintyBasis.COMPARED,
            describe_share_ahead("FC SAN", "NAS NFS", 0.81),
            share_ahead=0.81,
            has_second=True,
            stands=True,
        ),
        findings=(
            Finding(
                "cpu", Severity.ERROR, ("Fluid Cache on DAS",), message("CPU"), message("no"), ()
            ),
            Finding(
                "levels", Severity.WARNING, ("NAS NFS",), message("Levels"), message("no"), ()
            ),
        ),
        changes=(
            Change(
                message("Visits per month"),
                message("below {m:.1f} M", m=52.4),
                -0.037,
                "iSCSI SAN",
            ),
            Change(
                message("Target response"), message("above {ms:.0f} ms", ms=211), 0.055, "NAS NFS"
            ),
            Change(message("Visits per month"), message("above {m:.1f} M", m=70.8), 0.30, None),
        ),
        draws=10_000,
        seed=1,
    )
