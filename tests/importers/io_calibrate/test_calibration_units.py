"""I/O calibration: units beside the figures, and labels in other words and languages."""

from __future__ import annotations

import pytest

from tests.importers.io_calibrate.test_io_calibrate import Found, figures, printed, read, serious


@pytest.mark.parametrize(
    ("latency", "mbps", "expected"),
    [
        ("0.0097 s", "1602 MB/s", (1829, 9.7, 1602)),
        ("0,0097 sec", "1602 KB/s", (1829, 9.7, 1602 / 1024)),
        ("9 milliseconds", "1602 MiB/s", (1829, 9, 1602)),
        ("9700 usec", "1.6 GB/s", (1829, 9.7, 1638.4)),
        ("9 ms", "1.602 GiB/sec", (1829, 9, 1.602 * 1024)),
        ("9 ms", "1602 MB per second", (1829, 9, 1602)),
    ],
)
def test_a_unit_behind_a_number_is_minded(latency: str, mbps: str, expected: Found) -> None:
    reading = read(printed(1829, latency, mbps))
    assert figures(reading) == [tuple(pytest.approx(value) for value in expected)]


def test_what_is_said_of_megabytes_is_not_said_of_other_units() -> None:
    assert any("2^20" in p.text for p in read(printed(1829, 9, "1602 MB/s")).problems)
    assert not any("2^20" in p.text for p in read(printed(1829, 9, "1.6 GB/s")).problems)


def test_a_figure_of_an_unknown_unit_is_not_taken_and_said() -> None:
    reading = read(printed(1829, "9 ticks", "12.8 Gbit/s"))
    assert figures(reading) == [(1829, None, None)]
    assert any('"ticks" of LATENCY 9;' in text for text in serious(reading))
    assert any('"Gbit/s" of MAX_MBPS 12.8;' in text for text in serious(reading))


@pytest.mark.parametrize(
    "text",
    [
        "Max. IOPS: 1829\nMax. MBPS: 367\nLatenz: 10 ms\n",
        "Maximum IOPS = 1829\nMaximum MBPS = 367\nLatency = 10\n",
        "Maximale IOPS: 1829\nMax. MB/s: 367\nLatenz: 10\nMaximale Latenz: 20\n",
        "IOPS máximo = 1829\nMBPS máximo = 367\nLatência = 10 ms\n",
    ],
)
def test_labels_in_other_words_and_languages(text: str) -> None:
    reading = read(text)
    assert figures(reading) == [(1829, pytest.approx(10), 367)]
    assert serious(reading) == []
