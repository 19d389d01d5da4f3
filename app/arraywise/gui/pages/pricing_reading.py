"""Reads a price sheet file into an option; asks what its columns hold where that is not clear."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.gui.background import Lane
from arraywise.gui.pages.pricing_mapping import MappingDialog
from arraywise.gui.state_folder import state_folder
from arraywise.gui.wording import tell, why
from arraywise.usecases.changes import Changes
from arraywise.usecases.read_price_sheet import (
    RateUnknownError,
    SheetNotes,
    UnknownColumns,
    look_at_sheet,
    read_price_sheet,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from arraywise.domain.options import Option
    from arraywise.gui.banner import Banner
    from arraywise.gui.session import Session
    from arraywise.usecases.read_price_sheet import OfferedTable, PriceOutcome

translate = QCoreApplication.translate


class SheetReader:
    """Takes a file from the first look to the option's new price."""

    def __init__(
        self, session: Session, owner: QWidget, banner: Banner, ask_rates: Callable[[], None]
    ) -> None:
        """Read sheets; `ask_rates` lets the user state a rate where one is missing."""
        self._session, self._ask_rates = session, ask_rates
        self._owner = owner
        self._banner = banner
        self.dialog: MappingDialog | None = None
        """Open while the user is asked."""

    def read(self, option: Option, path: Path, then: Callable[[], None]) -> None:
        """Read a file; `then` is called once the option has its prices."""

        def look(_study: object) -> OfferedTable | None:
            return look_at_sheet(option.name, path, state_folder())

        def take(offer: OfferedTable | None) -> None:
            if offer is None:
                self._take_in(option, path, SheetNotes(), then)
            else:
                self._ask(option, path, offer, then)

        self._session.read(look, take, key="price sheet")

    def _ask(
        self, option: Option, path: Path, offer: OfferedTable, then: Callable[[], None]
    ) -> None:
        dialog = MappingDialog(path.name, offer, self._owner)
        self.dialog = dialog
        dialog.accepted.connect(
            lambda: self._take_in(
                option, path, SheetNotes(dialog.mapping, extended=dialog.extended), then
            )
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take_in(
        self,
        option: Option,
        path: Path,
        said: SheetNotes,
        then: Callable[[], None],
        currency: str | None = None,
    ) -> None:
        """Read a sheet in, after another currency for the study where one is given."""
        study = self._session.study
        notes = replace(said, memory=state_folder(), study_currency=currency)

        def work(_watch: object) -> PriceOutcome | RateUnknownError | UnknownColumns:
            try:
                return read_price_sheet(study, option.name, path, notes)
            except (RateUnknownError, UnknownColumns) as error:
                return error

        def take(outcome: PriceOutcome | RateUnknownError | UnknownColumns) -> None:
            if isinstance(outcome, UnknownColumns):
                self._ask(option, path, outcome.offer, then)
                return
            if isinstance(outcome, RateUnknownError):
                self._say_unknown(outcome, partial(self._take_in, option, path, said, then))
                return
            then()
            self._say_read(option, path, outcome)

        changes = Changes.PRICES if currency is None else Changes.PRICES | Changes.STUDY
        self._session.write(work, changes, then=take, lane=Lane.WRITING)

    def _say_unknown(self, error: RateUnknownError, again: Callable[[str], None]) -> None:
        """Say that a rate is needed; a study without prices may take the sheet's currency."""
        facts = self._session.facts
        if facts is None or any(o.price_sheet and o.price_sheet.lines for o in facts.options):
            link = translate("PricingPage", "State the rate\u2026")
            self._banner.say("fail", why(error), link=link, action=self._ask_rates)
            return
        link = translate("PricingPage", "Keep the study in {currency}")
        self._banner.say(
            "warn",
            why(error),
            link=link.format(currency=error.currency),
            action=lambda: again(error.currency),
        )

    def _say_read(self, option: Option, path: Path, outcome: PriceOutcome) -> None:
        remarks = " ".join(tell(problem.said) for problem in outcome.problems)
        said = translate("PricingPage", "{file} was read into {option}.")
        self._banner.say(
            "warn" if outcome.problems else "pass",
            said.format(file=path.name, option=option.name),
            remarks,
        )
