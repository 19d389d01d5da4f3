"""What several commands do alike: printing, progress, opening a study while files are read."""

from __future__ import annotations

import json
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arraywise.domain.messages import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from decimal import Decimal
    from pathlib import Path

    from arraywise.store.study import Study
    from arraywise.worksheets.input_parsing import StatedAmount

DONE, COULD_NOT = 0, 1


def print_json(document: dict[str, Any]) -> None:
    """Print a document as UTF-8, whatever the terminal takes."""
    sys.stdout.flush()
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")


def progress() -> Callable[[int, int, str], None]:
    """Show progress on a terminal and stay silent elsewhere."""
    if not sys.stderr.isatty():
        return lambda _done, _total, _text: None

    def show(done: int, total: int, text: str) -> None:
        end = "\n" if done >= total else ""
        print(f"\r\x1b[K{done}/{total} {text[:60]}", end=end, file=sys.stderr, flush=True)

    return show


def in_currency_of(study: Study, stated: StatedAmount) -> Decimal:
    """Return an amount that is typed in the study's currency, or in none.

    Raises UserError when it is typed in another one.
    """
    from arraywise.store.reading.inputs import study_info

    own = study_info(study).currency
    if stated.currency not in {"", own}:
        message = (
            f"{stated.amount:,} is in {stated.currency}, but the study is in {own}; write the"
            f" amount in {own}."
        )
        raise UserError(message)
    return stated.amount


@contextmanager
def opening(path: Path) -> Iterator[Future[Study]]:
    """Begin to open a study on a thread; whoever asks for the result closes the study."""
    from arraywise.store.study import announced, open_study

    with announced(path), ThreadPoolExecutor(1) as beside:
        yield beside.submit(open_study, path)
