"""Times and estimates of them as they are typed, in either decimal mark."""

from __future__ import annotations

import pytest

from arraywise.domain.estimates import Estimate, LeastLikelyMost, MeanAndError
from arraywise.domain.messages import UserError
from arraywise.worksheets.input_parsing import drop_heading_row, is_estimate, parse_minutes

NORMAL = MeanAndError(12.5, 1.5)
TRIANGLE = LeastLikelyMost(10.0, 12.5, 1200.0)


@pytest.mark.parametrize(
    ("text", "decimal", "expected"),
    [
        ("12", ".", 12.0),
        ("12,5", ",", 12.5),
        ("12.5 ± 1.5", ".", NORMAL),
        ("12,5 ± 1,5", ",", NORMAL),
        ("12.5±1.5", ".", NORMAL),
        ("12.5 +- 1.5", ".", NORMAL),
        ("12,5 +/- 1,5", ",", NORMAL),
        ("12.5 +\N{MINUS SIGN} 1.5", ".", NORMAL),
        ("12.5 ± 0", ".", MeanAndError(12.5, 0.0)),
        ("10 / 12.5 / 1,200", ".", TRIANGLE),
        ("10 / 12,5 / 1.200", ",", TRIANGLE),
        ("  10  /  12,5  /  1200 ", ",", TRIANGLE),
        ("0 / 0 / 5", ".", LeastLikelyMost(0.0, 0.0, 5.0)),
    ],
)
def test_what_is_understood(text: str, decimal: str, expected: float | Estimate) -> None:
    assert parse_minutes(text, decimal) == expected
    assert is_estimate(text, decimal) is not isinstance(expected, float)


@pytest.mark.parametrize(
    ("text", "decimal", "said"),
    [
        ("abc", ".", "Enter minutes above zero"),
        ("0", ".", "Enter minutes above zero"),
        ("", ".", "Enter minutes above zero"),
        ("12 %", ".", "Enter minutes above zero"),
        ("525601", ".", "Enter minutes above zero"),
        ("12,5", ".", "Enter minutes above zero"),
        ("20 / 12 / 10", ".", "“20 / 12 / 10” is not in rising order"),
        ("0 / 0 / 0", ".", "“0 / 0 / 0” is not in rising order"),
        ("10/12/20", ".", "spaces around the slashes"),
        ("10 / 20", ".", "“10 / 20” is not an estimate. Write least / most likely / most"),
        ("10 / 12 / many", ".", "is not an estimate"),
        ("12 ± -1.5", ".", "“12 ± -1.5”: a standard error is never negative."),
        ("-12 ± 1.5", ".", "enter a mean above zero"),
        ("12 ± 1,5", ".", "enter a mean above zero"),
        ("12.5 ± 1.5", ",", "enter a mean above zero"),
        ("12 ±", ".", "enter a mean above zero"),
        ("12 ± 1 ± 1", ".", "enter a mean above zero"),
        ("12 ± 10 %", ".", "enter a mean above zero"),
        ("12 ± " + "9" * 90, ".", "enter a mean above zero"),
    ],
)
def test_what_is_not_is_told(text: str, decimal: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        parse_minutes(text, decimal)
    assert said in str(error.value)
    assert not is_estimate(text, decimal)


@pytest.mark.parametrize(
    ("head", "is_left_out"),
    [
        (["Step", "Run 1", "Run 2"], True),
        (["Schritt", "1", "2"], True),
        (["LUN", "Zeit (min)", ""], True),
        (["Create LUN", "5", "6"], False),
        (["Step", "Run 1 (s)", "Run 2 (s)"], False),
        (["Step", "Stunden", ""], False),
        (["Step", "=B2", "=B3"], False),
        (["Step", "", ""], False),
    ],
)
def test_titles_above_pasted_steps_are_no_step(head: list[str], is_left_out: bool) -> None:  # noqa: FBT001
    steps = [["Create LUN", "5", "6"], ["Map LUN", "2", ""]]
    assert drop_heading_row([head, *steps], ".") == (steps if is_left_out else None)


def test_titles_above_nothing_stay() -> None:
    assert drop_heading_row([["Step", "Run 1"]], ".") is None
    assert drop_heading_row([["Step", "Run 1"], ["Create LUN", "soon"]], ".") is None


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("0:18:30", 18.5),
        ("1:00:06", 60.1),
        ("19 min", 19),
        ("1 h 5 min", 65),
        ("1h", 60),
        ("19 m", 19),
        ("90 s", 1.5),
        ("1 Std. 5 Min.", 65),
    ],
)
def test_times_are_read_with_their_units(text: str, minutes: float) -> None:
    assert parse_minutes(text, ".") == pytest.approx(minutes)


@pytest.mark.parametrize("text", ["18:30", "0:61:00", "5 min 1 h", "min"])
def test_a_time_that_may_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        parse_minutes(text, ".")
