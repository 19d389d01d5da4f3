"""Criteria that are offered to be added: titles, units, anchors, words of levels (MODEL F4).

A study keeps them as plain texts, which may be changed; as long as they read as offered, they are
translated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.messages import Message


@dataclass(frozen=True, slots=True)
class CriterionPreset:
    """A criterion as it is offered."""

    key: str
    """On the command line."""
    title: Message
    levels: tuple[Message, ...] = ()
    unit: Message | None = None
    limit: float = 0.0
    aspiration: float = 0.0


PRESETS = (
    CriterionPreset(
        "ransomware",
        message("Ransomware protection"),
        (
            message("A stolen administrator account can delete every copy."),
            message("Snapshots exist, but an administrator can delete them."),
            message("Snapshots cannot be changed or deleted before they expire."),
            message("As before; deletion needs a second person, and attacks raise alerts."),
            message("As before, with an offline copy whose restore is tested."),
        ),
    ),
    CriterionPreset("power", message("Power drawn"), (), message("W"), 4000.0, 500.0),
    CriterionPreset("rack", message("Rack space"), (), message("U"), 24.0, 2.0),
    CriterionPreset(
        "carbon", message("Carbon footprint over 36 months"), (), message("t CO2e"), 60.0, 5.0
    ),
    CriterionPreset(
        "lock-in",
        message("Freedom to change the vendor"),
        (
            message("Only this vendor's service can read the data; leaving is a project."),
            message("Leaving needs the vendor's tools and downtime."),
            message("Leaving needs a copy with hours of downtime."),
            message("Data move to another vendor's storage with a short stop."),
            message("Open formats and protocols; data move while the service runs."),
        ),
    ),
    CriterionPreset(
        "skills",
        message("Skills in the team"),
        (
            message("Nobody knows it, and people who do are hard to hire."),
            message("Nobody knows it; training takes months."),
            message("One person knows it; training takes weeks."),
            message("Several people know it."),
            message("Everyone who would run it has years of experience."),
        ),
    ),
)


def _offered_messages_by_text() -> dict[str, Message]:
    texts = {}
    for preset in PRESETS:
        for each in (preset.title, preset.unit, *preset.levels):
            if each is not None:
                texts[str(each)] = each
    return texts


_OFFERED = _offered_messages_by_text()


def untranslate_offered_text(text: str, translate: Callable[[Message], str]) -> str:
    """Return what a study keeps for a text as typed: the English one, where it is that offered."""
    matches = (english for english, each in _OFFERED.items() if translate(each) == text)
    return next(matches, text)


def offered_message_or_verbatim(text: str) -> Message:
    """Return a text of a study's own criterion, as it is offered where it still reads so."""
    return _OFFERED.get(text) or message("{text}", text=text)
