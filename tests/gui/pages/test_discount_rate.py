"""Net present value in a real window: typed, refused, named beside every price, and undone."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.pricing import PriceBasis
from arraywise.gui.pages.pricing.dialogs import CurrencyChoice, RatesDialog
from tests.answer_text import answer_text
from tests.gui.acting import shown_page
from tests.gui.pages.test_pricing_page import page, window

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.pricing.page import PricingPage
    from arraywise.gui.shell.main_window import MainWindow

__all__ = ["page", "window"]  # fixtures
EIGHT = Decimal("0.08")


@pytest.fixture
def shown(shared_window: MainWindow) -> PricingPage:
    """Return a page whose dialogs are filled in, and nothing else."""
    return shown_page(shared_window, "pricing")


def chosen(page: PricingPage, text: str, basis: PriceBasis | None = None) -> RatesDialog:
    dialog = RatesDialog(CurrencyChoice("BRL", basis or PriceBasis()), "BRL", page)
    dialog.discount.setText(text)
    dialog.accept()
    return dialog


@pytest.mark.parametrize(
    ("text", "rate"), [("8", "0.08"), ("8.25 %", "0.0825"), ("100", "1"), ("", None), ("0", None)]
)
def test_percent_are_typed_and_a_share_is_kept(
    shown: PricingPage, qtbot: QtBot, text: str, rate: str | None
) -> None:
    dialog = chosen(shown, text, PriceBasis(servers=True, discount_rate=Decimal("0.5")))
    qtbot.addWidget(dialog)
    given = None if rate is None else Decimal(rate)
    assert dialog.choice == CurrencyChoice("BRL", PriceBasis(servers=True, discount_rate=given))


@pytest.mark.parametrize("text", ["-1", "101", "800", "eight", "1e3"])
def test_what_is_no_rate_is_refused_with_a_sentence(
    shown: PricingPage, qtbot: QtBot, text: str
) -> None:
    dialog = chosen(shown, text)
    qtbot.addWidget(dialog)
    assert dialog.choice is None
    assert "discount rate from 0 to 100" in dialog.fault.text()
    assert dialog.discount.text() == text


def test_the_rate_in_use_stands_in_the_dialog(shown: PricingPage, qtbot: QtBot) -> None:
    basis = PriceBasis(discount_rate=Decimal("0.0825"))
    dialog = RatesDialog(CurrencyChoice("BRL", basis), "BRL", shown)
    qtbot.addWidget(dialog)
    assert dialog.discount.text() == "8.25"
    assert "divided by (1 + r)^(t/12)" in dialog.discount.toolTip()


def test_every_price_is_named_and_what_is_paid_stands_beside_it(
    window: MainWindow, page: PricingPage, qtbot: QtBot
) -> None:
    option = page.tabs.option
    line = replace(
        page.edits.sheet(option).lines[0],
        maintenance_per_month=Decimal(100),
        warranty_months=12,
        quantity=Decimal(1),
    )
    window.session.save_prices(option, replace(page.edits.sheet(option), lines=(line,)))
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    before = window.session.option_answer(option.id).price
    assert before is not None
    page._save_currency_choice(option, chosen(page, "8").choice)

    def result() -> bool:
        price = window.session.option_answer(option.id).price
        return price is not None and price.discount_rate == EIGHT

    qtbot.waitUntil(result, timeout=20_000)
    price = window.session.option_answer(option.id).price
    assert price.undiscounted == before
    assert price.total < before.total
    qtbot.waitUntil(
        lambda: "36-month net present value at 8\u00a0%/a" in page.total_line.name.text()
    )
    assert f"undiscounted {before.total:,}.00" in page.total_line.note.text()
    assert "net present value at 8" in page.subtitle.text()
    assert any("end of month t after the warranty" in message for message in page.notes.sentences)
    names = [row.name for row in page.composition.rows.rows]
    assert names[-3:] == ["Maintenance, NPV", "NPV", "Undiscounted"]
    assert "Maint. NPV" in [column.title for column in page.model.columns]
    answer = window.session.answer
    assert answer is not None
    assert "(net present value)" in answer_text(answer)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert window.undoing.back.text() == "&Undo discount rate of prices"
    window.undoing.undo()
    qtbot.waitUntil(
        lambda: window.session.option_answer(option.id).price == before, timeout=20_000
    )
    qtbot.waitUntil(lambda: "36-month total" in page.total_line.name.text())
    assert "Maint. NPV" not in [column.title for column in page.model.columns]
