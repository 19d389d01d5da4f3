"""The example with the same texts wherever somebody else may write one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from tests.report.example import example

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent


def with_names(names: tuple[str, ...]) -> ReportContent:
    """The example with these texts wherever somebody else may write one."""
    content = example()
    options = tuple(
        replace(
            o,
            option=replace(o.option, name=name),
            reason=say("{option} is slow.", option=name),
            levels=o.levels[:2],
        )
        for o, name in zip(content.answer.options, names, strict=True)
    )
    sheets = tuple(
        replace(
            sheet,
            option=replace(sheet.option, name=name),
            lines=tuple(
                replace(
                    priced,
                    line=replace(
                        priced.line, description=name, part_number=name, category=name, source=name
                    ),
                )
                for priced in sheet.lines[:2]
            ),
            notes=(name,),
        )
        for sheet, name in zip(content.price_sheets, names, strict=True)
    )
    evidence = tuple(
        replace(entry, file=name, option=name, tool_version=name)
        for entry, name in zip(content.evidence, names, strict=False)
    )
    return replace(
        content,
        facts=replace(content.facts, name=names[0], client=names[1]),
        answer=replace(content.answer, options=options),
        price_sheets=sheets,
        evidence=evidence,
    )
