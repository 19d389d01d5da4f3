"""What kind of thing a use case changed, so that pages know what to read again."""

from __future__ import annotations

from enum import Flag, auto


class Changes(Flag):
    """Parts of a study that an action touched."""

    NOTHING = 0
    STUDY = auto()
    EVIDENCE = auto()
    OPTIONS = auto()
    PRICES = auto()
    PROVISIONING = auto()
    REQUIREMENT = auto()
    CRITERIA = auto()
    SHEETS = auto()  # what was typed into cells, whatever it amounts to
    NOTES = auto()  # sources of and agreements to assumptions: no answer follows from them
    EVERYTHING = (STUDY | EVIDENCE | OPTIONS | PRICES | PROVISIONING) | (
        REQUIREMENT | CRITERIA | SHEETS | NOTES
    )

    @property
    def is_question_only(self) -> bool:
        """Whether only what is asked changed, as while a slider is dragged: not the inputs."""
        return not self & ~(Changes.REQUIREMENT | Changes.CRITERIA)
