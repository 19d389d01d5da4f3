"""What leaves the importers holds no password, no endless text and nothing unwritable."""

from __future__ import annotations

import pytest

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.kit.readings import MOST_PROBLEMS
from arraywise.importers.kit.redaction import LONGEST_TEXT, sanitise_reading


def reading(text: str, count: int = 1) -> Reading:
    problems = tuple(
        Problem(Severity.INFO, message("Line {number} is odd: {text}.", number=i, text=text), i)
        for i in range(1, count + 1)
    )
    run = Run("run 1", complete=True, host=text, attributes=(("commandline", text),))
    return Reading("some", Status.READ, (run,), problems)


def test_an_ordinary_reading_is_left_as_it_is() -> None:
    plain = reading("Größe 上午", MOST_PROBLEMS + 1)
    assert sanitise_reading(plain, b"pass: 1\n") is plain


@pytest.mark.parametrize(
    ("data", "text", "shown"),
    [
        (b"password=geheim7", "soe geheim7", "soe *******"),
        ("password=geheim7".encode("utf-16"), "soe geheim7", "soe *******"),
        (b"", "charbench -u soe -p soe -cs x", "charbench -u *** -p *** -cs x"),
        (b"pass=1", "11 runs", "11 runs"),
        (b"", "sqlplus a/b@c", "sqlplus a/*@c"),
    ],
)
def test_a_password_stands_in_no_text(data: bytes, text: str, shown: str) -> None:
    stated = sanitise_reading(reading(text), data)
    assert stated.runs[0].host == shown
    assert stated.runs[0].attributes == (("commandline", shown),)
    assert stated.problems[0].text == f"Line 1 is odd: {shown}."


def test_a_sentence_inside_a_sentence_tells_no_password_either() -> None:
    inner = message("it says {text}", text="soe geheim7")
    problem = Problem(Severity.INFO, message("Odd: {inner}.", inner=inner), 1)
    stated = sanitise_reading(
        Reading("some", Status.READ, problems=(problem,)), b"password=geheim7"
    )
    assert stated.problems[0].text == "Odd: it says soe *******."


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\0b", "a b"), ("a\ud800b", "a?b"), ("x" * 9_999, "x" * (LONGEST_TEXT - 1) + "…")],
)
def test_a_text_can_be_written_and_looked_at(text: str, shown: str) -> None:
    assert sanitise_reading(reading(text), b"").runs[0].host == shown


def test_of_very_many_problems_a_hundred_are_kept_and_the_rest_is_counted() -> None:
    stated = sanitise_reading(reading("x", 250), b"")
    assert len(stated.problems) == MOST_PROBLEMS + 1
    assert stated.problems[-1].text == "150 more problems are not listed."
