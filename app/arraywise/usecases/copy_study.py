"""Copies of a study: whole, as a template, in a support bundle; how documents are written.

A template is a study with options, criteria, price lines and wording alone, so that any study can
be one: of another study only these are taken. Requirement, evidence, times, scenarios,
stakeholders and the client are not.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion, Weighting
from arraywise.domain.messages import Message, UserError, message, refuse
from arraywise.domain.price_scope import BUILT_IN_ITEMS
from arraywise.domain.quotes import RecordedFinding, digest_price_sheet
from arraywise.shipped import LOG, TRACES, state_folder, versions
from arraywise.store.reading import inputs as reading
from arraywise.store.reading.history import BASE, scenario_view
from arraywise.store.scenarios import DISCOUNT_RATE, PRICE_SERVERS
from arraywise.store.study import Study, copy_and_open_study, create_study, is_open
from arraywise.store.study_file import SUFFIX, remove_study_file, translate_os_errors
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.rows import utc_now
from arraywise.store.writing.transaction import forget_actions_of_study, transaction_without_undo
from arraywise.usecases.edit_cells import edit_replacing_criteria
from arraywise.worksheets.fields import CRITERIA_KEY, WORKINGS_KEY, price_sheet_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.pricing import PriceSheet
    from arraywise.domain.quotes import QuoteRecord
    from arraywise.store.connection import Cursor


def save_template(study: Study, path: Path) -> None:
    """Write what a study has in common with others like it into a new file.

    Raises:
        UserError: When the file exists or cannot be written.
    """
    _create_from_template(
        study, path, client="", currency=reading.read_study_info(study).currency
    ).close()


def save_anonymous_template(study: Study, path: Path) -> None:
    """Write the figures that a template would hold into a new file, without any text of a user.

    Raises:
        UserError: When the file exists or cannot be written.
    """
    currency = reading.read_study_info(study).currency
    _create_from_template(study, path, client="", currency=currency, nameless=True).close()


def create_study_from_template(
    path: Path, template: Path, *, client: str = "", currency: str = ""
) -> Study:
    """Create a study from a template, or from what another study has in common with it; open it.

    The template may be open elsewhere; without a currency the new study has that of the template.
    Raises UserError when the new file exists, or the template cannot be read.
    """
    with TemporaryDirectory() as folder:
        source = copy_and_open_study(template, Path(folder, f"template{SUFFIX}"))
        with source:
            currency = currency or reading.read_study_info(source).currency
            return _create_from_template(source, path, client=client, currency=currency)


def _create_from_template(
    source: Study, path: Path, *, client: str, currency: str, nameless: bool = False
) -> Study:
    built = create_study(path, name=path.stem, client=client, currency=currency)
    try:
        with (
            scenario_view(source, BASE) as base,
            transaction_without_undo(built, "begun from a template", utc_now()) as cursor,
        ):
            _copy_template_content(base, cursor, nameless=nameless)
    except BaseException:
        built.close()
        remove_study_file(path)
        raise
    built.fold_log()
    return built


def _copy_template_content(source: Study, cursor: Cursor, *, nameless: bool) -> None:
    criteria = _copy_criteria(source, cursor, nameless=nameless)
    options = _copy_options(source, cursor, criteria, nameless=nameless)
    alone = Weighting(method=reading.read_weighting(source).method)
    settings = reading.read_criteria(source)
    writing.write_criteria(
        cursor, (replace(each, criterion=criteria[each.criterion]) for each in settings)
    )
    writing.write_weighting(cursor, alone)
    _copy_prices(source, cursor, options, nameless=nameless)
    writing.write_thresholds(cursor, reading.read_thresholds(source))
    if not nameless:
        words = (
            (criteria.get(each, each), texts) for each, texts in reading.read_rating_words(source)
        )
        writing.write_rating_words(cursor, tuple(words))
        _copy_cells(source, cursor, options)
        writing.write_report_options(cursor, reading.read_report_options(source))


def _copy_criteria(source: Study, cursor: Cursor, *, nameless: bool) -> dict[Criterion, Criterion]:
    """Add the criteria of the study's own; return what each criterion is in the new study."""
    criteria = {criterion: criterion for criterion in _used_built_in_criteria(source)}
    for number, criterion in enumerate(reading.read_own_criteria(source), 1):
        own = criterion.own
        if own is not None and nameless:
            levels = tuple(f"Level {level + 1}" for level in range(len(own.levels)))
            own = replace(own, title=f"Criterion {number}", levels=levels, unit="")
        criteria[criterion] = (
            criterion if own is None else writing.insert_own_criterion(cursor, own)
        )
    return criteria


def _used_built_in_criteria(source: Study) -> set[Criterion]:
    """Return the program's criteria that a study says anything of."""
    rated = {
        each for ratings in reading.read_option_ratings(source).values() for each, _ in ratings
    }
    used = {setting.criterion for setting in reading.read_criteria(source) or DEFAULT_CRITERIA}
    return {each for each in rated | used if each.own is None}


def _copy_options(
    source: Study, cursor: Cursor, criteria: Mapping[Criterion, Criterion], *, nameless: bool
) -> dict[int, int]:
    """Add the options with what was judged of them; return their new ids by the old ones."""
    ids: dict[int, int] = {}
    ratings = reading.read_option_ratings(source)
    for number, option in enumerate(reading.list_options(source), 1):
        added = writing.add_option(
            cursor,
            f"Option {number}" if nameless else option.name,
            option.architecture,
            shared_storage=option.shared_storage,
            serves_files=option.serves_files,
        )
        writing.update_option(cursor, replace(added, restore_s=option.restore_s))
        judged = ((criteria[each], rating) for each, rating in ratings.get(option.id, ()))
        writing.write_ratings(cursor, added.id, tuple(judged))
        ids[option.id] = added.id
    return ids


def _copy_prices(
    source: Study, cursor: Cursor, options: Mapping[int, int], *, nameless: bool
) -> None:
    for option_id, sheet in reading.read_price_sheets(source).items():
        copied = _anonymise_price_sheet(sheet) if nameless else sheet
        writing.replace_price_sheet(cursor, options[option_id], copied)
    _copy_quotes(source, cursor, options, nameless=nameless)
    _copy_scope_decisions(source, cursor, options, nameless=nameless)
    basis, price_range = reading.read_price_basis(source), reading.read_price_range(source)
    rates = (replace(rate, source="") if nameless else rate for rate in basis.rates)
    writing.replace_exchange_rates(cursor, tuple(rates))
    writing.write_setting(cursor, PRICE_SERVERS, "yes" if basis.servers else None)
    rate = basis.discount_rate
    writing.write_setting(cursor, DISCOUNT_RATE, None if rate is None else str(rate))
    if price_range is not None:
        writing.write_price_range(
            cursor, price_range, confirmed=reading.is_price_range_confirmed(source)
        )


def _copy_quotes(
    source: Study, cursor: Cursor, options: Mapping[int, int], *, nameless: bool
) -> None:
    sheets = reading.read_price_sheets(source)
    for option_id, record in reading.read_quote_records(source).items():
        sheet = sheets.get(option_id)
        unnamed = (
            _anonymise_quote_record(record, sheet and _anonymise_price_sheet(sheet))
            if nameless
            else record
        )
        writing.replace_quote_record(cursor, options[option_id], unnamed)


def _copy_scope_decisions(
    source: Study, cursor: Cursor, options: Mapping[int, int], *, nameless: bool
) -> None:
    for decision in reading.read_scope_decisions(source):
        if nameless and decision.item not in BUILT_IN_ITEMS:
            continue
        option_id = decision.option_id and options[decision.option_id]
        copied = replace(decision, option_id=option_id)
        if nameless:
            copied = replace(copied, reason="", decided_by="")
        writing.replace_scope_decision(cursor, decision.item, option_id, copied)


def _anonymise_price_sheet(sheet: PriceSheet) -> PriceSheet:
    """Number the lines, sources and categories, so that discounts count on the same ones."""
    said = {text for line in sheet.lines for text in (line.source, line.category)}
    said |= {text or "" for each in sheet.discounts for text in (each.source, each.category)}
    names = {text: f"Group {number}" for number, text in enumerate(sorted(said - {""}), 1)}
    lines = (
        replace(
            line,
            description=f"Line {number}",
            part_number="",
            support="",
            source=names.get(line.source, ""),
            category=names.get(line.category, ""),
        )
        for number, line in enumerate(sheet.lines, 1)
    )
    discounts = (
        replace(
            each,
            description=f"Discount {number}",
            source=each.source and names[each.source],
            category=each.category and names[each.category],
        )
        for number, each in enumerate(sheet.discounts, 1)
    )
    return replace(sheet, lines=tuple(lines), discounts=tuple(discounts), notes=())


def _anonymise_quote_record(record: QuoteRecord, sheet: PriceSheet | None) -> QuoteRecord:
    """Return a record without names and texts, of the price sheet as it is copied."""
    findings = tuple(
        RecordedFinding(
            replace(each.finding, text=message("{what}", what=each.finding.code.value)),
            None if each.agreement is None else replace(each.agreement, reason="", agreed_by=""),
        )
        for each in record.findings
    )
    return replace(
        record,
        file="quote",
        sha256="",
        accepted_reason="",
        read_by="",
        parts=digest_price_sheet(sheet),
        findings=findings,
    )


def _copy_cells(source: Study, cursor: Cursor, options: Mapping[int, int]) -> None:
    """Copy what was typed into prices, criteria and workings; columns of stakeholders go."""
    weighting, settings = (
        reading.read_weighting(source),
        reading.read_criteria(source) or DEFAULT_CRITERIA,
    )
    cells = reading.read_input_cells(source)
    cells = edit_replacing_criteria(
        cells, settings, settings, (weighting, replace(weighting, stakeholders=()))
    ).typed_cells_after(cells)
    keys = {price_sheet_key(old): price_sheet_key(new) for old, new in options.items()}
    keys |= {CRITERIA_KEY: CRITERIA_KEY, WORKINGS_KEY: WORKINGS_KEY}
    moved = [
        replace(cell, address=place._replace(sheet=keys[place.sheet]))
        for place, cell in cells.items()
        if place.sheet in keys
    ]
    writing.replace_cells(cursor, (), moved)


def copy_study_without_history(path: Path, target: Path) -> Study:
    """Copy a study, as it is at this moment, and open the copy; it may be open elsewhere.

    The copy begins with no history: whoever gets it finds neither earlier prices nor files that
    were removed.

    Raises:
        UserError: When the target exists, or the source cannot be read.
    """
    study = copy_and_open_study(path, target)
    try:
        forget_actions_of_study(study)
    except BaseException:
        study.close()
        raise
    study.fold_log()
    return study


def open_copy_of_read_only(path: Path, target: Path) -> Study:
    """Copy a study that cannot be changed where it is, and open the copy, which says so.

    Raises:
        UserError: When the target exists, or the source cannot be read.
    """
    study = copy_and_open_study(path, target)
    study.notice = study.notice or message(
        "{name} cannot be changed where it is. This is a copy: {copy}.",
        name=path.name,
        copy=str(study.path),
    )
    return study


_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk can only be read",
    errno.ENOENT: "its folder does not exist",
    errno.ENOTDIR: "its folder is a file",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
}


def write_file_atomically(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there once it is complete.

    Raises:
        UserError: When it cannot be written, or its place is a study's; what was there before is
            still there.
    """
    if path.suffix == SUFFIX or is_open(path):
        refuse("{path} is a study and was not overwritten. Choose another name.", path=str(path))
    partial = path.with_name(f".{path.name[:60]}.{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise UserError(_write_error_message(path, error)) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _write_error_message(path: Path, error: OSError) -> Message:
    if isinstance(error, PermissionError):
        reason = message("no write permission, or another program has it open")
    else:
        reason = message(_REASONS.get(error.errno or 0) or error.strerror or type(error).__name__)
    return message(
        "{path} was not written: {reason}. An existing file is unchanged.",
        path=str(path),
        reason=reason,
    )


_VERSIONS, _STUDY = "versions.txt", f"study{SUFFIX}"
_ENDING = ".zip"


def describe_bundle_contents(*, with_study: bool) -> tuple[tuple[str, Message], ...]:
    """Return the name of each file of a bundle, and what is in it."""
    log = message("starts of the program and errors; no contents of studies or files")
    parts = [(file.name, log) for file in _log_files()]
    parts.append((_VERSIONS, message("versions of Arraywise, its libraries and the system")))
    if with_study:
        study = message(
            "figures of options, criteria and price lines; no names, texts, client or evidence"
        )
        parts.append((_STUDY, study))
    return tuple(parts)


def write_support_bundle(target: Path, study: Study | None) -> None:
    """Write a bundle, with or without a study; a `.zip` that is there is replaced.

    Raises:
        UserError: When the name ends otherwise, or the file cannot be written.
    """
    if target.suffix.lower() != _ENDING:
        refuse("{name}: the name of a support bundle ends in .zip.", name=target.name)
    with TemporaryDirectory() as folder, translate_os_errors(target):
        reduced = Path(folder, _STUDY)
        if study is not None:
            save_anonymous_template(study, reduced)
        try:
            with ZipFile(target, "w", ZIP_DEFLATED) as bundle:
                for file in _log_files():
                    bundle.write(file, file.name)
                bundle.writestr(_VERSIONS, "\n".join(versions()) + "\n")
                if study is not None:
                    bundle.write(reduced, _STUDY)
        except OSError:
            target.unlink(missing_ok=True)
            raise


def _log_files() -> list[Path]:
    folder = state_folder()
    return [f for name in (LOG, TRACES) for f in sorted(folder.glob(f"{name}*")) if f.is_file()]
