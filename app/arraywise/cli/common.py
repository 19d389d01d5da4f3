"""What several commands share: printing, progress, opening a study while files are read."""

from __future__ import annotations

import json
import math
import re
import sys
import unicodedata
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from arraywise.domain.messages import refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from decimal import Decimal

    from arraywise.store.study import Study
    from arraywise.worksheets.input_parsing import TypedAmount

DONE, COULD_NOT = 0, 1


_HIDDEN = frozenset({"Cc", "Cf"})


def make_printable(text: str) -> str:
    """Make text from a file harmless on a terminal: no control or direction marks."""
    if text.isprintable():
        return text
    return "".join("?" if unicodedata.category(c) in _HIDDEN else c for c in text)


_JSON_DIGITS = 12
"""Significant digits of a number that is no whole one; no measurement has as many."""
_HIDDEN_IN_JSON = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def print_lines(*lines: object, error: bool = False) -> None:
    """Print lines, harmless on a terminal; everything but JSON is printed by this.

    An error that cannot be printed changes no exit status.
    """
    with suppress(OSError) if error else nullcontext():
        for line in lines:
            for part in str(line).split("\n"):
                print(make_printable(part), file=sys.stderr if error else sys.stdout)


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun: `1 file`, `2 files`."""
    return f"{count:,} {singular if count == 1 else plural or f'{singular}s'}"


def print_json(document: dict[str, Any]) -> None:
    """Print a document as UTF-8, whatever the terminal takes; hidden characters are escaped."""
    sys.stdout.flush()
    text = json.dumps(_round_floats(document), ensure_ascii=False, indent=1, allow_nan=False)
    text = _HIDDEN_IN_JSON.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")


def _round_floats(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return a document with floats rounded: 0.143, not 0.14300000000000002."""
    if isinstance(value, float) and math.isfinite(value) and not value.is_integer():
        return float(f"{value:.{_JSON_DIGITS}g}")
    if isinstance(value, dict):
        return {key: _round_floats(each) for key, each in value.items()}
    return [_round_floats(each) for each in value] if isinstance(value, list | tuple) else value


def terminal_progress() -> Callable[[int, int, str], None]:
    """Return a function that shows progress on a terminal, and does nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda _done, _total, _text: None

    def show(done: int, total: int, text: str) -> None:
        end = "\n" if done >= total else ""
        line = f"{done}/{total} {make_printable(text[:60])}"
        print(f"\r\x1b[K{line}", end=end, file=sys.stderr, flush=True)

    return show


def amount_in_study_currency(study: Study, typed: TypedAmount) -> Decimal:
    """Return a typed amount, which must be in the study's currency or name none.

    Raises:
        UserError: When it is typed in another one.
    """
    from arraywise.store.reading.inputs import read_study_info

    own = read_study_info(study).currency
    if typed.currency not in {"", own}:
        refuse(
            f"{typed.amount:,} is in {typed.currency}, but the study is in {own}; write the"
            f" amount in {own}."
        )
    return typed.amount


@contextmanager
def announcing_new_option(study: Study, name: str | None) -> Iterator[None]:
    """Print at the end whether the option is new, and an existing option of similar name."""
    from arraywise.store.reading.inputs import list_options

    before = {option.name.casefold(): option.name for option in list_options(study)}
    yield
    wanted = (name or "").strip()
    if wanted.casefold() in before or wanted not in {o.name for o in list_options(study)}:
        return
    near = find_closest_name(wanted, before)
    print_lines(
        f"{wanted} is a new option{f'; {near} was there before' if near else ''}", error=True
    )


def find_closest_name(name: str, names_by_folded_case: Mapping[str, str]) -> str:
    """Return the most similar of the names, which are by their folded case; empty if none is."""
    from difflib import get_close_matches

    return "".join(
        names_by_folded_case[each]
        for each in get_close_matches(name.casefold(), names_by_folded_case, 1, 0.75)
    )


def open_study(path: Path, *, without_log: bool = False) -> Study:
    """Open a study, and print what was lost before or by that."""
    from arraywise.store import study as store

    return _print_notice(store.open_study(path, without_log=without_log))


def _print_notice(study: Study) -> Study:
    if study.notice is not None:
        print_lines(study.notice, error=True)
    return study


@contextmanager
def opening_in_background(path: Path, *, to_read: bool = False) -> Iterator[Future[Study]]:
    """Open a study on a thread; the caller closes the study of the yielded future.

    With `to_read`, a copy is opened where the file or its medium cannot be written.
    """
    from arraywise.store.study import announcing_open, copy_and_open_study
    from arraywise.store.study_file import is_writable

    with ExitStack() as stack:
        if to_read and path.is_file() and not is_writable(path):
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="arraywise-")))
            beside = stack.enter_context(ThreadPoolExecutor(1))
            yield beside.submit(
                lambda: _print_notice(copy_and_open_study(path, folder / path.name))
            )
            return
        stack.enter_context(announcing_open(path))
        beside = stack.enter_context(ThreadPoolExecutor(1))
        yield beside.submit(open_study, path)


@contextmanager
def opened_for_reading(path: Path) -> Iterator[Study]:
    """Open a study of which nothing is changed; it may be write-protected."""
    with opening_in_background(path, to_read=True) as opened, opened.result() as study:
        yield study
