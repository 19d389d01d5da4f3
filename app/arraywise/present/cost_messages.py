"""What a report says of prices: differences, scope, budget, how far a price may rise."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING

from arraywise.analysis.decision.ranking import find_rival
from arraywise.domain.claims import define_claim
from arraywise.domain.price_scope import ScopeState
from arraywise.present.numbers import PERCENT
from arraywise.present.price_scope import item_name_in_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.claims import Figures, Predicate
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Figure, Message
    from arraywise.domain.price_scope import ScopeRow, ScopeTable
    from arraywise.domain.pricing import BreakEvenPrice


def _total(answer: Answer, name: object) -> Decimal:
    """Return an option's price.

    Raises:
        LookupError: when it has none, so that nothing may be said of it.
    """
    price = next(o.price for o in answer.options if o.option.name == name)
    if price is None:
        raise LookupError
    return price.total


def _is_difference(answer: Answer, figures: Figures) -> bool:
    more = _total(answer, figures["option"]) - _total(answer, figures["rival"])
    return more > 0 and more == figures["more"]


def _names_scope(answer: Answer, figures: Figures) -> bool:
    """Hold where the part is what an item costs that the rival does not price."""
    table = answer.scope
    if table is None or not _is_difference(answer, figures):
        return False
    names = [option.name for option in table.options]
    ours, theirs = names.index(str(figures["option"])), names.index(str(figures["rival"]))
    return any(
        row.cells[ours].amount == figures["part"]
        and row.cells[theirs].state is ScopeState.NO_PRICE
        for row in table.rows
    )


_MORE_BY_SCOPE = define_claim(
    "{option} costs {currency} {more:,.0f} more than {rival}; {item} make {part:,.0f} of it",
    _names_scope,
    judges_nested=True,
)
_MORE = define_claim("{option} costs {currency} {more:,.0f} more than {rival}", _is_difference)
_SAME = define_claim(
    "{option} and {rival} cost the same",
    lambda a, f: _total(a, f["option"]) == _total(a, f["rival"]),
)
_ALONE = define_claim(
    "{option} costs {currency} {amount:,.0f} over 36 months",
    lambda a, f: _total(a, f["option"]) == f["amount"],
)


def priced_pair(answer: Answer) -> tuple[OptionAnswer, OptionAnswer] | None:
    """Return the two options whose prices are compared, the dearer first; None without two."""
    first, rival = answer.recommended_answer, find_rival(answer.options)
    pair = [o for o in (first, rival) if o is not None and o.price is not None]
    if len(pair) < 2:
        others = [o for o in answer.options if o.price is not None and o not in pair]
        pair += sorted(others, key=_price)[: 2 - len(pair)]
    if len(pair) < 2:
        return None
    one, other = pair
    return (one, other) if _price(one) >= _price(other) else (other, one)


def _price(option: OptionAnswer) -> Decimal:
    return option.price.total if option.price is not None else Decimal(0)


def describe_costs(answer: Answer) -> Message | None:
    """State what the first costs against the runner-up, and what of that is scope."""
    pair = priced_pair(answer)
    if pair is None:
        priced = next((o for o in answer.options if o.price is not None), None)
        if priced is None:
            return None
        name = priced.option.name
        return _ALONE.build_message(option=name, currency=answer.currency, amount=_price(priced))
    dearer, cheaper = pair
    names: dict[str, Figure] = {"option": dearer.option.name, "rival": cheaper.option.name}
    more = _price(dearer) - _price(cheaper)
    if not more:
        return _SAME.build_message(**names)
    names |= {"currency": answer.currency, "more": more}
    row = scope_row_of_difference(answer, dearer, cheaper)
    if row is None:
        return _MORE.build_message(**names)
    part = row.cells[_place(answer.scope, dearer)].amount
    return _MORE_BY_SCOPE.build_message(**names, item=item_name_in_sentence(row), part=part or 0)


def _place(table: ScopeTable | None, option: OptionAnswer) -> int:
    return 0 if table is None else [each.id for each in table.options].index(option.option.id)


def scope_row_of_difference(
    answer: Answer, dearer: OptionAnswer, cheaper: OptionAnswer
) -> ScopeRow | None:
    """Return the largest item of the difference that the cheaper option does not price."""
    table = answer.scope
    if table is None:
        return None
    ours, theirs = _place(table, dearer), _place(table, cheaper)
    rows = [
        row
        for row in table.rows
        if row.cells[theirs].state is ScopeState.NO_PRICE and row.cells[ours].amount
    ]
    row = max(rows, key=lambda each: each.cells[ours].amount or 0, default=None)
    more = _price(dearer) - _price(cheaper)
    return row if row is not None and (row.cells[ours].amount or 0) <= more else None


def missing_amounts(answer: Answer) -> dict[int, Decimal]:
    """Return what the items without a price would add, by option id, at the lowest price there."""
    table = answer.scope
    if table is None:
        return {}
    added = {o.id: table.missing_cost(at) for at, o in enumerate(table.options)}
    return {id_: amount for id_, amount in added.items() if amount}


def _with_missing(answer: Answer, figures: Figures, key: str) -> Decimal:
    option = next(o for o in answer.options if o.option.name == figures[key])
    added = missing_amounts(answer).get(option.option.id, Decimal(0))
    return (_price(option) + added).to_integral_value(ROUND_CEILING)


def _excess(answer: Answer, figures: Figures, dearer: str, cheaper: str) -> Decimal:
    """Return how much more an option costs than another once both include the same.

    Raises:
        LookupError: when it does not cost more.
    """
    more = _with_missing(answer, figures, dearer) - _with_missing(answer, figures, cheaper)
    if more <= 0:
        raise LookupError
    return more


_SCOPE_KEEPS = define_claim(
    "With the items that its offer lacks, at the lowest price offered, {rival} costs {currency}"
    " {amount:,.0f}; {option} then costs {more:,.0f} more.",
    lambda a, f: (
        _with_missing(a, f, "rival") == f["amount"]
        and _excess(a, f, "option", "rival") == f["more"]
    ),
)
_SCOPE_TURNS = define_claim(
    "With the items that its offer lacks, at the lowest price offered, {rival} costs {currency}"
    " {amount:,.0f}; it then costs {more:,.0f} more than {option}.",
    lambda a, f: (
        _with_missing(a, f, "rival") == f["amount"]
        and _excess(a, f, "rival", "option") == f["more"]
    ),
)
_SCOPE_SAME = define_claim(
    "With the items that its offer lacks, at the lowest price offered, {rival} costs as much as"
    " {option}.",
    lambda a, f: _with_missing(a, f, "rival") == _with_missing(a, f, "option"),
)


def describe_scope_effect(answer: Answer) -> Message | None:
    """State what the price difference becomes when both offers include the same."""
    pair = priced_pair(answer)
    added = missing_amounts(answer)
    if pair is None or not any(o.option.id in added for o in pair):
        return None
    dearer, cheaper = pair
    option, rival = (dearer, cheaper) if cheaper.option.id in added else (cheaper, dearer)
    ours, theirs = (
        (_price(o) + added.get(o.option.id, Decimal(0))).to_integral_value(ROUND_CEILING)
        for o in (option, rival)
    )
    names: dict[str, Figure] = {"option": option.option.name, "rival": rival.option.name}
    if ours == theirs:
        return _SCOPE_SAME.build_message(**names)
    sentence = _SCOPE_KEEPS if ours > theirs else _SCOPE_TURNS
    return sentence.build_message(
        **names, currency=answer.currency, amount=theirs, more=abs(ours - theirs)
    )


# The budget, and what support takes


def _within(answer: Answer) -> tuple[int, int]:
    prices = [o.price.total for o in answer.options if o.price is not None]
    budget = answer.requirement.budget
    return sum(budget is not None and price <= budget for price in prices), len(prices)


_ALL_WITHIN = define_claim(
    "All {count} priced options stay within the budget of {currency} {budget:,.0f}",
    lambda a, f: _within(a) == (f["count"], f["count"]) and f["budget"] == a.requirement.budget,
)
_SOME_WITHIN = define_claim(
    "{within} of {count} priced options stay within the budget of {currency} {budget:,.0f}",
    lambda a, f: _within(a) == (f["within"], f["count"]) and f["budget"] == a.requirement.budget,
)
_CHEAPEST = define_claim(
    "{option} costs least, {rival} most",
    lambda a, f: (
        _total(a, f["option"]) == min(p := _prices(a)) and _total(a, f["rival"]) == max(p)
    ),
)
_ONLY_PRICE = define_claim("Only {option} is priced", lambda a, _f: len(_prices(a)) == 1)


def _prices(answer: Answer) -> list[Decimal]:
    return [o.price.total for o in answer.options if o.price is not None]


def describe_price_order(answer: Answer) -> Message:
    """State which prices keep the budget; without a budget, who is cheapest and dearest."""
    priced = sorted((o for o in answer.options if o.price is not None), key=_price)
    budget = answer.requirement.budget
    if budget is not None:
        within, count = _within(answer)
        said: dict[str, Figure] = {"count": count, "currency": answer.currency, "budget": budget}
        if within == count:
            return _ALL_WITHIN.build_message(**said)
        return _SOME_WITHIN.build_message(**said, within=within)
    if len(priced) == 1:
        return _ONLY_PRICE.build_message(option=priced[0].option.name)
    if _price(priced[0]) == _price(priced[-1]):
        return _SAME.build_message(option=priced[0].option.name, rival=priced[-1].option.name)
    return _CHEAPEST.build_message(option=priced[0].option.name, rival=priced[-1].option.name)


def _support_shares(answer: Answer) -> list[int]:
    return [
        round(PERCENT * float(o.price.opex / o.price.unrounded))
        for o in answer.options
        if o.price is not None and o.price.unrounded
    ]


def _are_support_ends(key_low: str, key_high: str) -> Predicate:
    return lambda a, f: [f[key_low], f[key_high]] == [min(s := _support_shares(a)), max(s)]


_SUPPORT_BETWEEN = define_claim(
    "Support and running cost are {low} to {high} % of each price",
    _are_support_ends("low", "high"),
)
_SUPPORT_IS = define_claim(
    "Support and running cost are {share} % of the price", _are_support_ends("share", "share")
)
_NO_SUPPORT = define_claim(
    "No price holds support or running cost", lambda a, _f: not any(_support_shares(a))
)


def describe_support_share(answer: Answer) -> Message:
    """State what part of the prices is support and running cost."""
    shares = _support_shares(answer)
    if not any(shares):
        return _NO_SUPPORT.build_message()
    if min(shares) == max(shares):
        return _SUPPORT_IS.build_message(share=shares[0])
    return _SUPPORT_BETWEEN.build_message(low=min(shares), high=max(shares))


# How far a price may move


def _is_higher(answer: Answer, figures: Figures) -> bool:
    return _total(answer, figures["option"]) <= float(str(figures["price"]))


_MAY_RISE = define_claim(
    "{option} stays first up to {currency} {price:,.0f}, {percent:.0f} % more than offered; above"
    " that {rival} leads.",
    _is_higher,
)
_MAY_RISE_TO_BUDGET = define_claim(
    "{option} stays first up to {currency} {price:,.0f}, {percent:.0f} % more than offered; above"
    " that it exceeds the budget.",
    lambda a, f: _is_higher(a, f) and a.requirement.budget is not None,
)


def describe_price_reach(answer: Answer, prices: Sequence[BreakEvenPrice]) -> Message | None:
    """State up to which price the recommended option stays so."""
    name = None if answer.recommended is None else answer.recommended.name
    found = next((each for each in prices if each.option == name), None)
    if found is None or found.relative_change is None or found.relative_change < 0:
        return None
    said: dict[str, Figure] = {
        "option": found.option,
        "currency": answer.currency,
        "price": found.price,
        "percent": PERCENT * found.relative_change,
    }
    if found.against is None:
        return _MAY_RISE_TO_BUDGET.build_message(**said)
    return _MAY_RISE.build_message(**said, rival=found.against)
