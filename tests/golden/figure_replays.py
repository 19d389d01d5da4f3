"""How the product arrives at each golden figure of publications and price sheets, by its id."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal

from arraywise.analysis.curves.statistics import runs_by_normal, z_quantile
from arraywise.analysis.demand import demand_tps, peak_factor
from arraywise.analysis.pricing import (
    extended_price,
    misprinted_lines,
    price_per_tpm,
    relative_difference,
    round_up_to_cent,
    spares_on_top,
)
from arraywise.domain.pricing import PriceLine, PriceSheet, PriceTotal
from arraywise.domain.requirement import Convention, Requirement
from tests.golden.publications import (
    FLUID_CACHE,
    ORDER_ENTRY,
    ORION,
    SAN_NAS,
    TR_3105,
    figures_of,
    price_of,
)
from tests.golden.tpc_sheets import TPC_DS, as_printed, total, tpc_ds, tpc_h, tpcx_hs

D = Decimal
Number = Decimal | float
Replay = Callable[[], Sequence[Number]]

NAS, FC = "nas-nfs", "fc-san"
NETAPP, MIRRORED, PARITY = "netapp-f840", "veritas-raid-0-1", "veritas-raid-5"
VISITS = {NAS: 54_432_000, FC: 66_096_000}
MB, MIB = 1e6, 1024**2


def workload(name: str) -> float:
    return figures_of(ORDER_ENTRY)["common", name]


def more(value: float, base: float) -> float:
    """How much more in per cent of the base, as the product says it."""
    difference = relative_difference(D(str(value)), D(str(base)))
    assert difference is not None
    return 100 * difference


def per_minute(option: str) -> float:
    asked = Requirement(visits_per_month=VISITS[option], convention=Convention.SUSTAINED)
    return 60 * demand_tps(asked)


def repetitions(percent: float) -> int:
    mean = workload("preliminary response time mean")
    return runs_by_normal(mean, workload("preliminary response time stddev"), percent)


def precision() -> float:
    deviation, runs = workload("preliminary response time stddev"), workload("repetitions value")
    error = z_quantile() * deviation / math.sqrt(runs)
    return 100 * error / workload("preliminary response time mean")


def read_share() -> float:
    def ios(direction: str) -> float:
        return sum(
            workload(f"share of {many} value")
            * figures_of(ORDER_ENTRY).get(("common", f"{direction} of {one} value"), 0.0)
            for many, one in (("selects", "a select"), ("inserts", "an insert"),
                              ("updates", "an update"))
        )  # fmt: skip

    return 100 * ios("reads") / (ios("reads") + ios("writes"))


def per_tpm(option: str, rate_per_minute: float) -> Decimal:
    return price_of(ORDER_ENTRY, option).unrounded / D(str(rate_per_minute))


def read_rate(disks: int, most: float) -> float:
    return min(disks * figures_of(ORION)["common", "sequential read of a disk mean"], most) / MB


def orion(folder: str, name: str) -> float:
    return figures_of(ORION)[folder, name]


def filer(option: str, name: str) -> float:
    return figures_of(TR_3105)[option, name]


def against_filer(option: str, name: str) -> float:
    return more(filer(NETAPP, name), filer(option, name))


def load_ratio(option: str) -> float:
    name = "database creation and load value"
    return filer(option, name) / filer(NETAPP, name)


def san(folder: str, name: str) -> float:
    return figures_of(SAN_NAS)[folder, name]


def cache(folder: str, name: str) -> float:
    return figures_of(FLUID_CACHE)[folder, name]


def array_disks() -> float:
    return sum(
        cache("das-raid-10", f"{kind} disks value") for kind in ("data", "recovery area", "spare")
    )


def per_performance(
    found: PriceTotal | str, performance: float, *, three_digits: bool = False
) -> Decimal:
    """The price over a figure of performance that is no rate per minute, rounded up."""
    if not isinstance(found, PriceTotal):
        found = total(PriceSheet("USD", (PriceLine("all", D(found)),)))
    ratio = price_per_tpm(found, performance / 60, three_digits=three_digits)
    assert ratio is not None
    return ratio


def matching_lines() -> int:
    pairs = zip(tpc_ds().lines, TPC_DS, strict=True)
    printed = [(line, row[4]) for line, row in pairs if row[4] is not None]
    return sum(extended_price(line) == extended for line, extended in printed)


def spared() -> list[Decimal]:
    bases = (D(30), D(546), D(113), D(79))
    return [base + spares_on_top(base) for base in bases]


def by_category(sheet: PriceSheet) -> list[Decimal]:
    return [amount for _, *both in total(sheet).by_category for amount in both]


def tpc_h_sums() -> list[Decimal]:
    result = total(as_printed(tpc_h()))
    return [*by_category(as_printed(tpc_h())), result.purchase, result.maintenance]


def tpc_h_discounts() -> list[Decimal]:
    result = total(as_printed(tpc_h()))
    return [result.purchase_discount, result.maintenance_discount]


def tpc_ds_totals() -> list[Decimal]:
    result = total(tpc_ds())
    return [result.purchase - result.purchase_discount, result.maintenance, result.unrounded]


def tpcx_discounts() -> list[Decimal]:
    result = total(tpcx_hs())
    return [result.purchase_discount, result.maintenance_discount]


def geometric_throughput() -> float:
    return math.sqrt(156_157.2 * 115_188.0)


OF_PUBLICATIONS: dict[str, Replay] = {
    "G01": lambda: [math.floor(workload("average visits mean") * peak_factor(Requirement()))],
    "G02": lambda: [
        workload("database block value") * workload("blocks of a multiblock read value")
    ],
    "G03": lambda: [per_minute(NAS)],
    "G04": lambda: [per_minute(FC)],
    "G05": lambda: [-more(VISITS[NAS], VISITS[FC])],
    "G06": lambda: [more(VISITS[FC], VISITS[NAS])],
    "G07": lambda: [repetitions(10)],
    "G08": lambda: [repetitions(5)],
    "G09": lambda: [precision()],
    "G10": lambda: [price_of(ORDER_ENTRY, FC).unrounded],
    "G11": lambda: [
        -more(float(price_of(ORDER_ENTRY, NAS).total), float(price_of(ORDER_ENTRY, FC).total))
    ],
    "G12": lambda: [
        more(float(price_of(ORDER_ENTRY, FC).total), float(price_of(ORDER_ENTRY, NAS).total))
    ],
    "G13": lambda: [read_share()],
    "G15": lambda: [per_tpm(FC, per_minute(FC))],
    "G16": lambda: [per_tpm(NAS, per_minute(NAS))],
    "G17": lambda: [per_tpm("iscsi-san", 0.96 * per_minute(FC))],
    "G18": lambda: [per_tpm(NAS, 0.89 * per_minute(FC))],
    "G20": lambda: [orion("8-disks-one-path", "max_large_mbps max") / MB],
    "G21": lambda: [read_rate(6, orion("8-disks-one-path", "max_large_mbps max"))],
    "G22": lambda: [orion("16-disks-two-paths", "max_small_iops max")],
    "G23": lambda: [orion("16-disks-two-paths", "max_large_mbps max") / MB],
    "G30": lambda: [against_filer(MIRRORED, "transaction_rate mean")],
    "G31": lambda: [against_filer(PARITY, "transaction_rate mean")],
    "G32": lambda: [-against_filer(MIRRORED, "response_time mean")],
    "G33": lambda: [-against_filer(PARITY, "response_time mean")],
    "G34": lambda: [load_ratio(MIRRORED)],
    "G35": lambda: [load_ratio(PARITY)],
    "G36": lambda: [filer(o, "transaction_rate mean") for o in (NETAPP, MIRRORED, PARITY)],
    "G37": lambda: [
        filer("common", f"I/Os of a small write, RAID {level} value") for level in ("5", "0+1")
    ],
    "G38": lambda: [100 * filer("common", "parity disks of 14, RAID 4 value") / 14],
    "G40": lambda: [san("asm-1-lun", "max_small_iops mean")],
    "G41": lambda: [1e3 * san("asm-1-lun", "min_small_latency mean")],
    "G42": lambda: [
        more(san("dnfs-1-mount", "max_small_iops mean"), san("asm-1-lun", "max_small_iops mean"))
    ],
    "G43": lambda: [
        more(
            san("dnfs-1-mount", "max_small_iops mean"),
            san("filesystem-1-lun", "max_small_iops mean"),
        )
    ],
    "G44": lambda: [san("filesystem-5-luns", "max_small_iops mean") * 8 / 1024],
    "G45": lambda: [
        100 * san("filesystem-5-luns", "max_large_mbps mean") / MIB * MB
        / san("common", "Fibre Channel, both ports value")
    ],
    "G46": lambda: [
        100 * san("dnfs-1-mount", "max_large_mbps mean") / MIB * MB
        / san("common", "Ethernet, both ports value")
    ],
    "G50": lambda: [array_disks()],
    "G51": lambda: [100 * (1 + cache("fluid-cache", "transactions per second, gain value"))],
    "G52": lambda: [1 - cache("fluid-cache", "response time, cut value")],
    "G53": lambda: [
        cache("das-raid-10", "users of the response time comparison value")
        * (1 + cache("fluid-cache", "users within 2 s, gain value"))
    ],
    "G54": lambda: [
        cache("fluid-cache", "solid-state drives value")
        * cache("fluid-cache", "capacity of a drive value") / 1e9,
        cache("fluid-cache", "cache pool value") / 1e9,
    ],
}  # fmt: skip
"""Papers: what is in the published studies, or follows from it."""

OF_PRICES: dict[str, Replay] = {
    "T01": lambda: [matching_lines()],
    "T02": lambda: by_category(tpc_ds()),
    "T03": lambda: [total(tpc_ds()).purchase_discount],
    "T04": tpc_ds_totals,
    "T05": lambda: [per_performance(total(tpc_ds()), 30013.4)],
    "T06": spared,
    "T10": lambda: [extended_price(line) for line in tpcx_hs().lines],
    "T11": lambda: [total(tpcx_hs()).purchase],
    "T12": tpcx_discounts,
    "T13": lambda: [total(tpcx_hs()).unrounded, round_up_to_cent(total(tpcx_hs()).unrounded)],
    "T14": lambda: [per_performance(total(tpcx_hs()), 390.99)],
    "T15": lambda: [per_performance(total(tpcx_hs()), 1100.1)],
    "T20": tpc_h_sums,
    "T21": tpc_h_discounts,
    "T22": lambda: [total(as_printed(tpc_h())).unrounded],
    "T23": lambda: [total(as_printed(tpc_h())).total],
    "T24": lambda: [per_performance(total(as_printed(tpc_h())), 123543.20)],
    "T25": lambda: [line.row or 0 for line in misprinted_lines(tpc_h())],
    "T30": lambda: [
        total(PriceSheet("USD", (PriceLine("all", D("5734417.89")),))).total,
        per_performance("5734417.89", 105, three_digits=True),
    ],
    "T31": lambda: [round_up_to_cent(D("12.123"))],
    "T32": lambda: [per_performance("859100", 1562)],
    "T33": lambda: [per_performance("2380546", 138362)],
    "T34": lambda: [per_performance("1626643837", 2055076649)],
    "T35": lambda: [per_performance("198788", geometric_throughput())],
    "T36": lambda: [per_performance("187141", 44942)],
}
"""Price sheets and results of the TPC."""

NOT_REPLAYED = {
    "G14": (
        "packets of a gigabit: plain arithmetic of the paper that nothing in the product needs;"
        " that it prints 'more than 83,000' stands in the published study"
    ),
}
"""By id, why the product does not arrive at a figure itself."""

REPLAYS = OF_PUBLICATIONS | OF_PRICES
