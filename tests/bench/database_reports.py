"""Reading a long AWR report, against lxml parsing the same bytes and taking the text of cells."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

from lxml import etree

from arraywise.domain.units import MIB
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import group_by_importer
from arraywise.importing.read_files import PrepareTask, prepare_group
from tests.bench import ceilings
from tests.bench.processes import Result
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_SAMPLE = SAMPLES / "awr" / "awr_19c_synthetic.html"
_BYTES = 2 * MIB
_PAIRS = 3
_PARTS = ("SQL ordered by Elapsed Time", "Tablespace IO Stats", "Segments by Physical Reads")
_COLUMNS = ("Elapsed Time (s)", "Executions", "%Total", "SQL Id", "SQL Text")
_TEXT = "SELECT /*+ index(o) */ o.id, o.total FROM orders o WHERE o.customer = :b1 AND o.day > :b2"


def measure(_folder: Path) -> Result:
    """Time recognition, reading, redaction and packing in this process, as an import does them."""
    data = long_report(_BYTES)
    measured = [(_cost_of(lambda: _prepare(data)), _cost_of(lambda: _parse(data)))
                for _ in range(_PAIRS + 1)][1:]  # fmt: skip
    return Result(
        name="AWR report of 2 MiB read, against lxml parsing it",
        value=median(ours[0] for ours, _ in measured),
        unit="s",
        reference=median(bare[0] for _, bare in measured),
        ratio=median(ours[0] / bare[0] for ours, bare in measured),
        cpu_ratio=median(ours[1] / bare[1] for ours, bare in measured),
        memory_ratio=0.0,
        ceiling=ceilings.AWR,
    )


def long_report(size: int) -> bytes:
    """Return the sample with parts added until it is so long: lists of SQL, files and segments."""
    text = _SAMPLE.read_text("utf-8")
    end = text.lower().rindex("</body>")
    parts: list[str] = []
    length = len(text)
    while length < size:
        heads = "".join(f'<th class="awrbg" scope="col">{name}</th>' for name in _COLUMNS)
        rows = "\n".join(
            f'<tr><td align="right" class="awrc">{row * 7.25:,.2f}</td>'
            f'<td align="right" class="awrc">{row * 311:,}</td><td class="awrc">0.{row:02}</td>'
            f'<td class="awrc"><a href="#{row:013}">{row:013x}</a></td>'
            f'<td class="awrc">{_TEXT}</td></tr>'
            for row in range(1, 66)
        )
        title = _PARTS[len(parts) % len(_PARTS)]
        parts.append(
            f'<h3 class="awr">{title}</h3>\n<p />\n<table border="1" width="600">'
            f"<tr>{heads}</tr>\n{rows}\n</table><p />\n"
        )
        length += len(parts[-1])
    return (text[:end] + "".join(parts) + text[end:]).encode()


def _prepare(data: bytes) -> None:
    (group,) = group_by_importer([Source("awr.html", data)]).groups
    prepare_group(PrepareTask(group, [[]], 2 * len(data)))


def _parse(data: bytes) -> list[str]:
    root = etree.fromstring(data, etree.HTMLParser(huge_tree=True))
    return ["".join(cell.itertext()) for cell in root.iter("td", "th")]


def _cost_of(work: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu
