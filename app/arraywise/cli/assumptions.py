"""Command on what was not measured: assumptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arraywise.cli.common import (
    DONE,
    open_study,
    opened_for_reading,
    print_json,
    print_lines,
    terminal_progress,
)
from arraywise.cli.path_arguments import parse_path
from arraywise.domain.messages import refuse

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.domain.assumptions import AnswerThere, Assumption, AssumptionRegister


_NOTES = ("source", "agreed_by", "agreed_on", "note")


def add_assumptions_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `assumptions`."""
    p.add_argument("study", type=parse_path)
    p.add_argument("name", nargs="?", metavar="NAME", help="the assumption that a note is about")
    p.add_argument("--source", metavar="TEXT", help="where its value comes from")
    p.add_argument("--agreed-by", metavar="NAME", help="who agreed to it; '' takes that back")
    p.add_argument("--agreed-on", metavar="2026-11-20", help="when; today without it")
    p.add_argument("--note", metavar="TEXT")
    p.add_argument("--json", action="store_true")


def run_assumptions(options: Namespace) -> int:
    """List what was not measured and where it changes the answer, or type a note on it."""
    from arraywise.usecases.review_assumptions import review_assumptions

    notes = {name: getattr(options, name) for name in _NOTES}
    if any(text is not None for text in notes.values()):
        return _set_note(options, notes)
    with opened_for_reading(options.study) as study:
        register = review_assumptions(study, terminal_progress())
    if options.json:
        print_json(assumptions_document(register))
    else:
        from arraywise.present.tables.assumptions import list_assumption_lines

        print_lines(*list_assumption_lines(register))
    return DONE


def _set_note(options: Namespace, notes: dict[str, str | None]) -> int:
    from arraywise.usecases.review_assumptions import find_stated_fact, set_assumption_note

    if options.name is None:
        refuse("name the assumption; see: arraywise assumptions STUDY")
    with open_study(options.study) as study:
        fact = find_stated_fact(study, options.name)
        stored = set_assumption_note(study, fact.key, **notes)
    agreed = f", agreed by {stored.agreed_by}, {stored.agreed_on}" if stored.agreed_by else ""
    print_lines(f"{fact.label}: {stored.source or 'no source'}{agreed}")
    if stored.note:
        print_lines(stored.note)
    return DONE


def assumptions_document(register: AssumptionRegister) -> dict[str, Any]:
    """Return the register as JSON."""
    document: dict[str, Any] = {
        "answer": _answer_document(register.today),
        "assumptions": [_row_document(row) for row in register.rows],
    }
    if register.pair is not None:
        pair = register.pair
        document["pair"] = {
            "names": [str(each.fact.label) for each in (pair.first, pair.second)],
            "values": list(pair.values),
            "answer_there": _answer_document(pair.answer),
        }
    return document


def _row_document(row: Assumption) -> dict[str, Any]:
    fact, nearest = row.fact, row.nearest
    values = [choice.value for choice in fact.choices]
    return {
        "key": fact.key,
        "name": str(fact.label),
        "value": fact.value,
        "unit": str(fact.unit),
        "kind": row.kind.value,
        "source": row.source,
        "by": row.by,
        "at": None if row.at is None else row.at.isoformat(timespec="seconds"),
        "range": values if fact.span is None else list(fact.span),
        "switching_value": None if nearest is None else nearest.value,
        "answer_there": None if nearest is None else _answer_document(nearest.answer),
        "distance": None if nearest is None else nearest.distance,
        "command": list(fact.command),
        "agreed_by": row.note.agreed_by,
        "agreed_on": row.note.agreed_on,
        "note": row.note.note,
    }


def _answer_document(answer: AnswerThere) -> dict[str, Any]:
    return {"option": answer.option, "outcome": answer.outcome.value}
