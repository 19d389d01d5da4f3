"""Changed inputs: what is typed into the workbook, and the same change of the study."""

from __future__ import annotations

from decimal import Decimal

from arraywise.domain.capacity import Raid
from arraywise.domain.criteria import Criterion, Decider
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.requirement import Convention, Rule
from tests.report.edits import (
    Variation,
    anchor,
    ask,
    budget,
    decider,
    discount,
    discount_rate,
    drives,
    holding,
    line,
    opinion,
    rate,
    reading,
    restored,
    rule,
    servers,
    serves,
    shared,
    swing,
    target,
    visits,
    within,
)

ARRAY, DISK, SOFTWARE = "Array, 2 controllers, FC", "Disk 600 GB 15k SAS", "Snapshot software"
FC, NAS = "FC SAN", "NAS NFS"
SHARE = ask("Needs_shared_storage", "yes", needs_shared_storage=True)
FILES = ask("Needs_files", "yes", needs_files=True)
PLAIN = {
    "target": (target(150),),
    "easy target": (target(260), ask("Least_headroom", 0, min_headroom=0.0), budget(None)),
    "strict target": (target(97.25),),
    "hopeless target": (target(1), budget(1)),
    "fewer visits, longer month": (
        visits(30_000_000), ask("Days_per_month", 31, days_per_month=31),
    ),
    "more visits": (visits(66_096_000),),
    "far too many visits": (visits(90_000_000),),
    "hardly any visits": (visits(1_000_000), budget(530_000)),
    "transactions a visit": (ask("Transactions_per_visit", 1.25, transactions_per_visit=1.25),),
    "sustained, shared, cheapest": (
        ask("Convention", "sustained", convention=Convention.SUSTAINED), SHARE,
        rule(Rule.LOWEST_PRICE),
    ),
    "shares of traffic and time": (
        ask("Traffic_share", 0.7, traffic_share=0.7), ask("Time_share", 0.25, time_share=0.25),
    ),
    "growth": (
        ask("Growth_per_month", 0.013, growth_per_month=0.013),
        ask("Horizon_months", 12, horizon_months=12),
    ),
    "shrinking": (
        ask("Growth_per_month", -0.02, growth_per_month=-0.02),
        ask("Horizon_months", 36, horizon_months=36),
    ),
    "reserve and frontier": (rule(Rule.FRONTIER), ask("Reserve", 0.02, reserve=0.02)),
    "reserve": (ask("Reserve", 0.17, reserve=0.17),),
    "headroom": (ask("Least_headroom", 0.19, min_headroom=0.19),),
    "shared storage": (SHARE,),
    "somebody shares the cache": (SHARE, shared("Fluid Cache on DAS", cell="yes"), budget(None)),
    "nobody shares the FC": (SHARE, shared(FC, cell="no")),
    "nobody knows who shares": (SHARE, shared(FC, cell=None)),
    "files": (FILES, serves(NAS, cell="yes"), serves(FC, cell="no"), budget(None)),
    "files, not known": (FILES, serves("Fluid Cache on DAS", cell="no")),
    "restored in time": (
        within(4), restored(NAS, 4.0), restored(FC, 4.5), restored("iSCSI SAN", 0.25),
    ),
    "small budget": (budget(528_600),),
    "no budget": (budget(None),),
    "lowest price": (rule(Rule.LOWEST_PRICE),),
    "lowest price, low load": (rule(Rule.LOWEST_PRICE), visits(20_000_000)),
    "swings": (swing(Criterion.PROVISIONING, 95), swing(Criterion.PRICE, 0)),
    "price alone": (
        swing(Criterion.PROVISIONING, 0), swing(Criterion.HEADROOM, 0),
        swing(Criterion.RESPONSE_TIME, 0),
    ),
    "response time alone": (
        swing(Criterion.PROVISIONING, 0), swing(Criterion.HEADROOM, 0), swing(Criterion.PRICE, 0),
    ),
    "headroom's anchors": (
        anchor(Criterion.HEADROOM, "Headroom", "0 points at", 0.02, limit=0.02),
        anchor(Criterion.HEADROOM, "Headroom", "Target", 0.15, target=0.15),
        anchor(Criterion.HEADROOM, "Headroom", "Points at target", 45, target_value=45.0),
    ),
    "unit price": (line(FC, ARRAY, "Unit price", 301_234.56, unit_price=Decimal("301234.56")),),
    "unit price, no budget": (
        line(FC, ARRAY, "Unit price", 1_301_234.56, unit_price=Decimal("1301234.56")),
        budget(None),
    ),
    "line discount": (line(FC, ARRAY, "Line discount", 0.125, discount=Decimal("0.125")),),
    "sheet discount": (discount(FC, "Volume discount, storage", "0.2125"),),
    "warranty": (line(FC, ARRAY, "Warranty, months", 24, warranty_months=24),),
    "readings": (
        reading(FC, "Create the volume", 2, 1234.5), reading(NAS, "Map it to the host", 5, 4000),
    ),
    "everything at once": (
        target(210), visits(50_123_456), ask("Reserve", 0.05, reserve=0.05), budget(640_000),
        swing(Criterion.RESPONSE_TIME, 70), swing(Criterion.PRICE, 85), SHARE,
        discount(FC, "Volume discount, storage", "0.03"),
        reading(FC, "Create the volume", 1, 600),
    ),
}  # fmt: skip
RICH_ONES = {
    "as it is": (),
    "no budget, settled prices": (budget(None),),
    "servers": (servers(), budget(None)),
    "maintenance discount": (
        line(FC, ARRAY, "Maintenance discount", 0.335, maintenance_discount=Decimal("0.335")),
        budget(None),
    ),
    "spares of more disks": (
        line(FC, DISK, "In use; spares come on top", 70, quantity=Decimal(70)), budget(None),
    ),
    "spares of few disks": (
        line(FC, DISK, "In use; spares come on top", 3, quantity=Decimal(3)), budget(None),
    ),
    "no disks": (line(FC, DISK, "In use; spares come on top", 0, quantity=Decimal(0)),),
    "rate": (rate("USD", "6.8765"), budget(None)),
    "low rate": (rate("USD", "0.5"),),
    "foreign line": (
        line(FC, SOFTWARE, "Unit price", 12_345.67, unit_price=Decimal("12345.67")),
        line(FC, SOFTWARE, "Maintenance, 36 months, as quoted", None, maintenance=None),
        budget(None),
    ),
    "group discounts": (
        discount(FC, "Volume", "0.31"), discount(FC, "Network offer", "0.5"),
        discount(FC, "Care offer", "0.4"), discount(NAS, "Project price", "0"), budget(900_000),
    ),
    "the study's own weights": (decider("The study's own", Decider.STUDY), budget(None)),
    "one stakeholder": (
        decider("Operations", Decider.STAKEHOLDER, "Operations"), budget(None),
        opinion("Operations", Criterion.PRICE, "36-month price", 90.0),
    ),
    "a stakeholder called as a formula": (
        decider("=Finance()", Decider.STAKEHOLDER, "=Finance()"), budget(1_200_000),
    ),
    "mean of other opinions": (
        opinion("=Finance()", Criterion.RESPONSE_TIME, "Response time", 100.0),
        opinion("Operations", Criterion.PROVISIONING, "Provisioning", 5.0), budget(None),
    ),
    "rich, everything": (
        servers(), rate("USD", "4.4"), target(185), visits(52_000_000), budget(1_500_000),
        decider("The study's own", Decider.STUDY), swing(Criterion.PRICE, 100), SHARE,
        line(FC, DISK, "In use; spares come on top", 41, quantity=Decimal(41)),
        discount(FC, "Volume", "0.11"),
    ),
}  # fmt: skip
CURVED_ONES = {
    "given anchors": (budget(None),),
    "given anchors, another swing": (budget(None), swing(Criterion.PRICE, 95)),
}
_FEE = "Maintenance a unit and month"
DISCOUNTED_ONES = {
    "discounted as it is": (),
    "another discount rate": (discount_rate("0.1275"), servers()),
    "the highest discount rate": (discount_rate("1"),),
    "a discount rate of nothing": (discount_rate("0"), servers()),
    "discounted, longer warranty": (
        line(FC, ARRAY, "Warranty, months", 30, warranty_months=30),
        line(FC, ARRAY, _FEE, 4_321.09, maintenance_per_month=Decimal("4321.09")),
    ),
    "discounted, warranty to the end": (
        line(FC, ARRAY, "Warranty, months", 40, warranty_months=40),
        discount(NAS, "Project price", "0.4"),
    ),
    "discounted, everything": (
        servers(), discount_rate("0.045"), rate("USD", "4.4"), budget(560_000), target(185),
        line(FC, ARRAY, "Maintenance discount", 0.335, maintenance_discount=Decimal("0.335")),
        discount(FC, "Network offer", "0.5"), discount(FC, "Care offer", "0.4"),
        rule(Rule.LOWEST_PRICE),
    ),
}  # fmt: skip
CLOUD_ONES = {
    "cloud as it is": (),
    "cloud, more visits": (visits(61_000_000),),
    "cloud, other growth": (
        ask("Growth_per_month", 0.031, growth_per_month=0.031),
        ask("Horizon_months", 24, horizon_months=24), visits(30_000_000),
    ),
    "cloud, other data": (
        ask("Usable_needed_TB", 31.5, usable_bytes=31.5e12),
        ask("Usable_growth_per_year", 0.4, usable_growth_per_year=0.4),
    ),
    "cloud, shrinking": (ask("Growth_per_month", -0.02, growth_per_month=-0.02), budget(900_000)),
    "cloud, other fees": (
        line(FC, "Gateway", _FEE, 1_234.5, maintenance_per_month=Decimal("1234.5")),
        line(FC, "Gateway", "Warranty, months", 30, warranty_months=30),
        discount(FC, "Volume", "0.15"),
    ),
}  # fmt: skip
_LEAST = LeastLikelyMost(2.0, 2.0, 3.0)
HELD_ONES = {
    "held as it is": (),
    "no capacity asked for": (ask("Usable_needed_TB", None, usable_bytes=None),),
    "more data": (ask("Usable_needed_TB", 62.5, usable_bytes=62.5e12),),
    "data grow faster, later": (
        ask("Usable_growth_per_year", 0.35, usable_growth_per_year=0.35),
        ask("Horizon_months", 30, horizon_months=30),
    ),
    "reduction ratio": (holding(NAS, "Reduction, least", 2, reduction=_LEAST), budget(None)),
    "stated capacity": (holding(FC, "Usable as stated", 85, stated_bytes=85e12),),
    "reserve of the drives": (holding(NAS, "Reserve of drives", 0.25, reserve=0.25),),
    "other drives": (
        drives(NAS, "Drives", 40, count=40),
        drives(NAS, "Size, TB", 7.68, size_bytes=7.68e12),
        drives(NAS, "RAID", "RAID 5", raid=Raid.RAID_5),
        drives(NAS, "Drives of a group; 0: all", 6, group=6),
        drives(NAS, "Spares", 1, spares=1),
        budget(None),
    ),
    "mirrored drives": (
        drives(NAS, "RAID", "RAID 10", raid=Raid.RAID_10),
        drives("iSCSI SAN", "RAID", "RAID-TEC", raid=Raid.RAID_TEC),
        drives("DAS RAID-10", "RAID", "RAID 4", raid=Raid.RAID_4),
    ),
    "copies and erasure code": (
        drives(NAS, "RAID", "copies", raid=Raid.COPIES),
        drives("iSCSI SAN", "RAID", "EC", raid=Raid.ERASURE),
        drives("iSCSI SAN", "Parity of erasure code", 3, parity=3),
        drives("DAS RAID-10", "RAID", "RAID 0", raid=Raid.RAID_0),
    ),
}  # fmt: skip
VARIATIONS = {
    name: Variation(base, edits)
    for base, of in (
        ("whole", PLAIN),
        ("rich", RICH_ONES),
        ("curved", CURVED_ONES),
        ("discounted", DISCOUNTED_ONES),
        ("cloud", CLOUD_ONES),
        ("held", HELD_ONES),
    )
    for name, edits in of.items()
}
