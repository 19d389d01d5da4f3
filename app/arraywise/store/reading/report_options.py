"""The choices of a study's last report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.report_options import ReportOptions

if TYPE_CHECKING:
    from arraywise.store.study import Study

REPORT = "report."
"""How the names of these settings begin."""
AUTHOR = REPORT + "author"
YES = "yes"


def report_options(study: Study) -> ReportOptions:
    """Read the choices; the defaults where none were made."""
    with study.cursor() as cursor:
        said = dict(
            cursor.execute(
                "SELECT substr(name, 8), value FROM setting WHERE starts_with(name, ?)", [REPORT]
            ).fetchall()
        )
        logos = cursor.execute("SELECT image FROM report_logo").fetchall()
    default = ReportOptions()
    return ReportOptions(
        language=said.get("language") or default.language,
        paper=said.get("paper") or default.paper,
        author=said.get("author", ""),
        accent=said.get("accent", ""),
        logo=bytes(logos[0][0]) if logos else b"",
        left_out=frozenset(said.get("left_out", "").split()),
        attach_workbook=said.get("attach_workbook") == YES,
        attach_evidence=said.get("attach_evidence") == YES,
    )
