"""The lines that rules draw are stated as they are set."""

from __future__ import annotations

from arraywise.domain.requirement import DEFAULT_THRESHOLDS, Thresholds
from arraywise.present.labels import describe_thresholds


def test_thresholds_are_said_as_they_are_set() -> None:
    """Figures of MODEL P2 and P4."""
    text = " ".join(str(message) for message in describe_thresholds(DEFAULT_THRESHOLDS))
    for words in (
        "at most 5 % idle in 50 % of the samples",
        "nearly: from 80 % busy",
        "saturated: from 90 % of its payload",
        "doubtful from 5 % deviation, invalid from 15 %",
        "short under 10 minutes",
        "failures from 0.1 %",
        "add up within 5 %",
        "5 repetitions",
    ):
        assert words in text
    assert "Changed" not in text


def test_another_setting_is_said_and_marked() -> None:
    text = " ".join(map(str, describe_thresholds(Thresholds(link_share=0.825))))
    assert "saturated: from 82.5 % of its payload" in text
    assert text.count("Changed for this study") == 1
    assert text.endswith("Link saturated: share of its payload, from 82.5 % (default: 90 %).")
