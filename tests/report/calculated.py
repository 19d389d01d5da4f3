"""The workbook as it is exported, calculated by the engine that calculates every export."""

from __future__ import annotations

from functools import partial

from arraywise.report import workbook
from arraywise.worksheets.engine import evaluate_workbook

build_workbook = partial(workbook.build_workbook, evaluate=evaluate_workbook)
