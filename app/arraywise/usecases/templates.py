"""Studies as templates: what is asked again and again without anybody's evidence.

A template is a study with options, criteria, price lines and wording alone, so that any study can
be one: of another study only these are taken. Requirement, evidence, times, scenarios,
stakeholders and the client are not.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from arraywise.domain.criteria import DEFAULT_CRITERIA, Weighting
from arraywise.store.reading.history import BASE, scenario_view
from arraywise.store.reading.inputs import (
    input_cells,
    is_price_range_confirmed,
    list_options,
    option_ratings,
    price_basis,
    price_sheets,
    rating_words,
    read_criteria,
    read_own_criteria,
    read_price_range,
    read_thresholds,
    read_weighting,
    report_options,
    study_info,
)
from arraywise.store.scenarios import DISCOUNT_RATE, PRICE_SERVERS
from arraywise.store.study import create_study, open_copy
from arraywise.store.study_file import SUFFIX
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.rows import now
from arraywise.store.writing.transaction import committed
from arraywise.usecases.edit_cells import replace_criteria
from arraywise.worksheets.fields import CRITERIA_KEY, WORKINGS_KEY, prices_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.criteria import Criterion, Judgement
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor


def save_template(study: Study, path: Path) -> None:
    """Write what a study has in common with others like it into a new file.

    Raises:
        UserError: When the file exists or cannot be written.
    """
    _build(study, path, client="", currency=study_info(study).currency).close()


def new_from_template(
    path: Path, template: Path, *, client: str = "", currency: str = ""
) -> Study:
    """Create a study from a template, or from what another study has in common with it; open it.

    Args:
        path: of the new study.
        template: a study file; it may be open elsewhere.
        client: of the new study.
        currency: of the new study; empty for that of the template.

    Raises:
        UserError: When the new file exists, or the template cannot be read.
    """
    with TemporaryDirectory() as folder:
        source = open_copy(template, Path(folder, f"template{SUFFIX}"))
        with source:
            currency = currency or study_info(source).currency
            return _build(source, path, client=client, currency=currency)


def _build(source: Study, path: Path, *, client: str, currency: str) -> Study:
    built = create_study(path, name=path.stem, client=client, currency=currency)
    try:
        with (
            scenario_view(source, BASE) as base,
            committed(built, "begun from a template", now()) as cursor,
        ):
            _copy_setup(base, cursor)
    except BaseException:
        built.close()
        path.unlink(missing_ok=True)
        raise
    built.fold()
    return built


def _copy_setup(source: Study, cursor: Cursor) -> None:
    criteria = {
        known: known if known.own is None else writing.insert_own_criterion(cursor, known.own)
        for known in (*_built_in(source), *read_own_criteria(source))
    }
    options = _copy_options(source, cursor, criteria)
    weighting = read_weighting(source)
    alone = Weighting(
        method=weighting.method,
        judgements=tuple(_renamed(judged, criteria) for judged in weighting.judgements),
    )
    settings = read_criteria(source)
    writing.write_criteria(
        cursor, (replace(each, criterion=criteria[each.criterion]) for each in settings)
    )
    writing.write_weighting(cursor, alone)
    words = ((criteria.get(each, each), texts) for each, texts in rating_words(source))
    writing.write_rating_words(cursor, tuple(words))
    _copy_prices(source, cursor, options)
    _copy_cells(source, cursor, options)
    writing.write_thresholds(cursor, read_thresholds(source))
    writing.write_report_options(cursor, report_options(source))


def _built_in(source: Study) -> set[Criterion]:
    """Return the program's criteria that a study says anything of."""
    rated = {each for ratings in option_ratings(source).values() for each, _ in ratings}
    used = {setting.criterion for setting in read_criteria(source) or DEFAULT_CRITERIA}
    judged = read_weighting(source).judgements
    pairs = {each for j in judged for each in (j.first, j.second)}
    return {each for each in rated | used | pairs if each.own is None}


def _renamed(judged: Judgement, criteria: Mapping[Criterion, Criterion]) -> Judgement:
    return replace(judged, first=criteria[judged.first], second=criteria[judged.second])


def _copy_options(
    source: Study, cursor: Cursor, criteria: Mapping[Criterion, Criterion]
) -> dict[int, int]:
    """Add the options with what was judged of them; return their new ids by the old ones."""
    ids: dict[int, int] = {}
    ratings = option_ratings(source)
    for option in list_options(source):
        added = writing.add_option(
            cursor,
            option.name,
            option.architecture,
            shared_storage=option.shared_storage,
            serves_files=option.serves_files,
        )
        writing.change_option(cursor, replace(added, restore_s=option.restore_s))
        judged = ((criteria[each], rating) for each, rating in ratings.get(option.id, ()))
        writing.write_ratings(cursor, added.id, tuple(judged))
        ids[option.id] = added.id
    return ids


def _copy_prices(source: Study, cursor: Cursor, options: Mapping[int, int]) -> None:
    for option_id, sheet in price_sheets(source).items():
        writing.replace_price_sheet(cursor, options[option_id], sheet)
    basis, ends = price_basis(source), read_price_range(source)
    writing.replace_rates(cursor, basis.rates)
    writing.write_setting(cursor, PRICE_SERVERS, "yes" if basis.servers else None)
    rate = basis.discount_rate
    writing.write_setting(cursor, DISCOUNT_RATE, None if rate is None else str(rate))
    if ends is not None:
        writing.write_price_range(cursor, ends, confirmed=is_price_range_confirmed(source))


def _copy_cells(source: Study, cursor: Cursor, options: Mapping[int, int]) -> None:
    """Copy what was typed into prices, criteria and workings; columns of stakeholders go."""
    weighting, settings = read_weighting(source), read_criteria(source) or DEFAULT_CRITERIA
    cells = input_cells(source)
    cells = replace_criteria(
        cells, settings, settings, (weighting, replace(weighting, stakeholders=()))
    ).cells_after(cells)
    keys = {prices_key(old): prices_key(new) for old, new in options.items()}
    keys |= {CRITERIA_KEY: CRITERIA_KEY, WORKINGS_KEY: WORKINGS_KEY}
    moved = [
        replace(cell, place=place._replace(sheet=keys[place.sheet]))
        for place, cell in cells.items()
        if place.sheet in keys
    ]
    writing.change_cells(cursor, (), moved)
