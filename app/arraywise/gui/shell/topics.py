"""What the command palette finds by the words that people have for it: "budget", "TB", "p95"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from arraywise.domain.messages import Message, message
from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.shell.palette import Item, fold
from arraywise.gui.widgets.messages import translate_message

if TYPE_CHECKING:
    from arraywise.gui.shell.study_frame import StudyFrame


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that people look for, and where it is."""

    title: Message
    words: Message
    """What else it is called; a translation has the words of its own language."""
    page: str = ""
    """Key of the page that shows it; empty for a field of the requirement."""
    field: str = ""
    """Attribute of the requirement's popover that holds it."""


TOPICS = (
    Topic(
        message("Target response time"),
        message("latency SLA service level response milliseconds"),
        field="target",
    ),
    Topic(
        message("Statistic of the response time"),
        message("percentile p90 p95 p99 median mean average quantile"),
        field="statistic",
    ),
    Topic(
        message("Load"),
        message("demand visits transactions tps tpm users IOPS workload"),
        field="load",
    ),
    Topic(
        message("Growth of the load"),
        message("growth increase trend runway future year month"),
        field="growth",
    ),
    Topic(
        message("When it must pass"),
        message("horizon months lifetime term period"),
        field="horizon",
    ),
    Topic(
        message("Reserve on top of the demand"),
        message("headroom margin spare buffer"),
        field="reserve",
    ),
    Topic(
        message("Budget for 36 months"),
        message("budget limit maximum spend money"),
        field="budget",
    ),
    Topic(
        message("Service restored within"),
        message("RTO recovery outage failure restore availability"),
        field="restore",
    ),
    Topic(
        message("Shared storage, file services"),
        message("cluster RAC NFS SMB CIFS shared files"),
        field="shared",
    ),
    Topic(
        message("Least rate of large I/O"),
        message("throughput bandwidth MB/s backup scan batch sequential"),
        field="throughput",
    ),
    Topic(
        message("Weakest basis that counts"),
        message("evidence certainty proof trust measured modelled"),
        field="basis",
    ),
    Topic(
        message("Prices of the options"),
        message("cost quote offer purchase maintenance fee subscription discount TCO NPV"),
        page="pricing",
    ),
    Topic(
        message("Provisioning times"),
        message("effort labour work hours set-up installation ease"),
        page="provisioning",
    ),
    Topic(
        message("Criteria and weights"),
        message("importance preference swing ranking score stakeholders"),
        page="decision",
    ),
    Topic(
        message("Decision map"),
        message("sensitivity what-if break-even chart"),
        page="decision",
    ),
    Topic(
        message("Response curves and I/O curves"),
        message("benchmark measurement queue depth block size profile knee saturation"),
        page="performance",
    ),
    Topic(
        message("Result files of the lab"),
        message("import evidence AWR ORION fio Swingbench runs logs"),
        page="evidence",
    ),
    Topic(
        message("Report for the client"),
        message("PDF Excel xlsx print hand-over document export"),
        page="report",
    ),
    Topic(
        message("Own calculations"),
        message("formula spreadsheet sheet cells function"),
        page="workings",
    ),
)


def topic_items(frame: StudyFrame) -> list[Item]:
    """Return the topics, each with its words in English and in the language of the window."""
    requirement = translate_message(message("Requirement"))
    return [
        Item(
            requirement if topic.field else _title_of(frame, topic.page),
            translate_message(topic.title),
            partial(_open, frame, topic),
            words=fold(f"{topic.title} {topic.words} {translate_message(topic.words)}"),
        )
        for topic in TOPICS
    ]


def _title_of(frame: StudyFrame, key: str) -> str:
    return next(page.title for page in frame.pages if page.key == key)


def _open(frame: StudyFrame, topic: Topic) -> None:
    if topic.page:
        frame.grant(ShowPage(topic.page))
        return
    if not frame.popover.isVisible():
        frame.toggle_requirement()
    getattr(frame.popover, topic.field).setFocus(Qt.FocusReason.ShortcutFocusReason)
