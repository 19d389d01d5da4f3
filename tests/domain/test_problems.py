from __future__ import annotations

import pickle

from arraywise.domain.messages import Message, UserError, message


def test_an_error_keeps_its_sentence_and_reads_in_english() -> None:
    error = UserError(message("{name} has up to {count:,} characters.", name="NAS", count=1200))
    assert str(error) == "NAS has up to 1,200 characters."
    assert dict(error.message.figures) == {"name": "NAS", "count": 1200}


def test_plain_text_is_a_sentence_without_figures() -> None:
    assert UserError("There is no {table}.").message == Message("There is no {table}.")
    assert str(UserError("There is no {table}.")) == "There is no {table}."


def test_an_error_can_come_from_another_process() -> None:
    assert str(pickle.loads(pickle.dumps(UserError(message("Full."))))) == "Full."  # noqa: S301
