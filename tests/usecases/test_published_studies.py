"""The five published studies: what they hold, what follows from it, what they leave open.

The golden figures are those that the publications print, or that follow from printed figures;
where a formula gives something else than is printed, both are asserted.
"""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook

from arraywise.analysis.curves.statistics import runs_by_normal, z_quantile
from arraywise.analysis.demand import demand_tps, visits_per_month
from arraywise.analysis.pricing import price_per_tpm, relative_difference
from arraywise.cli.json_output import decision_document
from arraywise.cli.text_output import answer_lines
from arraywise.domain.decision import Robustness, Verdict
from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, Status
from arraywise.domain.messages import Severity
from arraywise.domain.requirement import Convention, Requirement
from arraywise.domain.study import Edition, ReportOptions
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import (
    PUBLISHED_STUDIES,
    build_published_remarks,
    evaluate_remark_formula,
)
from arraywise.usecases.export_documents import export_report, export_workbook
from tests.answer_text import answer_text
from tests.report.test_document import pages_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.usecases.published import Built


NAMES = [sample.name for sample in PUBLISHED_STUDIES]
ORDER_ENTRY, ORION, TR_3105, SAN_NAS, FLUID_CACHE = NAMES
SUSTAINED = Requirement(convention=Convention.SUSTAINED)
MB = 1e6


@pytest.fixture
def order(studies: dict[str, Built]) -> Built:
    return studies[ORDER_ENTRY]


@pytest.fixture
def filer(studies: dict[str, Built]) -> Built:
    return studies[TR_3105]


def more(value: float, base: float) -> float:
    """How much more in per cent of the base, as the product says it."""
    difference = relative_difference(Decimal(str(value)), Decimal(str(base)))
    assert difference is not None
    return 100 * difference


def to_cent(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)


def test_the_load_is_held_against_what_the_site_needs(order: Built) -> None:
    """80.39 visits/s on average and 321 at the peak; the best of the three carried 25.5."""
    (need,) = [f for f in order.answer.findings if "The site needs" in str(f.message)]
    assert need.severity is Severity.ERROR
    assert str(need.message) == (
        "The site needs 80.39 visits/s on average and 321 at the peak; the best of the three"
        " carried 25.5: 32 % of the average and 8 % of the peak."
    )


def test_a_percentage_is_quoted_with_its_own_base(order: Built) -> None:
    """FC 18 % above NAS is not NAS 18 % below FC; the 11 % is what is reported for NAS."""
    texts = " ".join(f"{r.text} {r.consequence}" for r in order.facts.remarks)
    assert "18 % fewer" not in texts
    assert "FC is called 18 % higher than NAS in one place" in texts
    assert "NAS is called 11 % lower than FC in another" in texts
    assert "NAS is 17.65 % lower; 11 % would be 58.8 million visits" in texts
    assert "+21.4 % over NAS" in texts


def test_a_remark_is_made_only_where_the_figures_contradict() -> None:
    row = {
        "severity": "warning", "options": ["A"], "text": "{less:.1f} %", "consequence": "",
        "where": "p. 1", "when": "less > 5", "compute": {"less": "100 * (1 - b / a)"},
    }  # fmt: skip
    plan = {"cite_as": "X", "figures": {"a": ["A", "rate"], "b": ["B", "rate"]}, "remarks": [row]}
    (result,) = build_published_remarks(plan, {("A", "rate"): 10.0, ("B", "rate"): 9.0})
    assert (result.text, result.computed) == ("10.0 %", True)
    assert not list(build_published_remarks(plan, {("A", "rate"): 10.0, ("B", "rate"): 9.9}))
    with pytest.raises(KeyError):
        list(build_published_remarks(plan, {("A", "rate"): 10.0}))


@pytest.mark.parametrize("text", ["__import__('os')", "a.b", "[1]", "a if a else a", "print(1)"])
def test_a_formula_of_a_remark_is_arithmetic_alone(text: str) -> None:
    with pytest.raises(ValueError, match="no formula"):
        evaluate_remark_formula(text, {"a": 1.0})


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_read_and_the_conclusion_stands_beside(
    studies: dict[str, Built], name: str
) -> None:
    built = studies[name]
    assert built.statuses == {Status.READ}
    assert not built.facts.synthetic
    concluded = built.facts.published_conclusion
    assert concluded is not None
    (line,) = [x for x in answer_lines(built.answer) if x.startswith("The publication concludes")]
    assert concluded.text in line
    assert concluded.citation in line
    shown = decision_document(built.answer, Robustness((), ()))["recommendation"][
        "published_conclusion"
    ]
    assert shown == {"text": concluded.text, "citation": concluded.citation}


@pytest.mark.parametrize(
    ("name", "computed", "typed"),
    [
        (ORDER_ENTRY, 9, 5),
        (ORION, 2, 2),
        (TR_3105, 4, 1),
        (SAN_NAS, 6, 1),
        (FLUID_CACHE, 3, 1),
    ],
)
def test_contradictions_are_findings(
    studies: dict[str, Built], name: str, computed: int, typed: int
) -> None:
    """What the figures show is computed; the rest is marked as the editor's."""
    built = studies[name]
    kinds = {"published contradiction": "", "editor's remark": "Editor's remark: "}
    result = [f for f in built.answer.findings if f.check in kinds]
    remarks = sorted(built.facts.remarks, key=lambda r: not r.computed)
    assert [r.computed for r in remarks] == [True] * computed + [False] * typed
    known = {o.option.name for o in built.facts.options}
    for finding, remark in zip(result, remarks, strict=True):
        assert finding.severity is remark.severity
        assert str(finding.message) == kinds[finding.check] + remark.text
        assert (finding.check == "published contradiction") is remark.computed
        assert (str(finding.consequence), finding.evidence) == (
            remark.consequence,
            (remark.citation,),
        )
        assert known.issuperset(finding.options)


def test_ratios_alone_let_nothing_pass(studies: dict[str, Built]) -> None:
    answer = studies[FLUID_CACHE].answer
    assert {o.verdict for o in answer.options} == {Verdict.NO_DATA}
    assert answer.recommended is None
    assert answer_text(answer).startswith("Not shown yet.")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_passes_as_if_it_had_been_measured(studies: dict[str, Built], name: str) -> None:
    """Publications are judged by single runs, I/O or what they state: never as repeated runs."""
    weaker = {Verdict.PASS_ONCE, Verdict.PASS_IO, Verdict.PASS_PUBLISHED}
    passed = {o.status for o in studies[name].answer.options if o.rank}
    assert passed <= weaker


@pytest.mark.parametrize("name", NAMES)
def test_documents_are_written(studies: dict[str, Built], name: str, tmp_path: Path) -> None:
    with open_study(studies[name].path) as study:
        options = ReportOptions(language="de", edition=Edition.FULL)
        export_report(study, tmp_path / "a.pdf", options=options)
        export_workbook(study, tmp_path / "a.xlsx")
    summary = pages_of((tmp_path / "a.pdf").read_bytes())[1]
    concluded = studies[name].facts.published_conclusion
    assert concluded is not None
    assert "Was die Veröffentlichung folgert" in summary
    assert concluded.citation.split(",")[0] in summary
    assert load_workbook(tmp_path / "a.xlsx", read_only=True).sheetnames


def test_peak_visits_are_cut_off(order: Built) -> None:  # G01, printed
    average = order.figures[None, "average visits mean"]
    asked = Requirement()
    visits = visits_per_month(replace(asked, convention=Convention.SUSTAINED), average)
    peak = demand_tps(asked, visits)
    assert peak == pytest.approx(321.56)
    assert math.floor(peak) == order.figures[None, "peak visits max"] == 321


def test_largest_request(order: Built) -> None:  # G02
    blocks = order.figures[None, "blocks of a multiblock read value"]
    largest = order.figures[None, "database block value"] * blocks
    assert largest == order.figures[None, "largest I/O request value"] == 65_536


@pytest.mark.parametrize(
    ("option", "visits", "per_minute"),
    [("NAS NFS", 54_432_000, 1260), ("FC SAN", 66_096_000, 1530)],
)
def test_visits_to_transactions_a_minute(
    order: Built, option: str, visits: int, per_minute: int
) -> None:  # G03, G04
    rate = order.figures[option, "transaction_rate mean"]
    assert rate == pytest.approx(demand_tps(SUSTAINED, visits))
    assert 60 * rate == pytest.approx(per_minute)


def test_both_bases_of_the_rate(order: Built) -> None:  # G05 printed, G06 the true base
    fc, nas = 66_096_000, 54_432_000
    assert round(-more(nas, fc)) == 100 * order.figures["FC SAN", "transactions above NAS value"]
    assert -more(nas, fc) == pytest.approx(17.65, abs=0.005)
    assert more(fc, nas) == pytest.approx(21.4, abs=0.05)


def test_repetitions(order: Built) -> None:  # G07 printed, G08, G09
    mean = order.figures[None, "preliminary response time mean"]
    deviation = order.figures[None, "preliminary response time stddev"]
    runs = order.figures[None, "repetitions value"]
    assert runs_by_normal(mean, deviation, 10) == runs == 30
    assert runs_by_normal(mean, deviation, 5) == 119
    half = 100 * z_quantile() * deviation / math.sqrt(runs) / mean
    assert half == pytest.approx(9.94, abs=0.005)


def test_prices_on_both_bases(order: Built) -> None:  # G10, G11 printed, G12
    fc, nas = order.total("FC SAN").total, order.total("NAS NFS").total
    assert (fc, nas, order.total("iSCSI SAN").total) == (615_000, 528_600, 528_600)
    assert round(-more(float(nas), float(fc))) == 14
    assert more(float(fc), float(nas)) == pytest.approx(16.35, abs=0.005)


def test_read_share_contradicts_the_claim(order: Built) -> None:  # G13, both are shown
    def of(name: str) -> float:
        return order.figures.get((None, f"{name} value"), 0.0)

    kinds = (("selects", "a select"), ("inserts", "an insert"), ("updates", "an update"))
    reads = sum(of(f"share of {many}") * of(f"reads of {one}") for many, one in kinds)
    writes = sum(of(f"share of {many}") * of(f"writes of {one}") for many, one in kinds)
    assert (reads, writes) == (pytest.approx(3.4), pytest.approx(1.0))
    assert reads / (reads + writes) == pytest.approx(of("share of reads"), abs=5e-5)
    assert of("share of reads") == pytest.approx(0.7727)
    assert of("share of reads claimed") == pytest.approx(0.70)
    assert any("70 %" in r.text and "77.27 %" in r.text for r in order.facts.remarks)


def test_packets_of_a_gigabit(order: Built) -> None:  # G14, printed as "more than"
    packets = math.floor(1e9 / (1500 * 8))
    assert packets == 83_333
    assert packets > order.figures[None, "packets value"] == 83_000


@pytest.mark.parametrize(
    ("option", "per_minute", "expected"),
    [
        ("FC SAN", 1530.0, "401.96"),
        ("NAS NFS", 1260.0, "419.52"),
        ("iSCSI SAN", 1530 * 0.96, "359.89"),
        ("NAS NFS", 1530 * 0.89, "388.19"),
    ],
)
def test_price_a_transaction_a_minute(
    order: Built, option: str, per_minute: float, expected: str
) -> None:  # G15-G18 to the nearest cent; the product rounds up, as the TPC has it
    total = order.total(option)
    assert to_cent(total.unrounded / Decimal(str(per_minute))) == Decimal(expected)
    up = price_per_tpm(total, per_minute / 60)
    assert up is not None
    assert Decimal(0) <= up - Decimal(expected) <= Decimal("0.01")
    assert any(expected in r.text + r.consequence for r in order.facts.remarks)


@pytest.mark.parametrize(
    ("option", "disks", "cap"),
    [
        ("8 SATA disks, one path", 8, 180),
        ("16 SATA disks, one path", 16, 180),
        ("16 SATA disks, two paths", 16, 200),
    ],
)
def test_orion_slopes_and_caps(
    studies: dict[str, Built], option: str, disks: int, cap: float
) -> None:  # G20-G23
    built = studies[ORION]
    a_disk = built.figures[None, "sequential read of a disk mean"]
    reads = built.figures[None, "random reads of a disk mean"]
    points = {p.group: p for p in built.option(option).io_points}
    assert points[MAX_LARGE_MBPS].throughput_b_s == min(disks * a_disk, cap * MB)
    assert points[MAX_SMALL_IOPS].iops == disks * reads
    assert 6 * a_disk == 180 * MB  # expected of 6 disks, not measured
    assert built.option(option).load_runs == ()


@pytest.mark.parametrize(
    ("figure", "rival", "expected"),
    [
        ("transaction_rate mean", "Veritas RAID 0+1", 14.84),
        ("transaction_rate mean", "Veritas RAID 5", 17.75),
        ("response_time mean", "Veritas RAID 0+1", -16.0),
        ("response_time mean", "Veritas RAID 5", -25.0),
    ],
)
def test_filer_against_raid(filer: Built, figure: str, rival: str, expected: float) -> None:
    own = filer.figures["NetApp F840 over NFS", figure]  # G30-G33
    assert more(own, filer.figures[rival, figure]) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize(
    ("option", "per_second", "load_ratio"),
    [
        ("NetApp F840 over NFS", 94.53, 1.0),
        ("Veritas RAID 0+1", 82.32, 1.891),
        ("Veritas RAID 5", 80.28, 2.275),
    ],
)
def test_filer_rates_and_loads(
    filer: Built, option: str, per_second: float, load_ratio: float
) -> None:  # G34-G36
    load = "database creation and load value"
    (run,) = filer.option(option).load_runs
    assert run.rate_tps == pytest.approx(per_second, abs=0.005)
    assert run.duration_s == 600
    ratio = filer.figures[option, load] / filer.figures["NetApp F840 over NFS", load]
    assert ratio == pytest.approx(load_ratio, abs=0.0005)


def test_levels_without_printed_users_are_numbered_by_littles_law(filer: Built) -> None:
    for option in filer.facts.options:
        (run,) = option.load_runs
        assert run.users == math.ceil(run.rate_tps * dict(run.responses_s)["mean"])
    assert any("not printed" in remark.text for remark in filer.facts.remarks)


def test_small_writes_and_parity(filer: Built) -> None:  # G37, G38
    figures = filer.figures
    assert figures[None, "I/Os of a small write, RAID 5 value"] == 4
    assert figures[None, "I/Os of a small write, RAID 0+1 value"] == 2
    parity = figures[None, "parity disks of 14, RAID 4 value"] / 14
    low, high = (figures[None, f"parity overhead, RAID 4 {end}"] for end in ("min", "max"))
    assert low <= round(parity, 4) == 0.0714 <= high


CALIBRATED = {
    "ASM, 1 LUN a head": (104_580, 0.11, 1394),
    "Filesystem, 1 LUN a head": (120_071, 0.24, 1400),
    "dNFS, 1 mount a head": (149_600, 0.22, 1994),
    "ASM, 5 LUNs a head": (173_911, 0.8, 1537),
    "Filesystem, 5 LUNs a head": (198_682, 0.52, 1537),
}


@pytest.mark.parametrize("option", CALIBRATED)
def test_german_calibrations(studies: dict[str, Built], option: str) -> None:  # G40, G41
    points = studies[SAN_NAS].option(option).io_points
    assert {p.tool for p in points} == {"io_calibrate"}
    iops, latency_ms, mbps = CALIBRATED[option]
    assert [p.iops for p in points if p.iops] == [iops]
    assert [p.latency_s for p in points if p.latency_s] == [pytest.approx(latency_ms / 1000)]
    (rate,) = [p.throughput_b_s for p in points if p.throughput_b_s]
    assert rate in (pytest.approx(mbps * 1024**2), pytest.approx(mbps * MB))


@pytest.mark.parametrize(
    ("better", "base", "expected"),
    [
        ("dNFS, 1 mount a head", "ASM, 1 LUN a head", 43.05),
        ("dNFS, 1 mount a head", "Filesystem, 1 LUN a head", 24.59),
        ("Filesystem, 5 LUNs a head", "dNFS, 1 mount a head", 32.8),
    ],
)
def test_lead_in_iops(
    studies: dict[str, Built], better: str, base: str, expected: float
) -> None:  # G42, G43, and what contradicts the conclusion
    figures = studies[SAN_NAS].figures
    own, other = (figures[name, "max_small_iops mean"] for name in (better, base))
    assert more(own, other) == pytest.approx(expected, abs=0.05)
    assert any(f"{expected:g} %" in r.text for r in studies[SAN_NAS].facts.remarks)


def test_links_of_san_and_nas(studies: dict[str, Built]) -> None:  # G44-G46
    figures = studies[SAN_NAS].figures
    iops = figures["Filesystem, 5 LUNs a head", "max_small_iops mean"]
    assert iops * 8 / 1024 == pytest.approx(1552.2, abs=0.05)
    san = figures[None, "Fibre Channel, both ports value"]
    nas = figures[None, "Ethernet, both ports value"]
    assert 100 * 1537 * MB / san == pytest.approx(96.1, abs=0.05)
    assert 100 * 1537 * 1024**2 / san == pytest.approx(100.7, abs=0.05)
    assert 100 * 1994 * MB / nas == pytest.approx(79.8, abs=0.05)


def test_fluid_cache(studies: dict[str, Built]) -> None:  # G50-G54
    figures, cache, disks = studies[FLUID_CACHE].figures, "Fluid Cache on DAS", "DAS RAID 10"
    kinds = ("data", "recovery area", "spare")
    count = sum(figures[disks, f"{kind} disks value"] for kind in kinds)
    assert count == 24 * figures[disks, "enclosures value"] == 96
    assert 100 * (1 + figures[cache, "transactions per second, gain value"]) == pytest.approx(160)
    cut = figures[cache, "response time, cut value"]
    assert 1 - cut == pytest.approx(figures[cache, "response time, share of the baseline value"])
    users = figures[disks, "users of the response time comparison value"]
    most = users * (1 + figures[cache, "users within 2 s, gain value"])
    assert round(most) == figures[cache, "users within 2 s max"] == 4154
    drives = figures[cache, "solid-state drives value"]
    raw = drives * figures[cache, "capacity of a drive value"]
    assert (raw, figures[cache, "cache pool value"]) == (700e9, 650e9)
    assert all(not o.load_runs for o in studies[FLUID_CACHE].facts.options)


def test_the_document_shows_the_figures_with_their_lines(
    studies: dict[str, Built], tmp_path: Path
) -> None:
    def text_of(name: str) -> str:
        with open_study(studies[name].path) as study:
            options = ReportOptions(edition=Edition.FULL)
            export_report(study, tmp_path / f"{name}.pdf", options=options)
        return " ".join(pages_of((tmp_path / f"{name}.pdf").read_bytes()))

    filer = text_of(TR_3105)
    assert "database creation and load value 97,020 s as printed" in filer
    assert "Only NetApp F840 over NFS is shown to pass" in filer
    assert "ASM, 1 LUN a head io_calibrate random 0 104,580 indicative" in text_of(SAN_NAS)
    ratios = text_of(FLUID_CACHE)
    assert "transactions per second, gain value 0.6 as printed published.csv:8" in ratios
    assert "response time, share of the baseline value 0.05 derived" in ratios
