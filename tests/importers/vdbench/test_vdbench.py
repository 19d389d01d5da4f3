"""Vdbench: one execution is read once, and loads are known only where threads were busy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Load, Metric, Status
from arraywise.importers.kit.importer import Source
from arraywise.importers.vdbench import VdbenchImporter, _format_requested_rate
from tests.importers.golden import SAMPLES, sample_files

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

SWEEP = SAMPLES / "vdbench" / "sweep_synthetic"
FLAT = (
    " tod Run Interval reqrate rate MB/sec bytes/io read% resp queue_depth threads\n"
    "10:00:01.000 rd1 1 {asked} {rate} 1.0 {block} 75 5.0 {depth} 4\n"
    "10:00:02.000 rd1 {interval} {asked} {rate} 1.0 {block} 75 5.0 {depth} 4\n"
)


def read(*sources: Source) -> list[Reading]:
    importer = VdbenchImporter()
    assert all(importer.recognises(source) for source in sources)
    return [reading for group in importer.groups(sources) for reading in importer.read(group)]


def flat(
    rate: object = 1000, depth: object = 8, block: object = 4096, interval: str = "avg_2-2",
    asked: object = 9999988,
) -> Reading:  # fmt: skip
    form = {"rate": rate, "depth": depth, "block": block, "interval": interval, "asked": asked}
    (reading,) = read(Source("flatfile.html", FLAT.format(**form).encode()))
    return reading


@pytest.mark.parametrize(
    ("depth", "block", "load"),
    [
        (8, 4096, Load(small_ios=8)),
        (3.99, 4096, Load(small_ios=4)),
        (15.9, 1048576, Load(large_ios=16)),
        (0.3, 4096, Load()),
        (5.9, 4096, Load()),
        ("n/a", 4096, Load()),
    ],
)
def test_outstanding_ios_are_a_multiple_of_the_threads(
    depth: object, block: int, load: Load
) -> None:
    (run,) = flat(depth=depth, block=block).runs
    assert {m.load for m in run.measurements} == {load}


@pytest.mark.parametrize(
    ("interval", "complete"), [("avg_2-2", True), ("avg_2-1", False), ("2", False)]
)
def test_a_run_without_an_average_is_not_complete(interval: str, *, complete: bool) -> None:
    (run,) = flat(interval=interval).runs
    assert (run.complete, bool(run.measurements)) == (complete, complete)
    assert run.series


def test_reads_and_writes_share_the_rate() -> None:
    (run,) = flat().runs
    rates = {m.group: m.value for m in run.measurements if m.metric is Metric.IOPS}
    assert rates == {None: 1000, "read": 750, "write": 250}


def test_a_rate_that_was_not_reached_is_said() -> None:
    assert any("requested" in p.text for p in flat(asked=5000).problems)
    assert not flat(asked=1000).problems


@pytest.mark.parametrize("best", ["flatfile.html", "summary.html", "totals.html"])
def test_of_the_pages_of_a_folder_the_best_alone_has_the_figures(best: str) -> None:
    pages = ["flatfile.html", "summary.html", "totals.html"]
    stored = pages[pages.index(best) :]
    sources = [Source(f"a/{name}", (SWEEP / name).read_bytes()) for name in reversed(stored)]
    readings = dict(zip(reversed(stored), read(*sources), strict=True))
    assert [name for name, reading in readings.items() if reading.runs] == [best]
    assert all(reading.status is Status.READ for reading in readings.values())
    rates = [m.value for run in readings[best].runs for m in run.measurements
             if m.metric is Metric.IOPS and m.group is None]  # fmt: skip
    assert rates == [1900, 6400, 12000]
    assert [run.started_at for run in readings[best].runs][:1] == [
        "2026-11-19T23:59:30" + ("" if best == "totals.html" else "+01:00")
    ]


def test_pages_of_hosts_stay_with_the_execution_of_their_folder() -> None:
    sources = [Source(f"a/{p.name}", p.read_bytes()) for p in sample_files(SWEEP)]
    assert len(VdbenchImporter().groups(sources)) == 1
    alone = Source("b/hd1.html", (SWEEP / "hd1.html").read_bytes())
    assert len(VdbenchImporter().groups([*sources, alone])) == 2
    assert read(alone)[0].status is Status.REFUSED


def histogram(rows: str, title: str = "Reads and writes") -> bytes:
    heading = "  min(ms) <     max(ms)        count       %%    cum%%  '+': Individual%"
    return f"<pre>\nTotal response time histogram.\n\n{title}:\n{heading}\n\n{rows}".encode()


HALF = "    0.000 <       1.000{:>12}  50.0000  50.0000\n"
REST = (
    "    1.000 <       2.000{:>12}  50.0000 100.0000\n    2.000 <         max 0 0.0000 100.0000\n"
)


@pytest.mark.parametrize(
    ("rows", "group", "title"),
    [
        (HALF.format(500) + REST.format(500), None, "Reads and writes"),
        (HALF.format("1,500") + REST.format("1,500"), "read", "Reads"),
        ((HALF + REST).format("1.500", "1.500").replace("0.000 <", "0,000 <"), "write", "Writes"),
        (HALF.format(500) + REST.format(500), "getattr", "Getattr"),
    ],
)
def test_a_histogram_gives_percentiles_within_its_buckets(
    rows: str, group: str | None, title: str
) -> None:
    (reading,) = read(Source("histogram.html", histogram(rows, title)))
    result = {(m.group, m.statistic): m.value for m in reading.runs[0].measurements}
    assert result[group, "p50"] == pytest.approx(0.001)
    assert result[group, "p90"] == pytest.approx(0.0018)


@pytest.mark.parametrize(
    "rows", [HALF.format(500), REST.format(500), HALF.format(400) + REST.format(500)]
)
def test_a_histogram_that_lost_lines_gives_none(rows: str) -> None:
    (reading,) = read(Source("histogram.html", histogram(rows)))
    assert not any(run.measurements for run in reading.runs)
    assert any("contradicts its percentages" in problem.text for problem in reading.problems)


@pytest.mark.parametrize("pages", [["flatfile.html"], ["summary.html"], ["totals.html"]])
def test_percentiles_belong_to_the_runs_with_the_rates(pages: list[str]) -> None:
    names = [*pages, "histogram.html"]
    rates, times = read(*(Source(f"a/{name}", (SWEEP / name).read_bytes()) for name in names))
    assert rates.set_name == times.set_name
    assert [(run.name, run.started_at) for run in times.runs] == [
        (run.name, run.started_at) for run in rates.runs
    ]
    assert [{m.load for m in run.measurements} for run in times.runs] == [
        {m.load for m in run.measurements} for run in rates.runs
    ]


def test_a_histogram_of_another_execution_keeps_to_itself() -> None:
    other = (SWEEP / "histogram.html").read_bytes().replace(b"RD=sweep", b"RD=other")
    flatfile = Source("a/flatfile.html", (SWEEP / "flatfile.html").read_bytes())
    _, times = read(flatfile, Source("a/histogram.html", other))
    assert times.set_name is None
    assert {run.name.split()[0] for run in times.runs} == {"other"}


def test_what_was_copied_off_the_screen_is_read_with_its_arguments() -> None:
    screen = (SWEEP / "summary.html").read_bytes()
    copied = b"13:02:30.123 input argument scanned: '-fparm'\n" + screen.split(b"</title>")[-1]
    (reading,) = read(Source("screen.txt", copied))
    (whole,) = read(Source("summary.html", screen))
    assert [run.name for run in reading.runs] == [run.name for run in whole.runs]
    assert any(run.measurements for run in reading.runs)


@pytest.mark.parametrize("loops", ["threads=2 xfersize=8k", "xfersize=8k, threads=2"])
def test_what_a_run_was_repeated_with_is_told_apart(loops: str) -> None:
    screen = (SAMPLES / "vdbench" / "screen_synthetic.txt").read_text("utf-8")
    text = screen.replace("For loops: None", f"For loops: {loops}", 1)
    (reading,) = read(Source("screen.txt", text.encode()))
    stated = dict(reading.runs[0].attributes)
    assert (stated["threads"], stated["transfer_size"]) == ("2", "8k")


@pytest.mark.parametrize("name", ["SD_format", "format_for_rd1"])
def test_writing_the_files_to_test_with_is_no_total(name: str) -> None:
    screen = (SAMPLES / "vdbench" / "screen_synthetic.txt").read_text("utf-8")
    (reading,) = read(Source("screen.txt", screen.replace("RD=rd1", f"RD={name}", 1).encode()))
    assert not any(m.group is None for m in reading.runs[0].measurements)
    assert any("creates its files here" in p.text for p in reading.problems)


@pytest.mark.parametrize(
    ("code", "said"),
    [("999988", "max"), ("9999988", "max"), ("999977", "curve"), ("5000", "5000")],
)
def test_codes_for_an_unlimited_rate_are_no_rates(code: str, said: str) -> None:
    assert _format_requested_rate(code) == said
