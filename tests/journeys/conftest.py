"""The windows of the gui tests, for journeys through them."""

from tests.gui.conftest import (
    _collector,
    _no_thread_is_left,
    dressed,
    make_window,
    settings,
    small_study,
    small_study_file,
)

__all__ = [
    "_collector",
    "_no_thread_is_left",
    "dressed",
    "make_window",
    "settings",
    "small_study",
    "small_study_file",
]
