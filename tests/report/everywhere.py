"""The example with one text in every place of a study that holds a text from outside."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from arraywise.domain.criteria import Criterion
from arraywise.domain.evidence import Metric, PublishedConclusion
from arraywise.domain.messages import TRANSLATED_FIGURES, Message, Problem, Severity, message
from arraywise.domain.units import Unit
from arraywise.report.content import PublishedEntry
from tests.report.hostile import with_names

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent

OURS = frozenset(
    {
        *("currency", "from_currency", "to_currency", "study_hash", "sha256", "statistic"),
        *("template", "check", "metric", "decider_name"),
    }
)
"""Fields whose text is not free."""


def everywhere(text: str) -> ReportContent:
    """The example, each option with a text of its own that begins with the given one."""
    names = tuple(f"{text} {number}" for number in range(5))
    content = _complete(with_names(names), text)
    return _filled(content, text, "")


def _complete(content: ReportContent, text: str) -> ReportContent:
    """Add what the example has none of: figures of a publication, problems."""
    option = content.answer.options[0].option
    figure = PublishedEntry(option.name, text, Metric.IOPS, text, "mean", 1.5, Unit.PER_SECOND,
                             derived=False, place=text)  # fmt: skip
    problem = Problem(Severity.ERROR, message("{name} is broken.", name=text), 7)
    facts = replace(content.facts, published_conclusion=PublishedConclusion(text, text))
    entry = replace(content.evidence[0], problem=problem, host=text, run_type=text)
    return replace(
        content,
        facts=facts,
        published=(figure,),
        evidence=(entry, *content.evidence),
    )


def _filled(value: Any, text: str, name: str) -> Any:
    """Return a value with the text in place of every other one that is free."""
    if isinstance(value, Message):
        figures = ((key, _figure(key, each, text)) for key, each in value.figures)
        return Message(value.template, tuple(figures))
    if isinstance(value, Criterion) and value.own is None:
        return value  # names of ours
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value,
            **{
                field.name: _filled(getattr(value, field.name), text, field.name)
                for field in fields(value)
                if field.init and field.name not in OURS
            },
        )
    if isinstance(value, tuple):
        return tuple(_filled(each, text, name) for each in value)
    is_free = isinstance(value, str) and not isinstance(value, Enum) and value and name
    return text if is_free and not value.startswith(text) else value


def _figure(key: str, value: Any, text: str) -> Any:
    if isinstance(value, Message):
        return _filled(value, text, key)
    is_free = (
        isinstance(value, str) and not isinstance(value, Enum) and key not in TRANSLATED_FIGURES
    )
    return text if is_free else value
