"""Answers all scenarios of a study, side by side with the base."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.domain.said import Said, say
from arraywise.store.history import from_text
from arraywise.store.price_settings import DISCOUNT_RATE, PRICE_SERVERS
from arraywise.store.reading.facts import read_facts, read_other_inputs
from arraywise.store.reading.scenarios import (
    BASE,
    all_inputs,
    inputs_view,
    list_scenarios,
    present_scenario,
    scenario_view,
)
from arraywise.store.scenario_inputs import (
    PRICES,
    PROVISIONING,
    RATES,
    RATINGS,
    REQUIREMENT,
    Piece,
)
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.edit_scenarios import find_scenario
from arraywise.usecases.look_around import look_closer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.sureness import Robustness
    from arraywise.store.scenario_inputs import Inputs
    from arraywise.store.study import Study
    from arraywise.usecases.decide_study import Prepared


@dataclass(frozen=True, slots=True)
class Compared:
    """One scenario with its answer."""

    id: int
    """BASE for the base."""
    name: str
    """Empty for the base."""
    in_use: bool
    answer: Answer
    differs: tuple[Said, ...]
    """In which inputs it differs from the base."""


def compare_scenarios(
    study: Study, known: tuple[StudyFacts, Prepared] | None = None
) -> tuple[Compared, ...]:
    """Answer the base and every scenario; nothing where there are no scenarios.

    Args:
        study: The study.
        known: Its facts, and what was prepared of its evidence, where that is known already.

    Raises:
        UserError: When an input of a scenario makes no sense.
    """
    scenarios = list_scenarios(study)
    if not scenarios:
        return ()
    facts = known[0] if known else read_facts(study)
    prepared = known[1] if known else prepare(facts)
    with study.cursor() as cursor:
        inputs, in_use = all_inputs(cursor), present_scenario(cursor)
    names = {str(option.option.id): option.option.name for option in facts.options}
    found = []
    for id_, name in ((BASE, ""), *((each.id, each.name) for each in scenarios)):
        its_facts = facts
        if id_ != in_use:
            with inputs_view(study, inputs[in_use], inputs[id_]) as view:
                its_facts = read_other_inputs(view, facts)
        differs = tuple(_differences(inputs[BASE], inputs[id_], names))
        found.append(Compared(id_, name, id_ == in_use, answer(prepared, its_facts), differs))
    return tuple(found)


def decide_scenario(study: Study, name: str) -> tuple[Answer, Robustness]:
    """Answer a study as it is in a scenario; `base` is the base unless a scenario is called so.

    Raises:
        UserError: When there is no scenario of that name, or its inputs make no sense.
    """
    names = {each.name.casefold() for each in list_scenarios(study)}
    is_base = name.strip().casefold() == "base" and "base" not in names
    id_ = BASE if is_base else find_scenario(study, name).id
    with scenario_view(study, id_) as view:
        facts = read_facts(view)
    prepared = prepare(facts)
    return answer(prepared, facts), look_closer(prepared, facts)


def _differences(base: Inputs, own: Inputs, names: Mapping[str, str]) -> Iterator[Said]:
    for piece, text in own.items():
        # A base kept by an earlier version has no ratings: they are those of all scenarios.
        if base.get(piece) != text and (piece in base or piece.kind != RATINGS):
            if piece.kind == RATES:
                yield from _of_rates(base.get(piece, ""), text)
                continue
            said = _said(piece, base, own, names)
            if said is not None:
                yield said


def _said(piece: Piece, base: Inputs, own: Inputs, names: Mapping[str, str]) -> Said | None:
    """Name a difference; None for one of an option that is gone."""
    if piece.kind == REQUIREMENT:
        return _field(piece.key, _value(base.get(piece, "")), _value(own[piece]))
    if piece.kind in {PRICES, PROVISIONING, RATINGS}:
        option = names.get(piece.key)
        if option is None:
            return None
        if piece.kind == PRICES:
            return say("prices of {option}", option=option)
        if piece.kind == RATINGS:
            return say("ratings of {option}", option=option)
        return say("provisioning times of {option}", option=option)
    return say("weights")


def _of_rates(was: str, now: str) -> Iterator[Said]:
    """Name what differs of what all prices are added up by."""
    before, after = _rows_by_name(was), _rows_by_name(now)
    words = {
        "": say("exchange rates"),
        DISCOUNT_RATE: say("discount rate of prices"),
        PRICE_SERVERS: say("whether servers are priced"),
    }
    for name, said in words.items():
        if before.get(name) != after.get(name):
            yield said


def _rows_by_name(text: str) -> dict[str, tuple[Any, ...]]:
    """Return the settings by their names, and the rates of exchange under an empty one.

    Earlier versions wrote down that servers are not priced, which none at all says too.
    """
    found: dict[str, tuple[Any, ...]] = {}
    for change in from_text(text):
        if change.table == "exchange_rate":
            found[""] = change.put
        else:
            said = {row["name"]: (row["value"],) for row in change.rows()}
            found |= {name: value for name, value in said.items() if value != ("no",)}
    return found


def _budget(was: object, now: object) -> Said:
    if now is None:
        return say("no budget")
    amount = Decimal(str(now))
    if was is None:
        return say("budget of {now:,.12g} instead of none", now=amount)
    before = Decimal(str(was))
    return say("budget of {now:,.12g} instead of {before:,.12g}", now=amount, before=before)


def _value(text: str) -> object:
    changes = from_text(text)
    return changes[0].put[0][0] if changes and changes[0].put else None


def _field(column: str, was: object, now: object) -> Said:
    """Name a difference in the requirement with both values, where they say more than its name."""
    if isinstance(was, int | float) and isinstance(now, int | float):
        if column == "response_time_s":
            milliseconds = {"now": round(now * 1000, 3), "before": round(was * 1000, 3)}
            return say("target {now:g} ms instead of {before:g} ms", **milliseconds)
        if column == "visits_per_month":
            return say("{now:,} visits per month instead of {before:,}", now=now, before=was)
    if column == "statistic":
        return say("target for {statistic}", statistic=str(now))
    if column == "budget":
        return _budget(was, now)
    return say("rule of the recommendation") if column == "rule" else say("requirement")
