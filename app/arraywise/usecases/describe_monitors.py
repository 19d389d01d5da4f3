"""Says which host recordings lie beside runs, and by what their clocks were compared."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from arraywise.domain.said import Said, say
from arraywise.store.reading.monitor_matches import Basis, monitor_matches

if TYPE_CHECKING:
    from arraywise.store.study import Study

_SENTENCES = {
    Basis.UTC: "{count} host recordings lie beside a run; both files tell UTC.",
    Basis.WRITTEN: (
        "{count} host recordings lie beside a run by their clocks as written; the zone is not told"
        " on both sides."
    ),
    Basis.ASSUMED: (
        "{count} host recordings lie beside a run only if their clock is taken to be {minutes:+g}"
        " minutes off; check that, and set the offset where it is wrong."
    ),
    Basis.SET: (
        "{count} host recordings lie beside a run by the offset of {minutes:+g} minutes that was"
        " set."
    ),
}
_NONE = "{count} host recordings lie beside no run."


def describe_monitors(study: Study) -> tuple[Said, ...]:
    """Say how the recordings of all options lie; nothing where there are none."""
    found = {(m.file_id, m.basis, m.offset_s) for m in monitor_matches(study)}
    kinds = Counter((basis, offset_s) for _, basis, offset_s in found)
    return tuple(
        say(_NONE if basis is None else _SENTENCES[basis], count=count, minutes=offset_s / 60)
        for (basis, offset_s), count in sorted(kinds.items(), key=lambda kind: str(kind[0]))
    )
