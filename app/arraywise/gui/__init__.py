"""The windows: Qt lives here alone.

PySide6 replaces Python's `__import__`, so that modules may ask for features which none here does:
from then on the source of every module that is imported anywhere is read and searched for
"PySide6", in whatever thread. That is a fifth of the time and of the memory of all imports, so
what was there before it is put back.
"""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401 - it replaces what is put back here

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
