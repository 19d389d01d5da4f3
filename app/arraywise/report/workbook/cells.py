"""Cell styles, formulas, code words.

A verdict, a rule or a yes is in cells, in lists to choose from and inside formulas. Written in
another language it is another word in all of these places, so that they still agree.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from xlsxwriter.utility import quote_sheetname, xl_cell_to_rowcol
from xlsxwriter.worksheet import Worksheet

from arraywise.domain.cells import FILLS, FormulaText, column_letters
from arraywise.domain.criteria import Method
from arraywise.domain.decision import Verdict
from arraywise.domain.messages import Message, message
from arraywise.domain.pricing import DiscountBase, Licence
from arraywise.domain.requirement import Convention, Rule
from arraywise.present.labels import VERDICT_WORDS
from arraywise.present.language import create_wording
from arraywise.present.numbers import spreadsheet_number_format
from arraywise.shipped import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlsxwriter import Workbook
    from xlsxwriter.format import Format

    from arraywise.domain.cells import CellPosition, Evaluate, SheetCells
    from arraywise.domain.cells import Value as CellValue
    from arraywise.present.language import Wording

YES, NO = "yes", "no"
NO_RATE, LEFT_OUT, LEFT_OUT_FOR_ALL = "no rate", "no: server", "no: left out for all"
OPEN = "incomplete"
"""Stands for an amount whose unit price or quantity was emptied."""
STORAGE_ONLY, WITH_SERVERS = "storage only", "with servers"
NO_SINGLE, NOBODY = "No single option: see the efficient ones", "No option passes"
UNSHOWN = "No option is shown to pass"
"""While `NOBODY` is shown to fail, all of them."""
UNPRICED = "No option that passes has a price"
CHECK = "Check the inputs"
AT_LEAST = "at least"
STALE, CURRENT = "stale: given for other anchors", "current"
OWN, MEAN = "The study's own", "Mean of the stakeholders"
UNKNOWN, NO_RANK, NEVER = "unknown", "none", "never"
"""Stand in number formats."""
BY_LOAD, BY_DATA = "the load", "the data"
"""What outgrows an option."""

CODES = frozenset(
    {
        *(YES, NO, NO_RATE, LEFT_OUT, LEFT_OUT_FOR_ALL, OPEN, STORAGE_ONLY, WITH_SERVERS),
        *(NO_SINGLE, NOBODY, CHECK),
        *(UNPRICED, UNSHOWN),
        *(AT_LEAST, STALE, CURRENT, OWN, MEAN, UNKNOWN, NO_RANK),
        *(NEVER, BY_LOAD, BY_DATA),
        *(word.value for kind in (Verdict, Rule, Convention, Licence, DiscountBase, Method)
          for word in kind),
    }
) - {""}  # fmt: skip
_QUOTED = re.compile('"([^"]*)"')


_VERDICTS = {str(verdict): sentence.template for verdict, sentence in VERDICT_WORDS.items()}


def code_as_words(word: str) -> Message:
    """Return a code in words: it stands in a cell."""
    return message(_VERDICTS.get(word, word))


def translate_codes(words: Wording, written: str) -> str:
    """Return a formula or a number format with its codes as words of a language."""

    def other(result: re.Match[str]) -> str:
        return f'"{words.localise(code_as_words(result[1]))}"' if result[1] in CODES else result[0]

    return _QUOTED.sub(other, written)


_PAPER_CODES = {"A4": 9, "Letter": 1}
_LONGEST = 32_000
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no XML file may hold."""
_CODE = re.compile("[A-Z]{3}")
_BASE: dict[str, object] = {"font_name": "Calibri", "font_size": 10, "valign": "vcenter"}
_FOOTER = message("{sheet}, page {page} of {count}", sheet="&A", page="&P", count="&N")
_SCALE = 70
"""Percent, of sheets with page breaks of their own."""
_HEAD_HEIGHT = 30
"""Points: two lines of a header; one more for each further line."""


_FUNCTION = re.compile(r"[\w.]+\(")
_MARKED: dict[tuple[str, bool], str] = {}
"""Names of functions with the marks that newer ones have in files."""


class FormulaSheet(Worksheet):  # type: ignore[misc]  # it has no types
    """Asks XlsxWriter for the mark of a function once.

    It looks for each newer one in every formula, which takes a third of the time of a workbook.
    """

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:  # noqa: FBT001, FBT002
        """Return a formula without its sign and with marks, as XlsxWriter does."""
        formula = formula.removeprefix("{").removeprefix("=").removesuffix("}")
        if "_xlfn." in formula:
            return formula
        newest = self.use_future_functions or expand_future_functions
        return _FUNCTION.sub(
            lambda found: self._prefixed_function_name(found[0], newest=newest), formula
        )

    def _prefixed_function_name(self, name: str, *, newest: bool) -> str:
        if (name, newest) not in _MARKED:
            _MARKED[name, newest] = super()._prepare_formula(name, newest)
        return _MARKED[name, newest]


Value = FormulaText | Message | str | float | Decimal | None
"""What a cell holds: our own words are translated, other text is not; None leaves it empty."""
Text = Message | str
_LOCALES = {"en": "409", "de": "407", "pt_BR": "416"}
"""Codes of the languages in number formats (ECMA-376, 18.8.31)."""
_CONDITION = re.compile(r"((?:\[[<>=][^\]]*\])?)(.*)", re.DOTALL)
_FIGURE = re.compile("[#0]")
_MONEY_FORMAT = re.compile(r"\[\$([A-Z]{3})\]")


class CellRole(StrEnum):
    """What a cell is for."""

    TITLE = "title"
    SECTION = "section"
    HEAD = "head"
    HEAD_RIGHT = "head right"
    TEXT = "text"
    NOTE = "note"
    UNIT = "unit"
    STRONG = "strong"
    WARNING = "warning"
    PLAIN_TEXT = "plain text"
    PLAIN = "plain"
    """A figure that the app measured or computed and that no formula gives."""
    INPUT = "input"
    """To be changed by the reader."""
    COMPUTED = "computed"
    """A formula."""
    RESULT = "result"
    """A formula that the reader looks for."""


def _cell_format_properties() -> dict[CellRole, dict[str, object]]:
    ink = tokens()["themes"]["light"]["colours"]
    right = {"align": "right"}
    rule = {"bottom": 1, "bottom_color": ink["border_strong"]}
    head = {"bold": True, "font_color": ink["text2"], "text_wrap": True, "valign": "bottom"}
    box = {"border": 1, "border_color": ink["border"]}
    return {
        CellRole.TITLE: {"bold": True, "font_size": 16},
        CellRole.SECTION: {"bold": True, "font_size": 12, "font_color": ink["accent"]},
        CellRole.HEAD: head | rule,
        CellRole.HEAD_RIGHT: head | rule | right,
        CellRole.TEXT: {"text_wrap": True},
        CellRole.NOTE: {"font_color": ink["text3"], "italic": True},
        CellRole.UNIT: {"font_color": ink["text3"], "indent": 1},
        CellRole.STRONG: {"bold": True},
        CellRole.WARNING: {"bold": True, "font_color": ink["warn"], "bg_color": ink["warn_tint"]},
        CellRole.PLAIN_TEXT: {},
        CellRole.PLAIN: right,
        CellRole.INPUT: box | right | {"bg_color": ink["hl"], "locked": False},
        CellRole.COMPUTED: right,
        CellRole.RESULT: right | {"bold": True, "bg_color": ink["accent_tint"]},
    }


def fill_colour(name: str) -> str:
    """Return the colour of a fill that a user chose for a cell."""
    return str(tokens()["themes"]["light"]["colours"][FILLS[name]])


class WorkbookWriter:
    """The workbook being written, with its cell styles."""

    def __init__(self, workbook: Workbook, paper: str, language: str, footer: Message) -> None:
        self.workbook = workbook
        self.footer = footer
        self.words = create_wording(language)
        self._locale = _LOCALES[self.words.language]
        self.paper = _PAPER_CODES[paper]
        self._looks = _cell_format_properties()
        self._styles: dict[tuple[CellRole, str, bool, str], Format] = {}
        self.sheets: list[SheetWriter] = []
        self._names: dict[str, str] = {}

    def style(
        self, kind: CellRole, number_format: str = "", *, bold: bool = False, fill: str = ""
    ) -> Format:
        """Return a style with a number format, made once."""
        key = (kind, number_format, bold, fill)
        if key not in self._styles:
            properties = _BASE | self._looks[kind]
            properties |= {"bold": True} if bold else {}
            properties |= {"bg_color": fill_colour(fill)} if fill else {}
            if number_format:
                properties["num_format"] = self.localise_number_format(number_format)
            self._styles[key] = self.workbook.add_format(properties)
        return self._styles[key]

    def localise_number_format(self, number_format: str) -> str:
        """Return a number format with the language that figures are written in.

        Excel reads the mark of a language; LibreOffice also writes its comma and point by it.
        """
        sign = f"[$-{self._locale}]"
        written = _MONEY_FORMAT.sub(rf"[$\1-{self._locale}]", self.localise_formula(number_format))
        parts = (_CONDITION.match(part) for part in written.split(";"))
        return ";".join(
            f"{result[1]}{sign}{result[2]}"
            if _FIGURE.search(result[2]) or result[1]
            else result[2]
            for result in parts
            if result
        )

    def localise(self, text: Text) -> str:
        """Return our own words in the workbook's language; text from outside as it is."""
        return self.words.localise(text) if isinstance(text, Message) else text

    def localise_formula(self, written: str) -> str:
        """Return a formula with the words that it compares in the workbook's language."""
        return translate_codes(self.words, written)

    def define_name(self, name: str, ref: str) -> None:
        """Give a cell or an area a name that formulas can use."""
        self._names[name] = ref
        self.workbook.define_name(name, f"={ref}")

    def evaluate_and_write_formulas(self, evaluate: Evaluate) -> None:
        """Calculate all formulas, and write them with what they amount to."""
        results = evaluate({grid.name: grid.cells for grid in self.sheets}, self._names)
        for grid in self.sheets:
            grid.write_formulas(results[grid.name])

    def add_sheet(self, name: Message, title: Text, note: Text = "") -> SheetWriter:
        """Start a sheet with its title and a line on what it holds."""
        grid = SheetWriter(self, self.workbook.add_worksheet(self.localise(name), FormulaSheet))
        self.sheets.append(grid)
        grid.write_cell(0, 0, title, CellRole.TITLE)
        if note:
            grid.write_cell(1, 0, note, CellRole.NOTE)
        return grid


class SheetWriter:
    """One sheet; rows and columns count from 0."""

    def __init__(self, book: WorkbookWriter, worksheet: Worksheet) -> None:
        self.book = book
        self.worksheet = worksheet
        self.name = worksheet.get_name()
        self.quoted = quote_sheetname(self.name)
        """As references write it."""
        self.cells: SheetCells = {}
        """What was written, for the formulas that use it."""
        self.inputs: dict[CellPosition, Value] = {}
        """What is in the cells of inputs."""
        self._styles: dict[CellPosition, Format] = {}
        """Of the formulas."""
        self._heads: dict[CellPosition, CellRole] = {}

    def write_cell(
        self, row: int, column: int, value: Value, kind: CellRole | None = None, form: str = ""
    ) -> str:
        """Write a cell and return how other sheets refer to it.

        Args:
            row: from 0.
            column: from 0.
            value: a formula only where it is `FormulaText`; other text is written as text.
            kind: what the cell is for; by default a formula is computed, all else text.
            form: number format.
        """
        is_formula = isinstance(value, FormulaText)
        style = self.book.style(kind or (CellRole.COMPUTED if is_formula else CellRole.TEXT), form)
        if kind is CellRole.INPUT and not is_formula:
            self.inputs[row, column] = value
        if isinstance(value, FormulaText):
            value = FormulaText(self.book.localise_formula(value))
        elif isinstance(value, str | Message):
            value = sanitise_cell_text(self.book.localise(value))
        elif isinstance(value, Decimal | int):
            value = float(value)
        self.write_value_or_keep_formula(row, column, value, style)
        return self.ref(row, column)

    def write_value_or_keep_formula(
        self, row: int, column: int, value: float | str | None, style: Format
    ) -> None:
        """Write a cell as it is, or keep its formula until all cells are known."""
        if isinstance(value, FormulaText):
            self.cells[row, column], self._styles[row, column] = value, style
            return
        if value is None:
            self.worksheet.write_blank(row, column, None, style)
            return
        self.cells[row, column] = value
        if isinstance(value, str):
            self.worksheet.write_string(row, column, value, style)
        else:
            self.worksheet.write_number(row, column, value, style)

    def write_formulas(self, values: Mapping[CellPosition, CellValue]) -> None:
        """Write all formulas with what they amount to."""
        for place, style in self._styles.items():
            value = values[place]
            self.worksheet.write_formula(
                *place, self.cells[place], style, "" if value is None else value
            )

    def write_header(
        self, row: int, titles: Sequence[Text], *, text_columns: int = 1, lines: int = 2
    ) -> None:
        """Write a header row; the first columns hold text, the others figures."""
        self.worksheet.set_row(row, _HEAD_HEIGHT * lines / 2)
        for column, title in enumerate(titles):
            kind = CellRole.HEAD if column < text_columns else CellRole.HEAD_RIGHT
            self._heads[row, column] = kind
            self.write_cell(row, column, title, kind)

    def define_table(self, name: str, head: int, titles: Sequence[Text], last: int) -> None:
        """Make a named table, with filters in its titles, of a list that is written already."""
        if last <= head:
            return
        columns = [{"header": sanitise_cell_text(self.book.localise(title))} for title in titles]
        look = {"name": name, "style": None, "header_row": True, "autofilter": True}
        self.worksheet.add_table(head, 0, last, len(columns) - 1, look | {"columns": columns})
        for column, title in enumerate(titles):  # which the table has written without a style
            self.write_cell(head, column, title, self._heads.get((head, column), CellRole.HEAD))

    def set_print_area(self, count: int, last: int) -> None:
        """Print so many columns alone, down to a row; the others are read on the screen."""
        self.worksheet.print_area(0, 0, last, count - 1)

    def ref(self, row: int, column: int) -> str:
        """Return an absolute reference that holds from every sheet."""
        return f"{self.quoted}!{absolute_ref(row, column)}"

    def area(self, first: tuple[int, int], last: tuple[int, int]) -> str:
        """Return an absolute reference to an area that holds from every sheet."""
        return f"{self.quoted}!{absolute_ref(*first)}:{absolute_ref(*last)}"

    def define_name(self, name: str, ref: str) -> None:
        """Give a cell a name that formulas can use."""
        self.book.define_name(name, ref)

    def validate_input(self, ref: str, rule: dict[str, object]) -> None:
        """Check what is typed into a cell."""
        row, column = xl_cell_to_rowcol(ref.rsplit("!", 1)[1].replace("$", ""))
        source = rule.get("source")
        if isinstance(source, list):
            rule = rule | {
                "source": [
                    self.book.localise(code_as_words(word)) if word in CODES else word
                    for word in source
                ]
            }
        self.worksheet.data_validation(row, column, row, column, rule)

    def format_conditionally(self, place: tuple[int, int], condition: str, form: str) -> None:
        """Show the figure of a cell in another number format where a condition holds."""
        look = self.book.workbook.add_format(
            {"num_format": self.book.localise_number_format(form)}
        )
        rule = {
            "type": "formula",
            "criteria": self.book.localise_formula(condition),
            "format": look,
        }
        self.worksheet.conditional_format(*place, *place, rule)

    def set_column_widths(self, *widths: float) -> None:
        """Set the widths of the first columns, in characters."""
        for column, width in enumerate(widths):
            self.worksheet.set_column(column, column, width)

    def set_up_page_and_panes(
        self, freeze: tuple[int, int] = (0, 0), *, pages_wide: int = 1, breaks: Sequence[int] = ()
    ) -> None:
        """Set up printing and what stays visible; that is on every page too.

        Args:
            freeze: rows and columns that stay visible.
            pages_wide: that the sheet is fitted to.
            breaks: columns before which a page ends; then the scale is fixed instead.
        """
        sheet = self.worksheet
        if any(freeze):
            sheet.freeze_panes(*freeze)
        sheet.set_landscape()
        sheet.set_paper(self.book.paper)
        sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
        if breaks:
            sheet.set_v_pagebreaks(list(breaks))
            sheet.set_print_scale(_SCALE)
        else:
            sheet.fit_to_pages(pages_wide, 0)
        place = self.book.localise(_FOOTER)
        sheet.set_footer(f"&L{self.book.localise(self.book.footer)}&R{place}")
        sheet.hide_gridlines(2)
        if freeze[0]:
            sheet.repeat_rows(freeze[0] - 1)
        if freeze[1] and pages_wide > 1:
            sheet.repeat_columns(0, freeze[1] - 1)


def absolute_ref(row: int, column: int) -> str:
    """Return an absolute reference to a cell of the same sheet."""
    return f"${column_letters(column)}${row + 1}"


def text_match_condition(area: str, cell: str, texts: Iterable[str]) -> str:
    """Return the condition that cells of an area hold the text of a cell, 1 or 0 for each.

    Spreadsheets compare without regard to case; where that would mix up two of the texts they
    are distinguished exactly, which IronCalc does not do over an area.
    """
    different = set(texts)
    if len({text.casefold() for text in different}) < len(different):
        return f"--EXACT({area},{cell})"
    return f"1*({area}={cell})"


def money_number_format(currency: str, digits: int = 0) -> str:
    """Return the number format of an amount; the reader's program chooses comma or point."""
    plain = spreadsheet_number_format(digits)
    return f"[${currency}] {plain}" if _CODE.fullmatch(currency) else plain


def sanitise_cell_text(text: str) -> str:
    """Return a text as a cell can hold it; what XML cannot hold is shown by its number."""
    plain = _NOT_XML.sub(lambda result: f"[U+{ord(result[0]):04X}]", text)[:_LONGEST]
    # XlsxWriter takes a text between these marks for ready-made markup.
    return f"{plain} " if plain.startswith("<r>") and plain.endswith("</r>") else plain
