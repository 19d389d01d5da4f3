"""Folders of thousands of result files, made from those of the worked example.

As a program: `python -m tests.bench.many_files FOLDER` lays out `FOLDER/orion`, `FOLDER/mixed` and
`FOLDER/swingbench`, in a process of its own, so that the bench itself stays small.
"""

from __future__ import annotations

import re
import sys
from datetime import datetime, timedelta
from pathlib import Path

from tests.conftest import ROOT
from tests.importers.golden import SAMPLES, sample_files

FILES = 5_000
_EXAMPLE = ROOT / "data" / "worked-example"
_SMALL_BYTES = 32 * 1024
_WRITTEN = "%d %b %Y, %H:%M:%S"


def write_orion(folder: Path, count: int) -> None:
    """Write as many summaries, each with other headline figures."""
    templates = [path.read_text("utf-8") for path in sorted(_EXAMPLE.glob("*/orion/*summary.txt"))]
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        text = templates[number % len(templates)]
        text = re.sub(r"(?<=IOPS=)\d+", str(1000 + 7 * number), text)
        text = re.sub(r"(?<=MBPS=)\d+", str(100 + number), text)
        (folder / f"lab_{number:05}_summary.txt").write_text(text, "utf-8")


def write_swingbench(folder: Path, count: int) -> None:
    """Write as many XML results with their second-by-second readings, on many days."""
    templates = [path.read_text("utf-8") for path in sorted(_EXAMPLE.glob("*/swingbench/*.xml"))]
    templates = [text for text in templates if text.rstrip().endswith("</Results>")]
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        text = templates[number % len(templates)]
        later = timedelta(days=number // len(templates))
        (folder / f"lab_{number:05}.xml").write_text(_moved(text, later), "utf-8")


def _moved(text: str, later: timedelta) -> str:
    """Let a run have taken place some days later, readings included."""
    milliseconds = round(later.total_seconds() * 1000)
    text = re.sub(r"\b\d{13}\b", lambda match: str(int(match[0]) + milliseconds), text)
    return re.sub(
        r"(?<=<TimeOfRun>)[^<]*",
        lambda match: f"{datetime.strptime(match[0], _WRITTEN) + later:{_WRITTEN}}",  # noqa: DTZ007
        text,
        count=1,
    )


def write_mixed(folder: Path, count: int) -> None:
    """Write as many small files of all tools: samples over and over, with more line ends below."""
    samples = [p for p in sample_files() if p.stat().st_size <= _SMALL_BYTES]
    texts = [path.read_bytes() for path in samples]
    for number in range(count):
        path, text = samples[number % len(samples)], texts[number % len(samples)]
        target = folder / f"{number // len(samples):03}" / path.relative_to(SAMPLES)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text + b"\n" * (number // len(samples)))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    write_mixed(target / "mixed", 2 * FILES)
    write_orion(target / "orion", FILES)
    write_swingbench(target / "swingbench", FILES)
