"""Files made to harm: entities, depth, masses; each ends in a reading."""

from __future__ import annotations

import pytest

from arraywise.domain.evidence import Status
from arraywise.importers.kit.importer import Source
from arraywise.importers.swingbench import MOST_PROBLEMS, SwingbenchImporter

IMPORTER = SwingbenchImporter()
RESULTS = '<Results xmlns="http://www.dominicgiles.com/swingbench">'
HOSTILE = {
    "bomb": '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    + RESULTS + "<Overview><Comment>&b;</Comment></Overview></Results>",
    "outside": '<!DOCTYPE r SYSTEM "http://example.invalid/r.dtd">' + RESULTS + "</Results>",
    "undeclared": RESULTS + "<Overview><Comment>&passwd;</Comment></Overview></Results>",
    "deep": RESULTS + "<a>" * 100_000,
    "many": RESULTS + "<Overview>" + "<a/>" * 300_000,
    "documents": RESULTS * 30_000,
    "json deep": '{"Results":{"BenchmarkMetrics":' + "[" * 100_000,
    "json many": '{"Results":{"BenchmarkMetrics":[' + '"1",' * 300_000,
    "json documents": '{"Results":{"TPSReadings":"1"}}' * 20_000,
    "headers": "Author : Dominic Giles\nTime Users TPM TPS\n" * 20_000,
    "reports": "|Results of Charbench Run |\n|Transaction : a |\n" * 20_000,
    "wide": "Author : Dominic Giles\n" + "Time Users TPS " * 100_000,
    "bars": "Author : Dominic Giles\n" + ("|A" + " " * 5_000 + "\n") * 200,
    "table": "== Overview ==\n+-+\n| Metric |" + " a |" * 5_000 + "\n" + "| x " * 100_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_or_read_in_part(name: str) -> None:
    source = Source("results.xml", HOSTILE[name].encode())
    assert IMPORTER.recognises(source)
    (reading,) = IMPORTER.read([source])
    assert reading.status in {Status.REFUSED, Status.INCOMPLETE}
    assert 1 <= len(reading.problems) <= MOST_PROBLEMS + 1
    assert len(reading.runs) <= 1_001
