"""Folders of thousands of result files, made from those of the worked example.

As a program: `python -m tests.bench.many_files FOLDER` lays out `FOLDER/orion` and
`FOLDER/swingbench`, in a process of its own, so that the bench itself stays small.
"""

from __future__ import annotations

import re
import sys
from datetime import datetime, timedelta
from pathlib import Path

from tests.conftest import ROOT

FILES = 5_000
_EXAMPLE = ROOT / "data" / "worked-example"
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


if __name__ == "__main__":
    target = Path(sys.argv[1])
    write_orion(target / "orion", FILES)
    write_swingbench(target / "swingbench", FILES)
