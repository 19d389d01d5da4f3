"""A study of five options made by hand, with the app's own answer: what documents are tried on."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.evidence import Status
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.options import (
    Architecture,
    Option,
    ProvisioningTime,
    kind_of_architecture,
)
from arraywise.domain.pricing import Discount, DiscountBase, PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.domain.study import HostUse, LoadRun, OptionFacts, ReportOptions, StudyFacts
from arraywise.report.content import EvidenceEntry, Identity, ReportContent
from arraywise.report.document import build_pdf
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.gather_content import assemble_report_content

if TYPE_CHECKING:
    from arraywise.analysis.prepared import PreparedEvidence

NAMES = {
    "NAS NFS": Architecture.NAS,
    "iSCSI SAN": Architecture.ISCSI_SAN,
    "FC SAN": Architecture.FC_SAN,
    "DAS RAID-10": Architecture.DAS,
    "Fluid Cache on DAS": Architecture.HOST_FLASH_CACHE,
}
OPTIONS = tuple(
    Option(i + 1, name, architecture, i, kind_of_architecture(architecture).is_shared)
    for i, (name, architecture) in enumerate(NAMES.items())
)
REQUIREMENT = Requirement(
    response_time_s=0.2,
    visits_per_month=54_432_000,
    min_headroom=0.05,
    budget=Decimal(700_000),
)
CRITERIA = (
    CriterionSetting(Criterion.RESPONSE_TIME, 100, None, None, None),
    CriterionSetting(Criterion.PROVISIONING, 60, None, None, None),
    CriterionSetting(Criterion.HEADROOM, 40, 0.0, 0.2, 0.5),
    CriterionSetting(Criterion.PRICE, 30, None, None, None),
)
MINUTES = {
    "NAS NFS": 25,
    "iSCSI SAN": 45,
    "FC SAN": 95,
    "DAS RAID-10": 18,
    "Fluid Cache on DAS": 120,
}
# users, transactions per second, response time in ms
LEVELS = {
    "NAS NFS": ((3, 3, 46), (60, 54, 110), (120, 99, 209), (187, 96, 410)),
    "iSCSI SAN": ((3, 3, 42), (30, 29, 44), (60, 56, 73), (90, 79, 141), (120, 95, 222)),
    "FC SAN": (
        (3, 3, 30),
        (30, 29.2, 37),
        (60, 56.4, 65),
        (90, 80.9, 112.2),
        (120, 102.2, 174.5),
        (150, 111, 240),
        (300, 101, 900),
    ),
    "DAS RAID-10": ((3, 3, 42), (30, 28, 69), (60, 52.6, 139), (90, 73, 236), (300, 71, 2100)),
    "Fluid Cache on DAS": (
        (3, 3, 9),
        (30, 29.5, 18),
        (60, 57.3, 47),
        (90, 82.5, 94),
        (120, 104.7, 150),
    ),
}
_SCATTER = (-0.021, 0.012, 0.004, -0.009, 0.014)
"""How far the runs of a level lie from its mean."""
TOTALS = {
    "NAS NFS": 528_600,
    "iSCSI SAN": 528_600,
    "FC SAN": 615_000,
    "DAS RAID-10": 402_300,
    "Fluid Cache on DAS": 664_200,
}


def _line(
    category: str, text: str, part: str, price: str, count: int, **more: object
) -> PriceLine:
    return PriceLine(
        description=text,
        unit_price=Decimal(price),
        quantity=Decimal(count),
        part_number=part,
        category=category,
        **{"source": "1", **more},  # type: ignore[arg-type]
    )


def _fc_sheet() -> PriceSheet:
    monthly = "maintenance_per_month"
    return PriceSheet(
        "BRL",
        (
            _line("Server Hardware", "HBA 8 Gb, dual port", "HB-8202", "2750", 2, source="2"),
            _line(
                "Storage", "Array, 2 controllers, FC", "AR-4100F", "268010", 1,
                **{monthly: Decimal(1300)},
            ),
            _line("Storage", "Disk 600 GB 15k SAS (30 + 3 spares)", "DK-0615", "4180", 33),
            _line(
                "Storage", "Enclosure, 15 slots", "EN-15S", "19400", 2, **{monthly: Decimal(120)}
            ),
            _line(
                "Storage", "Snapshot licence, perpetual", "SW-SNAP", "42000", 1,
                maintenance=Decimal(11_340),
            ),
            _line("Network", "FC switch, 16 ports, 8 Gb", "FS-1608", "36950", 2, source="2"),
            _line("Network", "LC-LC cable, 5 m", "CB-LC05", "185", 12, source="2"),
            _line("Services", "Installation and acceptance", "PS-INST", "18790", 1, source="2"),
        ),
        (
            Discount(
                "Volume discount, storage", Decimal("0.08"), DiscountBase.PRICE, source="1"
            ),
        ),
        ("Prices as quoted in September; delivery included.",),
    )  # fmt: skip


def _simple_sheet(total: int) -> PriceSheet:
    return PriceSheet(
        "BRL",
        (
            _line("Storage", "Array, 2 controllers", "AR-2100", str(total - 116_800), 1,
                  maintenance=Decimal(70_000)),
            _line("Network", "Cables and transceivers", "CB-SET", "30000", 1, source="2"),
            _line("Services", "Installation and acceptance", "PS-INST", "16800", 1),
        ),
    )  # fmt: skip


SHEETS = {
    name: _fc_sheet() if name == "FC SAN" else _simple_sheet(total)
    for name, total in TOTALS.items()
}


def _runs(name: str, first_id: int) -> tuple[LoadRun, ...]:
    runs = []
    for users, rate, milliseconds in LEVELS[name]:
        scatter = _SCATTER[:2] if (name, users) == ("NAS NFS", 120) else _SCATTER
        busy = 0.99 if name.startswith("Fluid") and users >= 90 else 0.1 + min(users, 120) / 200
        for i, off in enumerate(scatter):
            runs.append(
                LoadRun(
                    run_id=first_id + len(runs),
                    file=f"{name}/oe_u{users:03}_r{i + 1}.xml",
                    tool="swingbench",
                    users=users,
                    rate_tps=rate * (1 - off / 4),
                    responses_s=(("mean", milliseconds / 1000 * (1 + off)),),
                    duration_s=600.0,
                    host_use=HostUse(
                        f"{name}/dstat_u{users:03}_r{i + 1}.csv",
                        600,
                        busy,
                        1.0 if busy > 0.95 else 0.0,
                        0.02,
                        0.0,
                        0.0,
                    ),
                )
            )
    return tuple(runs)


def _times(minutes: int) -> tuple[ProvisioningTime, ...]:
    return tuple(
        ProvisioningTime(step, n, minutes * 60 * share + n)
        for step, share in (("Create the volume", 0.6), ("Map it to the host", 0.4))
        for n in range(1, 6)
    )


FACTS = StudyFacts(
    name="Storage for order entry",
    client="Example Commerce Ltda.",
    currency="BRL",
    requirement=REQUIREMENT,
    criteria=CRITERIA,
    options=tuple(
        OptionFacts(
            option,
            load_runs=_runs(option.name, option.id * 1000),
            price_sheet=SHEETS[option.name],
            provisioning=_times(MINUTES[option.name]),
        )
        for option in OPTIONS
    ),
    synthetic=True,
    price_range=(700_000.0, 400_000.0),
    price_range_confirmed=True,
)


def evidence() -> tuple[EvidenceEntry, ...]:
    entries = []
    for option in OPTIONS:
        for level in LEVELS[option.name]:
            for run in (1, 2):
                file = f"{option.name.lower().replace(' ', '-')}/oe_u{level[0]:03}_r{run}.xml"
                entries.append(
                    EvidenceEntry(
                        file=file,
                        option=option.name,
                        tool="swingbench",
                        tool_version="2.6.0.1137",
                        run_type="Order Entry",
                        status=Status.READ,
                        size_bytes=18_412 + level[0] * 10 + run,
                        sha256=hashlib.sha256(file.encode()).hexdigest(),
                    )
                )
    problem = Problem(Severity.ERROR, message("The file ends in the middle of a table."), 212)
    refused = replace(
        entries[0], file="orion_summary.txt", tool="orion", tool_version=None, option=None,
        run_type="oltp", status=Status.INCOMPLETE, problem=problem,
    )  # fmt: skip
    return (*entries, refused)


@cache
def prepared() -> PreparedEvidence:
    """Draw the curves of the example's options, once."""
    return prepare(FACTS)


def content_of(facts: StudyFacts = FACTS) -> ReportContent:
    """Bring together what documents of the example say."""
    ready = prepared() if facts is FACTS else prepare(facts)
    identity = Identity(
        hashlib.sha256(repr(facts).encode()).hexdigest(), datetime(2026, 9, 15, tzinfo=UTC)
    )
    return assemble_report_content(facts, ready, answer(ready, facts), identity, evidence())


@cache
def example() -> ReportContent:
    """Return the content of the example's documents."""
    return content_of()


@cache
def example_pdf(language: str = "en", paper: str = "A4") -> bytes:
    """Return the example's report, built once for all who only read it."""
    return build_pdf(example(), options=ReportOptions(language=language, paper=paper))
