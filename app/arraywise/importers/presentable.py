"""The last look at a reading: what it says can be kept, shown and printed, whatever the file was.

Passwords that are starred out in the kept bytes stand in no name, attribute or sentence either.
No text is endless or beyond what UTF-8 can write, and problems are not more than one can look at.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from arraywise.domain.evidence import Measurement
from arraywise.domain.measurements import AlikeMeasurements, conditions_of
from arraywise.domain.said import Said
from arraywise.importers.drafts import MOST_PROBLEMS, not_too_many
from arraywise.importers.secrets import secrets_in
from arraywise.importers.text import decode, wide_encoding

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator

    from arraywise.domain.evidence import Reading

LONGEST_TEXT = 1_000
"""Characters; a command line or a list of devices has some hundred."""
_LOOK_AT_BYTES = 1024 * 1024
_TELLING = 6
"""Characters from which on a secret is recognised without the words around it."""
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def presentable(reading: Reading, data: bytes | mmap.mmap) -> Reading:
    """Return the reading fit to be kept; nearly always that is the reading itself."""
    if len(reading.problems) > MOST_PROBLEMS + 1:  # the importer itself may have said so
        reading = replace(reading, problems=not_too_many(reading.problems))
    texts = [*_texts(reading)]
    hidden = {secret for secret in _secrets(data) if len(secret) >= _TELLING}
    secrets = {s for s in hidden if any(s in text for text in chain.from_iterable(texts))}
    if not secrets and all(map(_is_fine, texts)):
        return reading
    secrets |= _found("\n".join(chain.from_iterable(texts)))

    def mended(text: str) -> str:
        for secret in secrets:
            if len(secret) >= _TELLING or secret in _found(text):
                text = text.replace(secret, "*" * len(secret))
        text = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + _ELLIPSIS

    rewritten: Reading = _rewritten(reading, mended)
    return rewritten


def _secrets(data: bytes | mmap.mmap) -> set[str]:
    head = data[:_LOOK_AT_BYTES]
    secrets = secrets_in(head)
    if wide_encoding(head[:4096])[0]:
        secrets |= secrets_in(decode(head).text.encode("utf-8", "replace"))
    return {secret.decode("utf-8", "replace") for secret in secrets}


def _found(text: str) -> set[str]:
    encoded = text.encode("utf-8", "replace")
    return {secret.decode("utf-8", "replace") for secret in secrets_in(encoded)}


@lru_cache(maxsize=1_000)
def _is_fine(texts: tuple[str, ...]) -> bool:
    """Say whether texts can stay as they are; thousands of runs may share them."""
    together = "\n".join(texts)
    is_short = max(map(len, texts), default=0) <= LONGEST_TEXT
    return is_short and _is_plain(together) and not _found(together)


def _is_plain(text: str) -> bool:
    """Tell a text that UTF-8 can write, without zeros that end it in some libraries."""
    if "\0" in text:
        return False
    return text.isascii() or text.encode("utf-8", "replace").decode("utf-8") == text


def _texts(reading: Reading) -> Iterator[tuple[str, ...]]:
    """Give what in a reading may come from the file; what runs may share is a part of its own."""
    own = [reading.tool_version or "", reading.run_type or "", reading.set_name or ""]
    for problem in reading.problems:
        own += _texts_in(problem.said)
    for run in reading.runs:
        own += (run.name, run.started_at or "", run.host or "")
        own += (series.name for series in run.series)
        yield _flat(run.attributes)
        yield conditions_of(run.measurements).groups
        for table in run.samples:
            yield tuple(column.name for column in table.columns)
            yield tuple({column.instance or "" for column in table.columns})
    yield tuple(own)


@lru_cache(maxsize=1_000)
def _flat(attributes: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(attributes))


def _texts_in(said: Said) -> Iterator[str]:
    for _, figure in said.figures:
        if isinstance(figure, Said):
            yield from _texts_in(figure)
        elif isinstance(figure, str):
            yield figure


def _rewritten(value: Any, mended: Callable[[str], str]) -> Any:  # noqa: ANN401 - of any part of it
    """Rebuild a value with every text in it mended; sentences keep their templates."""
    if isinstance(value, Said):
        return Said(value.template, _rewritten(value.figures, mended))
    if isinstance(value, str):
        return value if isinstance(value, Enum) else mended(value)
    if isinstance(value, Measurement):
        return value._replace(
            statistic=mended(value.statistic), group=_rewritten(value.group, mended)
        )
    if isinstance(value, tuple | AlikeMeasurements):
        return tuple(_rewritten(part, mended) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: _rewritten(getattr(value, f.name), mended) for f in fields(value)}
        return replace(value, **parts)
    return value
