"""Inputs that once broke a law, made as small as they go; each names what was wrong."""

from __future__ import annotations

import re

import pytest

from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from tests.fuzz.laws import CANARY
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import INSPECT, TARGETS

SECRET = CANARY.encode()
_CALIBRATION = b"SQL> \nmax_iops = 39\nlatency = 2\nmax_mbps = 6\nEND;\nElapsed: 00:10:00.00\n"
_LATE = (
    b"Hammerdb Log @ Mon Mar 06 10:00:05 2023\nVuser 1:Beginning rampup time of 5402300800 min\n"
    b"TEST RESULT : System achieved 6 NOPM from 0 e TPM"
)
_POWER = (
    b"tod Run Interval r e c t % p h s\n10:00:01.000 rd1 \xb2 0 0 5 4 0 8 8 8\n"
    b"10:00:02.000 rd1 2 0 3 0 4 0 6 8 8"
)
_TWO_ZONES = (
    b'<sysstat><host nodename="vm"><timezone>C</timezone><timestamp><disk><i t="0"/></disk>'
    b"</timestamp><timezone>C</timezone>"
)
_NO_SIZE = (
    b'{"fio version":"\n"jobs":[{"jobname":"\n"job options":{"size":0"runtime":"2"}'
    b'"read":{"io_bytes":8'
)
_TERSE = next(seed for seed in seeds("fio") if seed.startswith(b"3;fio-"))
_ENDLESS_GROUP = re.sub(rb"(;fio-[^;]*;[^;]*;)0", rb"\g<1>" + b"9" * 5_000, _TERSE)
_ENDLESS_INTERVALS = _POWER.replace(b"\xb2", b"9" * 5_000)
_HTML = next(seed for seed in seeds("awr") if b"<td" in seed)
_ENDLESS_CHARACTER = _HTML.replace(b"<td", b"&#" + b"9" * 5_000 + b";<td", 1)
_NMON = next(seed for seed in seeds("nmon") if b"\nVM," in seed)
_INSTANT = re.sub(rb"AAA,interval,[^\r\n]*", b"AAA,interval,5e-324", _NMON)
_MINER = next(seed for seed in seeds("awr") if b"~~BEGIN-MAIN-METRICS~~" in seed)
_MINER_BACK = re.sub(rb"(60 )\d\d(/\d\d/\d\d 10:00)", rb"\g<1>68\2", _MINER)
FOUND = [
    ("orion", "digits that are not ASCII", "Small IO size: \u0661\u0662\u06634 KB".encode()),
    ("hammerdb", "a series behind the end", b"6 SQL Server tpm @ Mon Mar 06 10:00:30 CET 2023"),
    ("io_calibrate", "a thousand runs", b"max_iops = 39\nlatency = 2\nmax_mbps = 6\n" * 1_000),
    ("iometer", "a password as version", b"'Version\npasswd=" + SECRET + b"\n'Results"),
    ("lshw", "a password as host", b"password=" + SECRET + b"\n *-cpu"),
    ("dstat", "a password as host", b"Host:,password=" + SECRET + b'\n"most\n'),
    ("orion", "a password as option", b"Commandline:-passwd=" + SECRET + b"maps to this test"),
    (
        "sysstat",
        "a password as host",
        b"# hostname;interval;timestamp;U;;;;;;%\n;;6-1-20 1:49:34;;;;;;;\nIDENTIFIED BY "
        + SECRET + b";\n",
    ),
    ("vdbench", "blank lines", b"<title>Vdbench x</title>\nInterval" + b"\n" * 100_000),
    ("dstat", "endless dashes", b'"Dstat 0.7"\n"Cmdline:","' + b"-" * 90_000 + b'"\n"time"\n1\n'),
    ("fio", "endless blanks", b"job: (g=0): rw=read, bs=" + b" " * 90_000 + b"x\nfio-3.1\n"),
    ("io_calibrate", "calibrations over and over", _CALIBRATION * 2_000),
    (
        "hammerdb",
        "a ramp-up of ten thousand years",
        _LATE,
    ),
    ("vdbench", "an interval that is a power", _POWER),
    ("vdbench", "an interval of 5,000 digits", _ENDLESS_INTERVALS),
    ("awr", "a character of 5,000 digits", _ENDLESS_CHARACTER),
    ("awr", "snapshots that go back in time", _MINER_BACK),
    ("awr", "snapshots of thousands of years", _MINER.replace(b" " * 9 + b"60 ", b" 9999999999 ")),
    ("nmon", "an interval that is next to nothing", _INSTANT),
    ("sysstat", "one attribute twice", _TWO_ZONES),
    ("fio", "next to no I/Os", b'{"jobs":[{"jobname":"\n"read":{"bw":1"iops":5e-324'),
    ("fio", "a size of nothing", _NO_SIZE),
    ("fio", "an endless group", _ENDLESS_GROUP),
    ("hammerdb", "an old password before a tab", b"Changed tpcc:mysql_pass from old to \t"
     + SECRET + b" for MySQL\n"),
    ("lshw", "a type that is an object", b'{"blockdevices": [{"name": "sda", "type": {"a": 1}}]}'),
]  # fmt: skip


@pytest.mark.parametrize(("target", "data"), [(t, d) for t, _, d in FOUND], ids=[
    f"{target}: {what}" for target, what, _ in FOUND
])  # fmt: skip
@pytest.mark.timeout(30)  # some of these once took minutes
def test_what_was_found_once_stays_mended(target: str, data: bytes) -> None:
    TARGETS[target](data)
    TARGETS[INSPECT](data)


def test_snapshots_that_go_back_in_time_have_no_length_and_say_so() -> None:
    (reading,) = read_sources([Source("miner.out", _MINER_BACK)])
    assert {run.duration_s for run in reading.runs} == {None}
    assert "give no length" in " ".join(problem.text for problem in reading.problems)


def test_only_so_many_calibrations_are_read_as_anybody_makes() -> None:
    data = b"".join(b"max_iops = %d\nlatency = 2\nmax_mbps = 6\n" % i for i in range(1, 1_001))
    (reading,) = read_sources([Source("calibration.txt", data)])
    assert len(reading.runs) == 200
    assert "left out: 800." in " ".join(problem.text for problem in reading.problems)
