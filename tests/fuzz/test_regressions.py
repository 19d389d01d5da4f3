"""Inputs that once broke a law, made as small as they go; each names what was wrong."""

from __future__ import annotations

import pytest

from tests.fuzz.laws import CANARY
from tests.fuzz.targets import INSPECT, TARGETS

SECRET = CANARY.encode()
FOUND = [
    ("orion", "digits that are not ASCII", "Small IO size: \u0661\u0662\u06634 KB".encode()),
    ("hammerdb", "a series behind the end", b"6 SQL Server tpm @ Mon Mar 06 10:00:30 CET 2023"),
    ("io_calibrate", "five thousand runs", b"max_iops = 39\nlatency = 2\nmax_mbps = 6\n" * 5_000),
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
]  # fmt: skip


@pytest.mark.parametrize(("target", "data"), [(t, d) for t, _, d in FOUND], ids=[
    f"{target}: {what}" for target, what, _ in FOUND
])  # fmt: skip
def test_what_was_found_once_stays_mended(target: str, data: bytes) -> None:
    TARGETS[target](data)
    TARGETS[INSPECT](data)
