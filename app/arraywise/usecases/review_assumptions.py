"""The register of assumptions: what was found, who typed it, sources and agreements (MODEL I1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from arraywise.analysis.decision.assumptions import Trials, find_assumptions
from arraywise.analysis.decision.stated import list_stated_facts
from arraywise.domain.assumptions import NO_NOTE, AssumptionKind
from arraywise.domain.messages import ignore_progress, is_never_stopped, refuse
from arraywise.store.encoding import replace_non_unicode
from arraywise.store.reading.history import read_input_changes
from arraywise.store.reading.inputs import read_assumption_notes
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.decide_study import prepare
from arraywise.usecases.workload_profile import read_study

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.assumptions import (
        Assumption,
        AssumptionNote,
        AssumptionRegister,
        StatedFact,
    )
    from arraywise.domain.messages import IsStopped, Progress
    from arraywise.store.reading.history import LastChange, LastChanges
    from arraywise.store.study import Study

LONGEST_NOTE = 1000


def review_assumptions(
    study: Study, progress: Progress = ignore_progress, stopped: IsStopped = is_never_stopped
) -> AssumptionRegister:
    """Return the register of a study as it is stored.

    Raises:
        UserError: When the requirement or a setting makes no sense.
        Stopped: When the user asked for it.
    """
    facts = read_study(study)
    found = find_assumptions(prepare(facts), facts, progress, stopped)
    return annotate_register(study, found)


def annotate_register(study: Study, register: AssumptionRegister) -> AssumptionRegister:
    """Return a register with who typed each value and when, its source and agreement."""
    notes, authors = read_assumption_notes(study), _read_authors(study, register)
    rows = tuple(_annotate(row, notes, authors) for row in register.rows)
    pair = register.pair
    if pair is not None:
        by_key = {row.fact.key: row for row in rows}
        first, second = (by_key[each.fact.key] for each in (pair.first, pair.second))
        pair = replace(pair, first=first, second=second)
    return replace(register, rows=rows, pair=pair)


def _read_authors(study: Study, register: AssumptionRegister) -> dict[str, LastChanges]:
    tables = {row.fact.typed_in[0] for row in register.rows if row.fact.typed_in is not None}
    return {table: read_input_changes(study, table) for table in sorted(tables)}


def _annotate(
    row: Assumption, notes: Mapping[str, AssumptionNote], authors: Mapping[str, LastChanges]
) -> Assumption:
    row = replace(row, note=notes.get(row.fact.key, NO_NOTE))
    last = None if row.fact.typed_in is None else _last_change(*row.fact.typed_in, authors)
    if last is None:
        return row
    return replace(row, kind=AssumptionKind.TYPED, by=last.by, at=last.at)


def _last_change(table: str, item: str, authors: Mapping[str, LastChanges]) -> LastChange | None:
    """Return the last change of an item, or of those whose names begin so."""
    changes = authors.get(table, {})
    if not item.endswith("/"):
        return changes.get(item)
    return max((c for name, c in changes.items() if name.startswith(item)), default=None)


def find_stated_fact(study: Study, name: str) -> StatedFact:
    """Return the fact of a study with this key or label.

    Raises:
        UserError: When there is none.
    """
    facts = read_study(study)
    known = list_stated_facts(Trials.start(prepare(facts), facts).study)
    wanted = name.strip().casefold()
    names = ((fact, {fact.key.casefold(), str(fact.label).casefold()}) for fact in known)
    found = next((fact for fact, called in names if wanted in called), None)
    if found is None:
        refuse(
            "No assumption is called {name}. List them all: arraywise assumptions STUDY.",
            name=name[:100],
        )
    return found


def set_assumption_note(
    study: Study,
    key: str,
    *,
    source: str | None = None,
    agreed_by: str | None = None,
    agreed_on: str | None = None,
    note: str | None = None,
) -> AssumptionNote:
    """Type the source of an assumption, who agreed to it and when, and a note; return all of it.

    What is None stays; an empty text takes it back. Without a day the agreement is of today.

    Raises:
        UserError: When the day is none, or stands without a name.
    """
    before = read_assumption_notes(study).get(key, NO_NOTE)
    texts = {"source": source, "agreed_by": agreed_by, "agreed_on": agreed_on, "note": note}
    changes = {n: _validate_text(text) for n, text in texts.items() if text is not None}
    after = replace(before, **changes)
    if not after.agreed_by:
        if changes.get("agreed_on"):
            refuse("Name who agreed to the assumption.")
        after = replace(after, agreed_on="")
    elif not after.agreed_on:
        after = replace(after, agreed_on=date.today().isoformat())  # noqa: DTZ011 - of the reader
    _validate_day(after.agreed_on)
    with transaction(study, "assumption") as cursor:
        writing.replace_assumption_note(cursor, key, after)
    return after


def _validate_text(text: str) -> str:
    return replace_non_unicode(" ".join(text.split()))[:LONGEST_NOTE]


def _validate_day(text: str) -> None:
    if not text:
        return
    try:
        date.fromisoformat(text)
    except ValueError:
        refuse("“{text}” is not a date. Example: 2026-11-20.", text=text[:40])
