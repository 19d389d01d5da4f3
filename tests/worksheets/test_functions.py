"""The functions that storage architects use, each with an example: one book, one calculation."""

from __future__ import annotations

import pytest

from arraywise.worksheets.evaluation import FUNCTION_NAMES
from arraywise.worksheets.formula import parse_formula
from tests.worksheets.test_book import at, book, typed

# A: 3 1 4 1 5; B: FC NAS FC iSCSI NAS; C: 2026-11-25; D: cash flows; E: two columns further on
CELLS = {"A1": "3", "A2": "1", "A3": "4", "A4": "1", "A5": "5",
         "B1": "FC", "B2": "NAS", "B3": "FC", "B4": "iSCSI", "B5": "NAS",
         "C1": "2026-11-25", "C2": "2027-03-01",
         "D1": "-1000", "D2": "400", "D3": "400", "D4": "400"}  # fmt: skip

EXAMPLES = """
=SUM(A1:A5)|14
=SUMIF(B1:B5,"FC",A1:A5)|7
=SUMIFS(A1:A5,B1:B5,"NAS",A1:A5,">1")|5
=SUMPRODUCT(A1:A5,A1:A5)|52
=SUMSQ(A1:A3)|26
=SUBTOTAL(9,A1:A5)|14
=PRODUCT(A1:A3)|12
=AVERAGE(A1:A5)|2.8
=AVERAGEA(A1:A5)|2.8
=AVERAGEIF(B1:B5,"FC",A1:A5)|3.5
=AVERAGEIFS(A1:A5,B1:B5,"NAS")|3
=MEDIAN(A1:A5)|3
=MIN(A1:A5)|1
=MAX(A1:A5)|5
=MINIFS(A1:A5,B1:B5,"FC")|3
=MAXIFS(A1:A5,B1:B5,"FC")|4
=COUNT(A1:B5)|5
=COUNTA(A1:B5)|10
=COUNTBLANK(A1:A7)|2
=COUNTIF(B1:B5,"N*")|2
=COUNTIFS(B1:B5,"FC",A1:A5,">3")|1
=LARGE(A1:A5,2)|4
=SMALL(A1:A5,3)|3
=RANK(A3,A1:A5)|2
=RANK.EQ(A3,A1:A5)|2
=PERCENTILE(A1:A5,0.9)|4.6
=PERCENTILE.INC(A1:A5,0.9)|4.6
=PERCENTILE.EXC(A1:A5,0.5)|3
=QUARTILE(A1:A5,1)|1
=QUARTILE.INC(A1:A5,3)|4
=PERCENTRANK.INC(A1:A5,4)|0.75
=STDEV(A1:A5)|1.7888543819998317
=STDEV.S(A1:A5)|1.7888543819998317
=STDEV.P(A1:A5)|1.6
=VAR(A1:A5)|3.2
=VAR.S(A1:A5)|3.2
=VAR.P(A1:A5)|2.56
=GEOMEAN(A1:A5)|2.2679331552660544
=HARMEAN(A1:A5)|1.7964071856287427
=AVEDEV(A1:A5)|1.44
=DEVSQ(A1:A5)|12.8
=TRIMMEAN(A1:A5,0.4)|2.6666666666666665
=CORREL(A1:A3,A3:A5)|0.9958705948858
=SLOPE(A1:A3,A3:A5)|0.7307692307692
=INTERCEPT(A1:A3,A3:A5)|0.2307692307692
=RSQ(A1:A3,A3:A5)|0.9917582417582
=FORECAST(6,A1:A3,A3:A5)|4.615384615384615
=FORECAST.LINEAR(6,A1:A3,A3:A5)|4.615384615384615
=ABS(-3)|3
=ROUND(2.345,2)|2.35
=ROUNDUP(2.341,2)|2.35
=ROUNDDOWN(2.349,2)|2.34
=MROUND(10,4)|12
=INT(-2.5)|-3
=TRUNC(-2.5)|-2
=CEILING(2.1,0.5)|2.5
=FLOOR(2.4,0.5)|2
=CEILING.MATH(2.1)|3
=FLOOR.MATH(2.9)|2
=MOD(10,4)|2
=QUOTIENT(10,4)|2
=SIGN(-4)|-1
=SQRT(16)|4
=POWER(2,10)|1024
=EXP(0)|1
=LN(1)|0
=LOG(8,2)|3
=LOG10(1000)|3
=PI()|3.141592653589793
=FACT(5)|120
=COMBIN(5,2)|10
=GCD(12,18)|6
=EVEN(3)|4
=ODD(4)|5
=IF(A1>2,"yes","no")|yes
=IFS(A1>5,"a",A1>2,"b")|b
=IFERROR(1/0,7)|7
=IFNA(MATCH("x",B1:B5,0),0)|0
=SWITCH(B1,"FC",1,"NAS",2)|1
=AND(A1>2,A2>0)|True
=OR(A1>9,A2>0)|True
=XOR(A1>2,A2>2)|True
=NOT(A1>2)|False
=CHOOSE(2,"a","b","c")|b
=ISNUMBER(A1)|True
=ISTEXT(B1)|True
=ISBLANK(A9)|True
=ISERROR(1/0)|True
=ISNA(NA())|True
=ISLOGICAL(TRUE)|True
=N(TRUE)|1
=VLOOKUP(4,A1:B5,2,FALSE)|FC
=HLOOKUP(3,A1:D2,2,FALSE)|1
=LOOKUP(4,A1:A3)|4
=XLOOKUP("iSCSI",B1:B5,A1:A5,0)|1
=XMATCH("iSCSI",B1:B5)|4
=MATCH("NAS",B1:B5,0)|2
=INDEX(A1:B5,3,2)|FC
=ROWS(A1:B5)|5
=COLUMNS(A1:B5)|2
=ROW(A4)|4
=COLUMN(D1)|4
=LEN("array")|5
=LEFT("array",2)|ar
=RIGHT("array",3)|ray
=MID("array",2,3)|rra
=UPPER("nas")|NAS
=LOWER("NAS")|nas
=PROPER("fc san")|Fc San
=TRIM("  a  b ")|a b
=CONCATENATE("a","b")|ab
=FIND("r","array")|2
=SEARCH("R","array")|2
=EXACT("a","A")|False
=VALUE("12.5")|12.5
=TEXT(0.25,"0%")|25%
=CONCAT(B1:B2)|FCNAS
=CHAR(65)|A
=NORM.S.DIST(1.96,TRUE)|0.9750021048517795
=REPLACE("abc",2,1,"x")|axc
=DATE(2026,11,25)|46351
=YEAR(C1)|2026
=MONTH(C1)|11
=DAY(C1)|25
=EDATE(C1,36)|47447
=EOMONTH(C1,0)|46356
=C2-C1|96
=DAYS(C2,C1)|96
=DATEDIF(C1,C2,"m")|3
=YEARFRAC(C1,C2)|0.26666666666666666
=WEEKDAY(C1,2)|3
=ISOWEEKNUM(C1)|48
=NETWORKDAYS(C1,C2)|69
=WORKDAY(C1,10)|46365
=NPV(0.1,D2:D4)|994.7407963936889
=IRR(D1:D4)|0.09701025740
=PMT(0.01,36,-1000)|33.2143098
=PV(0.01,36,-33.2143098)|1000
=FV(0.01,36,0,-1000)|1430.768783591580
=NPER(0.01,-50,1000)|22.4257420
=RATE(36,-33.2143098,1000)|0.01
=SLN(1000,100,3)|300
=EFFECT(0.12,12)|0.12682503013196
=NOMINAL(0.12682503013196,12)|0.12
=IPMT(0.01,1,36,-1000)|10
=PPMT(0.01,1,36,-1000)|23.2143098
"""


def test_functions_that_architects_use_give_what_excel_gives() -> None:
    lines = [line.rsplit("|", 1) for line in EXAMPLES.strip().splitlines()]
    cells = {f"F{row}": formula for row, (formula, _) in enumerate(lines, start=1)}
    built = book()
    built.set_typed_cells(typed(**CELLS, **cells))
    results = built.calculate()
    wrong = {}
    for row, (formula, expected) in enumerate(lines, start=1):
        value = results[at(f"F{row}")].value
        is_right = (
            value == pytest.approx(float(expected), rel=1e-6, abs=1e-9)
            if isinstance(value, float)
            else str(value) == expected
        )
        if not is_right:
            wrong[formula] = (expected, results[at(f"F{row}")])
    assert wrong == {}
    named = {t.text for formula, _ in lines for t in parse_formula(formula, ".").tokens}
    assert len(named & set(FUNCTION_NAMES)) >= 120
