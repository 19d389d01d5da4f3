"""A published study built and opened, as the tests of several modules look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.pricing import total_price
from arraywise.store.reading.evidence import list_files, read_file_detail
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import decide_study

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.decision import Answer
    from arraywise.domain.evidence import Status
    from arraywise.domain.pricing import PriceTotal
    from arraywise.domain.study import OptionFacts, StudyFacts


@dataclass(frozen=True)
class Built:
    """One study as a reader finds it."""

    path: Path
    facts: StudyFacts
    answer: Answer
    figures: dict[tuple[str | None, str], float]
    """By option (None: of none) and by the figure's name."""
    statuses: frozenset[Status]

    def option(self, name: str) -> OptionFacts:
        return next(o for o in self.facts.options if o.option.name == name)

    def total(self, name: str) -> PriceTotal:
        sheet = self.option(name).price_sheet
        assert sheet is not None
        total = total_price(sheet)
        assert total is not None
        return total


def look_at(path: Path) -> Built:
    with open_study(path) as study:
        rows = list_files(study)
        figures: dict[tuple[str | None, str], float] = {}
        for row in rows:
            detail = read_file_detail(study, row.id)
            assert detail is not None
            for each in detail.runs:
                for m in each.run.measurements:
                    figures[row.option_name, f"{m.group or m.metric} {m.statistic}"] = m.value
                    assert m.line is not None
        facts, answer = read_facts(study), decide_study(study)
        return Built(path, facts, answer, figures, frozenset(row.status for row in rows))
