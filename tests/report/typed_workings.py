"""Workings with everything that a workbook can and cannot say again."""

from __future__ import annotations

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.worksheets.fields import REQUIREMENT_KEY, WORKINGS_KEY, price_sheet_key

_RESULTS = (
    *("Price", "PricePerTPM", "PricePerMillionVisits", "ResponseMs", "ResponseLowMs"),
    *("ResponseHighMs", "CapacityTPS", "CapacityVisits", "Headroom", "ProvisioningMinutes"),
    *("EaseFactor", "Value", "Rank", "FirstShare", "Status"),
)
_TYPED = {
    "A1": ("Support, quoted", ""),
    "B1": ("1200.50", "grouped 2"),
    "C1": ("12%", ""),
    "A2": ("Ports", ""),
    "B2": ("48", ""),
    "C2": ("2.5%", ""),
    "B3": ("=B1*(1+C1)*B$2", "currency 2"),
    "B4": ("=SUM(B1:B3,Workings!C1)", "number 1"),
    "B5": ("=AVERAGE(C:C)", "percent 2"),
    "B6": ("46346", "date 0"),
    "B7": ('=IF(B3>100,"dear; very","cheap, ""nearly""")', ""),
    "B8": ("=B2>10", ""),
    "B9": ("TRUE", ""),
    "B10": ('=STDEV.S(B1:B3)+MAXIFS(B1:B3,B1:B3,">100")+IFNA(NA(),3)', ""),
    "B11": ("'007", ""),
    "D1": ("=1/0", ""),
    "D2": ("=D1+1", ""),
    "D3": ("=D4", ""),
    "D4": ("=D3", ""),
    "D5": ("1,5", ""),
    "D6": ("=D5*2", ""),
    "D7": ("=NOSUCH(1)", ""),
    "D8": ("=IFERROR(D3,7)", ""),
    "D9": ("", "percent 1"),
    "D10": ("=D9+2", ""),
    "E1": ("=Demand.TPS*3600", "grouped 1"),
    "E2": ("=Demand.VisitsPerMonth/Target.ResponseMs", ""),
    "E3": ('=Recommended.Option&"!"', ""),
    "E4": ("=Requirement!B1+Requirement!B5+Requirement!B11", ""),
    "E5": ("=IF(Requirement!B13,1,2)", ""),
    "E6": ("=Criteria!B2", ""),
    "E7": ('=IF(Option("FC SAN").Status="FAIL",1,2)', ""),
    "E8": ("='FC SAN'!E2*2", ""),
    "E9": ("=SUM('FC SAN'!E1:E3)+B2", ""),
    "E10": ("='FC SAN provisioning'!B1", ""),
    "E11": ("=Criteria!C1", ""),
    "E12": ("=SUM(Option_none.Price,1)", ""),
    "E13": ("=Requirement!B12*2", ""),
    "E14": ('=XLOOKUP("Ports",A1:A3,B1:B3)+XLOOKUP("none",A1:A3,B1:B3,7)', ""),
    "E15": ('=XMATCH("Ports",A1:A3)*10', ""),
    "E16": ("=RANK.EQ(B2,B1:B2)+FORECAST.LINEAR(3,B1:B2,C1:C2)", ""),
    "E17": ("=NETWORKDAYS(46346,46376)+ISOWEEKNUM(46346)", ""),
    "E18": ('=XLOOKUP("Ports",A1:A3,B1:B3,0,0,-1)', ""),
}  # fmt: skip


def _place(cell: str) -> CellAddress:
    return CellAddress(WORKINGS_KEY, int(cell[1:]) - 1, ord(cell[0]) - ord("A"))


_RESULT_CELLS = {
    f"{column}{row}": (f"={name}.{result}", "")
    for column, name in zip(
        "GHI", ('Option("FC SAN")', "Option_NAS_NFS", "Option_DAS_RAID_10"), strict=True
    )
    for row, result in enumerate(_RESULTS, start=1)
}
WORKINGS = {
    place: InputCell(place, text, number_format=number_format)
    for place, (text, number_format) in (
        *((_place(cell), typed) for cell, typed in (_TYPED | _RESULT_CELLS).items()),
        (CellAddress(REQUIREMENT_KEY, 11, 1), ("nonsense", "")),
        (CellAddress(price_sheet_key(2), 1, 4), ("=Workings!B2*100", "")),
    )
}
