"""Everything that the answer depends on, read in one go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.facts import OptionFacts, StudyFacts
from arraywise.store.reading.io_points import io_points
from arraywise.store.reading.load_runs import load_runs
from arraywise.store.reading.options import list_options
from arraywise.store.reading.overview import study_info
from arraywise.store.reading.prices import price_basis, price_sheets
from arraywise.store.reading.provisioning import provisioning_times, unread_times
from arraywise.store.reading.published import published_conclusion, published_remarks
from arraywise.store.reading.ratings import option_ratings, rating_words
from arraywise.store.reading.requirement import read_criteria, read_requirement
from arraywise.store.reading.run_setups import run_setups
from arraywise.store.reading.thresholds import read_thresholds
from arraywise.store.reading.weighting import (
    is_price_range_confirmed,
    read_price_range,
    read_weighting,
)

if TYPE_CHECKING:
    from arraywise.store.study import Study


def read_other_inputs(view: Study, facts: StudyFacts) -> StudyFacts:
    """Read only what a scenario may change, and take the evidence from facts known already.

    Args:
        view: From `scenario_view`.
        facts: Of the study itself.
    """
    sheets, times = price_sheets(view), provisioning_times(view)
    ratings, unread = option_ratings(view), unread_times(view, times)
    return replace(
        facts,
        requirement=read_requirement(view),
        criteria=read_criteria(view),
        options=tuple(
            replace(
                known,
                price_sheet=sheets.get(known.option.id),
                provisioning=times.get(known.option.id, ()),
                ratings=ratings.get(known.option.id, ()),
                unread_times=unread.get(known.option.id, 0),
            )
            for known in facts.options
        ),
        price_basis=price_basis(view),
        weighting=read_weighting(view),
        rating_words=rating_words(view),
    )


def read_facts(study: Study) -> StudyFacts:
    """Read a whole study at one moment.

    `criteria` is empty where the user has not changed the defaults.
    """
    info = study_info(study)
    runs, points = load_runs(study), io_points(study)
    setups = run_setups(study)
    sheets, times = price_sheets(study), provisioning_times(study)
    ratings, unread = option_ratings(study), unread_times(study, times)
    return StudyFacts(
        name=info.name,
        client=info.client,
        currency=info.currency,
        requirement=read_requirement(study),
        criteria=read_criteria(study),
        options=tuple(
            OptionFacts(
                option,
                runs.get(option.id, ()),
                points.get(option.id, ()),
                sheets.get(option.id),
                times.get(option.id, ()),
                setups.get(option.id, ()),
                ratings.get(option.id, ()),
                unread.get(option.id, 0),
            )
            for option in list_options(study)
        ),
        synthetic=info.synthetic,
        published_conclusion=published_conclusion(study),
        remarks=published_remarks(study),
        price_basis=price_basis(study),
        weighting=read_weighting(study),
        price_range=read_price_range(study),
        price_range_confirmed=is_price_range_confirmed(study),
        rating_words=rating_words(study),
        thresholds=read_thresholds(study),
    )
