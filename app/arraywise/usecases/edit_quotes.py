"""Records of quotes, agreements to their findings, and decisions on what prices include."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.messages import refuse
from arraywise.domain.price_scope import DISCOUNT, ScopeChoice, ScopeDecision
from arraywise.domain.quotes import Agreement, QuoteRecord, RecordedFinding, digest_price_sheet
from arraywise.store.encoding import replace_non_unicode
from arraywise.store.reading import inputs as reading
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.rows import utc_now
from arraywise.store.writing.transaction import current_author, transaction
from arraywise.usecases.edit_options import find_option

if TYPE_CHECKING:
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceSheet
    from arraywise.domain.quotes import QuoteFindingCode, QuoteReading
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


_LONGEST_REASON = 500


def replace_quote_record_in_transaction(
    cursor: Cursor,
    option_id: int,
    reading_: QuoteReading,
    sha256: str,
    sheet: PriceSheet | None,
) -> None:
    """Keep what was found in a quote, within the action that writes its prices.

    `sheet` is the option's price sheet once the action ends: that of the quote where it counts,
    else the one that stays.
    """
    record = QuoteRecord(
        file=replace_non_unicode(reading_.name),
        sha256=sha256,
        state=reading_.state,
        currency=reading_.currency,
        accepted_reason=replace_non_unicode(reading_.decisions.accepted_reason),
        read_at=utc_now(),
        read_by=current_author(cursor),
        parts=digest_price_sheet(sheet),
        findings=tuple(RecordedFinding(each) for each in reading_.findings),
    )
    writing.replace_quote_record(cursor, option_id, record)


def agree_to_finding(study: Study, option_name: str, code: QuoteFindingCode, reason: str) -> None:
    """Agree to the findings of a kind in an option's quote, with a reason.

    Raises:
        UserError: When there is no such option or finding, or no reason.
    """
    option, words = _get_option(study, option_name), _validate_reason(reason)
    record = reading.read_quote_records(study).get(option.id)
    if record is None or code not in {each.finding.code for each in record.findings}:
        refuse("The quote of {option} has no such finding.", option=option.name)
    with transaction(study, "finding of a quote") as cursor:
        agreed = Agreement(words, utc_now(), current_author(cursor))
        findings = tuple(
            replace(each, agreement=agreed) if each.finding.code is code else each
            for each in record.findings
        )
        writing.replace_quote_record(cursor, option.id, replace(record, findings=findings))


def set_item_not_needed(study: Study, option_name: str, item: str, reason: str | None) -> None:
    """Decide that an option needs no price for an item, with a reason; None takes that back.

    Raises:
        UserError: When there is no such option or item, or the reason is empty.
    """
    option = _get_option(study, option_name)
    _save_scope_decision(study, item, ScopeChoice.NOT_NEEDED, option.id, reason)


def set_item_left_out(study: Study, item: str, reason: str | None) -> None:
    """Leave an item out of all options' prices, with a reason; None takes it in again.

    Raises:
        UserError: When there is no such item, or the reason is empty.
    """
    _save_scope_decision(study, item, ScopeChoice.LEFT_OUT, None, reason)


def _save_scope_decision(
    study: Study, item: str, choice: ScopeChoice, option_id: int | None, reason: str | None
) -> None:
    key = " ".join(item.split())
    if not key or key == DISCOUNT:
        refuse("“{item}” cannot be left out of a price.", item=item[:60])
    words = None if reason is None else _validate_reason(reason)
    with transaction(study, "what prices include") as cursor:
        decision = None
        if words is not None:
            decision = ScopeDecision(
                key, choice, option_id, words, utc_now(), current_author(cursor)
            )
        writing.replace_scope_decision(cursor, key, option_id, decision)


def _get_option(study: Study, name: str) -> Option:
    option = find_option(study, name)
    if option is None:
        refuse("There is no option {option}.", option=name[:100])
    return option


def _validate_reason(text: str) -> str:
    words = " ".join(text.split())
    if not words:
        refuse("Enter a reason: it stands in the report.")
    return replace_non_unicode(words[:_LONGEST_REASON])
