"""Reads all facts of a study at once, and the hash of its content."""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from arraywise.domain.criteria import Criterion
from arraywise.domain.requirement import DegradedState
from arraywise.domain.study import DegradedRuns, IoPoint, LoadRun, OptionFacts, StudyFacts
from arraywise.store.reading import inputs
from arraywise.store.reading.evidence import read_published_conclusion, read_published_remarks
from arraywise.store.reading.runs import (
    read_degraded_state_by_run,
    read_io_points,
    read_load_runs,
    read_published_figures,
    read_run_setups,
)
from arraywise.store.study import Study, StudyView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.store.connection import Cursor


def with_scenario_inputs(view: Study, facts: StudyFacts) -> StudyFacts:
    """Return facts with the inputs of a scenario's view in place of their own."""
    sheets, times = inputs.read_price_sheets(view), inputs.read_provisioning_times(view)
    quotes, decisions = inputs.read_quote_records(view), inputs.read_scope_decisions(view)
    ratings, unparsed = inputs.read_option_ratings(view), inputs.count_unparsed_times(view, times)
    return replace(
        facts,
        requirement=inputs.read_requirement(view),
        criteria=inputs.read_criteria(view),
        options=tuple(
            replace(
                known,
                price_sheet=sheets.get(known.option.id),
                provisioning=times.get(known.option.id, ()),
                ratings=ratings.get(known.option.id, ()),
                unread_times=unparsed.get(known.option.id, 0),
                quote=quotes.get(known.option.id),
                not_needed=tuple(d for d in decisions if d.option_id == known.option.id),
            )
            for known in facts.options
        ),
        price_basis=inputs.read_price_basis(view),
        left_out=tuple(each for each in decisions if each.option_id is None),
        weighting=inputs.read_weighting(view),
        rating_words=inputs.read_rating_words(view),
    )


_FEW_ROWS = 20_000
"""An answer up to this length is kept while facts are read: three readers ask for attributes."""


class _QueryResult(NamedTuple):
    """The answer to a query."""

    description: Sequence[Sequence[object]] | None
    rows: list[tuple[Any, ...]]

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self.rows

    def fetchone(self) -> tuple[Any, ...] | None:
        return self.rows[0] if self.rows else None


class _CachingCursor:
    """A cursor that caches short results of queries."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._results: dict[tuple[str, str], _QueryResult] = {}

    def execute(self, query: str, values: Sequence[object] = ()) -> _QueryResult:
        key = query, repr(values)
        known = self._results.get(key)
        if known is not None:
            return known
        result = self._cursor.execute(query, values)
        rows = _QueryResult(result.description, result.fetchall())
        if len(rows.rows) <= _FEW_ROWS:
            self._results[key] = rows
        return rows


def read_facts(study: Study) -> StudyFacts:
    """Read a whole study at one moment.

    `criteria` is empty where the user has not changed the defaults.
    """
    with study.cursor() as cursor:
        known = cast("Cursor", _CachingCursor(cursor))
        return _read_facts(StudyView(study, known))


def _read_facts(study: Study) -> StudyFacts:
    info = inputs.read_study_info(study)
    runs, points = read_load_runs(study), read_io_points(study)
    setups, published = read_run_setups(study), read_published_figures(study)
    states = read_degraded_state_by_run(study)
    evidence = StudyFacts(
        name=info.name,
        client=info.client,
        currency=info.currency,
        requirement=inputs.read_requirement(study),
        is_requirement_stated=inputs.is_requirement_stated(study),
        criteria=(),
        options=tuple(
            OptionFacts(
                option,
                tuple(run for run in runs.get(option.id, ()) if run.degraded is None),
                tuple(p for p in points.get(option.id, ()) if p.run_id not in states),
                setups=setups.get(option.id, ()),
                published=published.get(option.id, ()),
                degraded=_group_by_degraded_state(
                    runs.get(option.id, ()), points.get(option.id, ()), states
                ),
            )
            for option in inputs.list_options(study)
        ),
        synthetic=info.synthetic,
        published_conclusion=read_published_conclusion(study),
        remarks=read_published_remarks(study),
        price_range=inputs.read_price_range(study),
        price_range_confirmed=inputs.is_price_range_confirmed(study),
        own_criteria=inputs.read_own_criteria(study),
        thresholds=inputs.read_thresholds(study),
        profile=inputs.read_profile(study),
    )
    return with_scenario_inputs(study, evidence)


def _group_by_degraded_state(
    runs: Sequence[LoadRun], points: Sequence[IoPoint], states: Mapping[int, DegradedState]
) -> tuple[DegradedRuns, ...]:
    """Group runs and I/O points of an option by their degraded state."""
    result = (
        DegradedRuns(
            state,
            tuple(run for run in runs if run.degraded is state),
            tuple(point for point in points if states.get(point.run_id) is state),
        )
        for state in DegradedState
    )
    return tuple(each for each in result if each.load_runs or each.io_points)


_NOT_HASHED = {"id", "run_id", "option_id", "found_profiles", "capacity_in_use"}
"""Fields that number rows in one file and mean nothing in another, or follow from the evidence."""
_IN_ORDER_OF_IMPORT = {"load_runs", "io_points", "setups"}
"""Fields that list the same things whatever came first."""


def compute_study_hash(study: Study, facts: StudyFacts | None = None) -> str:
    """Return the SHA-256 over all facts of a study and the hashes of its evidence.

    Two studies with the same content have the same hash, in whatever order evidence was added
    to which file; a change to anything that an answer depends on changes it.
    """
    evidence = study.rows(
        "SELECT f.sha256, o.name FROM evidence_file f LEFT JOIN option o ON o.id = f.option_id"
        " ORDER BY f.sha256"
    )
    content = {"facts": _to_canonical_json(facts or read_facts(study)), "evidence": evidence}
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _to_canonical_json(value: object) -> object:  # noqa: PLR0911 - a line for each type
    """Convert facts to JSON values for hashing; floats by `repr`."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Criterion):
        return value.value if value.own is None else _to_canonical_json(value.own)
    if isinstance(value, array):
        return hashlib.sha256(value.tobytes()).hexdigest()
    if isinstance(value, tuple):
        return [_to_canonical_json(item) for item in value]
    if isinstance(value, frozenset | datetime):
        return sorted(map(str, value)) if isinstance(value, frozenset) else value.isoformat()
    if is_dataclass(value):
        return {
            f.name: _sort_if_in_order_of_import(f.name, _to_canonical_json(getattr(value, f.name)))
            for f in fields(value)
            if f.compare and f.name not in _NOT_HASHED
        }
    return value


def _sort_if_in_order_of_import(name: str, content: object) -> object:
    if name in _IN_ORDER_OF_IMPORT and isinstance(content, list):
        return sorted(json.dumps(item, sort_keys=True) for item in content)
    return content


def read_last_change_time(study: Study) -> datetime:
    """Return the moment of the last change, in UTC; that of the creation where there was none."""
    row = study.row(
        "SELECT coalesce((SELECT made_at FROM change ORDER BY rowid DESC LIMIT 1), created_at)"
        " FROM study_info"  # the last one made, wherever the clock was by then
    )
    moment = row[0] if row else None
    assert isinstance(moment, datetime)  # noqa: S101 - a column of its type
    return moment
