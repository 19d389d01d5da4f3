"""What a test plan says: which runs decide, how long they take, what each outcome would mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import FULL_REPETITIONS
from arraywise.domain.claims import always_holds, define_claim
from arraywise.domain.requirement import Outcome, Rule
from arraywise.present.findings import AROUND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.claims import Figures
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message

_MOST_OUTCOMES = 6
_HOUR, _MINUTE = 3600.0, 60.0


def _open(answer: Answer) -> list[OptionAnswer]:
    return [o for o in answer.options if o.outcome is Outcome.NOT_SHOWN]


_DECIDE_ONE = define_claim(
    "What decides it: runs of {option} around the required load",
    lambda a, f: [o.option.name for o in _open(a)] == [f["option"]],
)
_DECIDE = define_claim(
    "What decides it: runs of {count} options around the required load",
    lambda a, f: f["count"] == len(_open(a)),
)


def describe_plan(answer: Answer) -> Message:
    """State which options are to be run."""
    open_ = _open(answer)
    if len(open_) == 1:
        return _DECIDE_ONE.build_message(option=open_[0].option.name)
    return _DECIDE.build_message(count=len(open_))


def planned_tests(answer: Answer, option: OptionAnswer) -> tuple[tuple[float, int], ...]:
    """Return the rates at which an option is to be tested, 1/s, each with how many runs."""
    test = option.next_test
    if test is not None:
        return ((_rate_at_users(option, test.users) or answer.demand_tps, test.runs),)
    return tuple((answer.demand_tps * share, FULL_REPETITIONS) for share in AROUND)


def _rate_at_users(option: OptionAnswer, users: int) -> float | None:
    """Return the rate to expect at a number of users: in proportion to the nearest level."""
    known = [level for level in option.levels if level.rate_tps.point]
    if not known:
        return None
    near = min(known, key=lambda level: abs(level.users - users))
    return (near.rate_tps.point or 0.0) * users / near.users


def count_planned_runs(answer: Answer) -> int:
    """Count the runs to be made of all options that are open."""
    return sum(runs for o in _open(answer) for _, runs in planned_tests(answer, o))


_LAB_TIME = define_claim(
    "{runs} runs in all, {minutes:,.0f} minutes each as before: {hours:,.1f} hours in the lab.",
    lambda a, f: f["runs"] == count_planned_runs(a),
)
_LAB_RUNS = define_claim("{runs} runs in all.", lambda a, f: f["runs"] == count_planned_runs(a))


def describe_lab_time(answer: Answer, duration_s: float | None) -> Message:
    """State how many runs there are to be, and how long they take if like those before."""
    runs = count_planned_runs(answer)
    if duration_s is None:
        return _LAB_RUNS.build_message(runs=runs)
    return _LAB_TIME.build_message(
        runs=runs, minutes=duration_s / _MINUTE, hours=runs * duration_s / _HOUR
    )


def _is_open(answer: Answer, figures: Figures) -> bool:
    return any(o.option.name == figures["option"] for o in _open(answer))


_PASSES = define_claim("{option} passes", _is_open)
_ALONE_FAILS = define_claim("{option} fails", _is_open)
_ALL_FAIL = define_claim("None of them passes", lambda a, _f: bool(_open(a)))
_SEVERAL_PASS = define_claim("Several options pass", lambda a, _f: len(_open(a)) > 1)
_CAN_BE_BOUGHT = define_claim("{option} is recommended, if no other passes", _is_open)
_IS_CHEAPEST = define_claim(
    "{option} can be bought; it is the cheapest of those still open",
    lambda a, f: (
        f["option"]
        == min(
            (o for o in _open(a) if o.price is not None),
            key=lambda o: o.price.total,  # type: ignore[union-attr]
        ).option.name
    ),
)
_SCORE_DECIDES = define_claim(
    "The one with the highest score is recommended",
    lambda a, _f: a.requirement.rule is Rule.BEST_VALUE,
)
_PRICE_DECIDES = define_claim(
    "The cheapest of them is recommended",
    lambda a, _f: a.requirement.rule is Rule.LOWEST_PRICE,
)
_FRONTIER = define_claim(
    "Those of them that no other beats in price and score are named",
    lambda a, _f: a.requirement.rule is Rule.FRONTIER,
)
_THEN = {
    Rule.BEST_VALUE: _SCORE_DECIDES,
    Rule.LOWEST_PRICE: _PRICE_DECIDES,
    Rule.FRONTIER: _FRONTIER,
}
_NOTHING_FITS = define_claim(
    "None of them fits: a larger system, a longer target or less load is needed", always_holds
)


def describe_outcomes(answer: Answer) -> Iterator[tuple[Message, Message]]:
    """Yield what the tests may show and what follows then."""
    open_ = _open(answer)
    if not open_ or not answer.is_stated:
        return
    priced = [o for o in open_ if o.price is not None]
    cheapest = min(priced, key=lambda o: o.price.total, default=None) if priced else None  # type: ignore[union-attr]
    for option in open_[: _MOST_OUTCOMES - 2]:
        name = option.option.name
        is_cheapest = len(priced) == len(open_) > 1 and option is cheapest
        then = (_IS_CHEAPEST if is_cheapest else _CAN_BE_BOUGHT).build_message(option=name)
        yield _PASSES.build_message(option=name), then
    if len(open_) > 1:
        yield _SEVERAL_PASS.build_message(), _THEN[answer.requirement.rule].build_message()
        yield _ALL_FAIL.build_message(), _NOTHING_FITS.build_message()
    else:
        yield (
            _ALONE_FAILS.build_message(option=open_[0].option.name),
            _NOTHING_FITS.build_message(),
        )
