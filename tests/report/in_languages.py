"""A workbook in another language, read as the English one: places stay, words differ."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

import openpyxl

from arraywise.present.labels import NOT_SHOWN_WORDS, OUTCOME_WORDS
from arraywise.present.language import wording
from arraywise.report.workbook.cells import CODES, code
from tests.report.calculated import build_workbook
from tests.report.recalculation import with_inputs
from tests.report.workbook_studies import STUDIES, content

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

    from tests.report.edits import Variation
    from tests.report.recalculation import Sheets, Value


@cache
def written(study: str, language: str = "en") -> tuple[bytes, Workbook]:
    """The workbook of a study, and what is written in its cells."""
    data = build_workbook(content(STUDIES[study]), language=language)
    return data, openpyxl.load_workbook(BytesIO(data))


def edited(variation: Variation, language: str = "en") -> bytes:
    """The workbook with other inputs, typed where they are in the English one."""
    data, book = written(variation.base, language)
    english = written(variation.base)[1]
    names = dict(zip(english.sheetnames, book.sheetnames, strict=True))
    inputs = {
        (names[sheet], cell): _in(language, value)
        for (sheet, cell), value in variation.inputs(english).items()
    }
    return with_inputs(data, inputs, book.sheetnames)


def _in(language: str, value: Value) -> Value:
    is_code = isinstance(value, str) and value in CODES
    return wording(language).translate(value) if is_code and isinstance(value, str) else value


def as_english(sheets: Sheets, study: str, language: str) -> Sheets:
    """Return the cells by English labels and words, which are looked up by their places."""
    (_, english), (_, book) = written(study), written(study, language)
    words = [*map(code, CODES), *OUTCOME_WORDS.values(), *NOT_SHOWN_WORDS.values()]
    codes = {wording(language).localise(word): word.template for word in words}
    result: Sheets = {}
    for name, other in zip(english.sheetnames, book.sheetnames, strict=True):
        cells = {
            place: _in_english(value, codes) if isinstance(value, str) else value
            for place, value in sheets[other].items()
        }
        for row in english[name].iter_rows():
            for cell in row:
                if cell.data_type == "s":
                    cells[cell.row or 0, cell.column or 0] = cell.value
        result[name] = cells
    return result


def _in_english(value: str, codes: dict[str, str]) -> str:
    """Return a code in English; an outcome with its basis is two."""
    outcome, comma, basis = value.partition(", ")
    return codes.get(value) or codes.get(outcome, outcome) + comma + codes.get(basis, basis)
