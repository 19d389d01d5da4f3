"""Mails that were saved whole: their texts are read, on the lines where they stand."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from arraywise.domain.evidence import Metric, Reading
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.redaction import blank_secrets
from arraywise.importers.kit.text import decode
from arraywise.importers.recognition import read_all

ORION = """ORION VERSION 11.1.0.7.0

Commandline:
-run simple

This maps to this test:
Test: orion
Small IO size: 8 KB
Large IO size: 1024 KB
IO Types: Small Random IOs, Large Random IOs
Simulated Array Type: CONCAT
Write: 0%
Cache Size: Not Entered
Duration for each Data Point: 60 seconds
Small Columns:,      0
Large Columns:,      0,      1,      2
Total Data Points: 8

Name: /dev/vdc  Size: 751619276800
1 FILEs found.

Maximum Large MBPS=255.88 @ Small=0 and Large=2
Maximum Small IOPS=14741 @ Small=5 and Large=0
Minimum Small Latency=0.33 @ Small=4 and Large=0
"""
HAMMERDB = (
    "Vuser 1:2 Active Virtual Users configured\n"
    "Vuser 1:TEST RESULT : System achieved 8153 NOPM from 24772 MySQL TPM\n"
)
PGBENCH = """pgbench (15.4)
transaction type: <builtin: TPC-B (sort of)>
scaling factor: 10
number of clients: 8
duration: 60 s
number of transactions actually processed: 57173
latency average = 8.395 ms
tps = 952.894387 (without initial connection time)
"""
CALIBRATION = "max_iops = 6512\nlatency = 9\nmax_mbps = 312\n"
SYSBENCH = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4

SQL statistics:
    transactions:                        12000  (200.00 per sec.)

General statistics:
    total time:                          60.0000s
    total number of events:              12000

Latency (ms):
         avg:                                   20.00
"""
CHARBENCH = """Swingbench
Author  :  \t Dominic Giles
Version :  \t 2.7.0.1561

Time      Users       TPM      TPS     Errors
16:24:34  [0/4]       0        0       0
16:24:35  [4/4]       1660     1660    0
16:24:36  [4/4]       3320     1660    0
Completed Run.
"""


def mail(text: str, encoding: str = "7bit", *attached: tuple[str, str]) -> bytes:
    """Write a mail; attachments as their name and text."""
    message = EmailMessage()
    message["From"] = "Lab <lab@example.com>"
    message["To"] = "me@example.com"
    message["Subject"] = "Result"
    message["Date"] = "Tue, 03 Mar 2026 10:00:00 +0100"
    message.set_content(text, cte=encoding)
    for name, content in attached:
        message.add_attachment(content, filename=name, cte="base64")
    return bytes(message)


def read(data: bytes) -> Reading:
    """Read a saved mail."""
    (reading,) = read_all([Source("result.eml", data)])
    return reading


@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable", "base64"])
@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("orion", ORION),
        ("hammerdb", HAMMERDB),
        ("pgbench", PGBENCH),
        ("io_calibrate", CALIBRATION),
        ("sysbench", SYSBENCH),
        ("swingbench", CHARBENCH),
    ],
)
def test_a_mail_is_read_as_its_text_is(tool: str, text: str, encoding: str) -> None:
    """However the text is encoded, and on the lines that the mail's text is shown on."""
    data = mail(text, encoding)
    (plain,) = read_all([Source("result.txt", text.encode())])
    reading = read(data)
    assert reading.tool == plain.tool == tool
    told, expected = reading.runs[0].measurements, plain.runs[0].measurements
    assert [(m.metric, m.value) for m in told] == [(m.metric, m.value) for m in expected]
    header = data.replace(b"\r", b"").split(b"\n\n")[0].count(b"\n") + 2
    assert [m.line for m in told] == [m.line + header for m in expected if m.line]
    shown = decode(data).lines
    for measurement in told:
        assert shown[measurement.line - 1] == text.split("\n")[measurement.line - 1 - header]


@pytest.mark.parametrize("note", ["See below.", "Hello,\n\nhere is the run.\n"])
def test_an_attached_text_is_read(note: str) -> None:
    """With what was written before it."""
    reading = read(mail(note, "7bit", ("orion_summary.txt", ORION)))
    assert reading.tool == "orion"
    values = {m.value for m in reading.runs[0].measurements if m.metric is Metric.IOPS}
    assert values == {14741.0}


def test_several_attachments_are_not_read_as_one() -> None:
    """The user is told what to do."""
    reading = read(mail("See below.", "7bit", ("a.txt", ORION), ("b.txt", ORION)))
    assert not reading.runs
    assert "save its attachments" in str(reading.problems[0].said)


def test_a_mail_without_a_result_is_told() -> None:
    """By what it is."""
    reading = read(mail("Hello, how are you?\n", "base64"))
    assert "saved mail" in str(reading.problems[0].said)


def test_html_beside_the_text_is_left() -> None:
    """It says the same again."""
    message = EmailMessage()
    message["From"] = message["To"] = "lab@example.com"
    message["Subject"] = "Result"
    message.set_content(HAMMERDB, cte="quoted-printable")
    message.add_alternative(f"<html><pre>{HAMMERDB}</pre></html>", subtype="html")
    assert len(read(bytes(message)).runs) == 1


def test_a_bomb_of_parts_is_not_unfolded() -> None:
    """Parts within parts take a parser beyond its depth."""
    head = b"From: a@b\nTo: a@b\nContent-Type: message/rfc822\n\n"
    assert not read(head * 20_000).runs
    assert decode(head * 20_000).text == ""


def test_a_password_in_an_encoded_text_is_starred_out() -> None:
    """What is kept then is the text."""
    data = mail(HAMMERDB + "Vuser 1:diset tpcc mysql_pass Secret99\n", "base64")
    clean, count = blank_secrets(data)
    assert count == 1
    assert "Secret99" not in decode(clean).text
    assert decode(clean).text.replace("********", "Secret99") == decode(data).text
