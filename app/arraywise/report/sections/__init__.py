"""The report's sections, one a module, in the order they are printed, and its editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.messages import message
from arraywise.domain.study import Edition
from arraywise.present.report_messages import is_undecided
from arraywise.report.pdf.layout import LayoutSection, SectionPage
from arraywise.report.sections import (
    changes,
    costs,
    cover,
    evidence,
    fit,
    glossary,
    levels,
    lifetime,
    materials,
    method,
    options,
    plan,
    question,
    reasons,
    risks,
    summary,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.decision import Answer
    from arraywise.domain.study import ReportOptions
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout

ALL_SECTIONS = (
    LayoutSection("summary", message("Summary"), summary.summary_section),
    LayoutSection("question", message("The question"), question.question_section),
    LayoutSection("options", message("The options"), options.options_section),
    LayoutSection("fit", message("Does it fit"), fit.fit_section),
    LayoutSection("costs", message("What it costs"), costs.costs_section),
    LayoutSection("lifetime", message("Over time"), lifetime.lifetime_section),
    LayoutSection("reasons", message("Why this one"), reasons.reasons_section),
    LayoutSection(
        "changes", message("What would change it"), changes.changes_section, most_empty=0.5
    ),
    LayoutSection("risks", message("Risks and findings"), risks.risks_section),
    LayoutSection("not-shown", message("Not shown"), risks.not_shown_section),
    LayoutSection("steps", message("Next steps"), risks.steps_section),
    LayoutSection(
        "materials", message("A  Bill of materials"), materials.materials_section, is_appendix=True
    ),
    LayoutSection("levels", message("B  Levels and I/O"), levels.levels_section, is_appendix=True),
    LayoutSection("method", message("C  Methods"), method.method_section, is_appendix=True),
    LayoutSection("glossary", message("D  Terms"), glossary.glossary_section, is_appendix=True),
    LayoutSection("evidence", message("E  Evidence"), evidence.evidence_section, is_appendix=True),
)
PLAN = LayoutSection("plan", message("Test plan"), plan.plan_section)
_COVER = LayoutSection(cover.KEY, message("Cover"), lambda _content, _layout: None)
SHORT = ("summary", "question", "fit", "costs", "changes", "steps")
"""Keys of the sections of the short edition."""
APPENDICES = (message("Appendices"), "appendices")


class BuiltPage(NamedTuple):
    """A section that has something to say, with what it says."""

    section: LayoutSection
    page: SectionPage


def edition_of(answer: Answer, options: ReportOptions) -> Edition:
    """Return the edition that is wanted: else the full one, or a plan while nothing is decided."""
    if options.edition:
        return Edition(options.edition)
    return Edition.PLAN if is_undecided(answer) else Edition.FULL


def sections_of(edition: Edition) -> tuple[LayoutSection, ...]:
    """Return the sections of an edition, without the cover."""
    if edition is Edition.PLAN:
        return (PLAN,)
    if edition is Edition.SHORT:
        return tuple(section for section in ALL_SECTIONS if section.key in SHORT)
    return ALL_SECTIONS


def build_pages(
    content: ReportContent, layout: PageLayout, options: ReportOptions
) -> list[BuiltPage]:
    """Build all sections of an edition that are not left out and have something to say.

    The summary comes last, as it leads to sections that there are; then the cover.
    """
    edition = edition_of(content.answer, options)
    wanted = [s for s in sections_of(edition) if s.key not in options.left_out]
    if edition is Edition.PLAN:
        return list(_build(wanted, content, layout))
    built = list(
        _build(wanted[1:] if wanted[:1] == [ALL_SECTIONS[0]] else wanted, content, layout)
    )
    keys = frozenset(each.section.key for each in built)
    if wanted[:1] == [ALL_SECTIONS[0]]:
        built = [*_build(wanted[:1], content, layout.leading_to(keys)), *built]
    main = [
        (each.section.title, each.section.key) for each in built if not each.section.is_appendix
    ]
    has_appendices = any(each.section.is_appendix for each in built)
    entries = [*main, *([APPENDICES] if has_appendices else [])]
    leading = layout.leading_to(frozenset(key for _, key in entries))
    first = SectionPage(None, cover.build_cover(content, leading, options, entries))
    return [BuiltPage(_COVER, first), *built]


def _build(
    sections: Iterable[LayoutSection], content: ReportContent, layout: PageLayout
) -> Iterable[BuiltPage]:
    for section in sections:
        page = section.build(content, layout)
        if page is not None:
            yield BuiltPage(section, page)
