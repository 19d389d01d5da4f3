"""What limited the levels, and how busy the hosts were around the demand."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.charts.host import host_chart

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout

LIMITS = {
    "figures contradict each other": say("figures contradict each other"),
    "memory paged": say("memory"),
    "processors shared": say("shared processors"),
    "host processors exhausted": say("host processors"),
    "host processors nearly exhausted": say("host processors, nearly"),
    "one processor alone": say("a single processor"),
    "client exhausted": say("client"),
    "link saturated": say("path"),
    "storage": say("storage"),
    "contention": say("contention"),
    "nothing yet": say("nothing yet"),
    "not monitored": say("not monitored"),
}
"""What limited a level (MODEL P4), in a word or two; by `LoadLevel.bottleneck`."""


def host_charts(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set a chart for each option whose host was monitored around the demand."""
    made: list[Flowable] = []
    for option, found in groupby(content.by_rank(content.hosts), key=lambda run: run.option):
        runs = list(found)
        caption = say("Host processors around the demand: {option}", option=option.name)
        told = [
            say(
                "{users} users ({file}): {remark}",
                users=r.users,
                file=r.file,
                remark=layout.text(r.state),
            )
            for r in runs
        ]
        made.append(layout.figure(caption, host_chart(layout, runs), *told))
    if made:
        made.insert(
            0,
            layout.paragraph(
                say(
                    "Dark: processors in use; blue: waiting for I/O; tinted: the part of the run"
                    " that counts; red bar: at most 5 % idle."
                )
            ),
        )
    return made
