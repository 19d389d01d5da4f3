"""The model's results under the names that formulas use: `Demand.TPS`, `Option_NAS.Price`.

An option's results have a second name, in which its own stands as it is: `Option("NAS").Price`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.sheets.tokens import name_by_option
from arraywise.usecases.sheet_names import option_prefixes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.sheets import Value


def _ms(seconds: float | None) -> Value:
    return None if seconds is None else seconds * 1000


def _minutes(seconds: float | None) -> Value:
    return None if seconds is None else seconds / SECONDS_PER_MINUTE


def _float(value: object) -> Value:
    return None if value is None else float(str(value))


_OF_STUDY: tuple[tuple[str, Callable[[Answer], Value]], ...] = (
    ("Demand.TPS", lambda a: a.demand_tps),
    ("Demand.VisitsPerMonth", lambda a: float(a.requirement.visits_per_month)),
    ("Target.ResponseMs", lambda a: _ms(a.requirement.response_time_s)),
    ("Recommended.Option", lambda a: a.recommended.name if a.recommended else None),
)

_OF_OPTION: tuple[tuple[str, Callable[[OptionAnswer], Value]], ...] = (
    ("Price", lambda o: float(o.price.total) if o.price else None),
    ("PricePerTPM", lambda o: _float(o.price_per_tpm)),
    ("PricePerMillionVisits", lambda o: _float(o.price_per_million_visits)),
    ("ResponseMs", lambda o: _ms(o.response_s.point)),
    ("ResponseLowMs", lambda o: _ms(o.response_s.low)),
    ("ResponseHighMs", lambda o: _ms(o.response_s.high)),
    ("CapacityTPS", lambda o: o.capacity_tps),
    ("CapacityVisits", lambda o: _float(o.capacity_visits_per_month)),
    ("Headroom", lambda o: o.headroom),
    ("ProvisioningMinutes", lambda o: _minutes(o.provisioning_s.point)),
    ("EaseFactor", lambda o: o.ease_factor),
    ("Value", lambda o: o.value.point),
    ("Rank", lambda o: _float(o.rank)),
    ("FirstShare", lambda o: o.first_share),
    ("Status", lambda o: o.status.value),
)


def result_names(options: Iterable[Option]) -> tuple[str, ...]:
    """Return the names of all results, in the order in which they are offered."""
    prefixes = option_prefixes(options)
    ofs = [f"{prefix}.{name}" for prefix in prefixes.values() for name, _ in _OF_OPTION]
    return (*(name for name, _ in _OF_STUDY), *ofs)


def result_aliases(options: Iterable[Option]) -> dict[str, str]:
    """Return names by the options' own names, `Option("NAS NFS").Price`, with the plain ones."""
    listed = tuple(options)
    prefixes = option_prefixes(listed)
    return {
        name_by_option(option.name, name): f"{prefixes[option.id]}.{name}"
        for option in listed
        for name, _ in _OF_OPTION
    }


def results_of(answer: Answer) -> dict[str, Value]:
    """Return the results of an answer by name; what is not known is None."""
    values = {name: get(answer) for name, get in _OF_STUDY}
    prefixes = option_prefixes(option.option for option in answer.options)
    for each in answer.options:
        prefix = prefixes[each.option.id]
        values |= {f"{prefix}.{name}": get(each) for name, get in _OF_OPTION}
    return values
