"""The lines that rules draw are said as they are set."""

from __future__ import annotations

from dataclasses import replace

from arraywise.analysis.host_use import THRESHOLDS
from arraywise.analysis.said_thresholds import say_thresholds


def test_thresholds_are_said_as_they_are_set() -> None:
    """Figures of MODEL P2 and P4."""
    text = " ".join(str(said) for said in say_thresholds())
    for words in (
        "at most 5 % are idle in 50 % of the samples",
        "nearly so from 80 % busy",
        "saturated from 90 % of its payload",
        "doubtful from 5 % and invalid from 15 %",
        "short under 10 minutes",
        "failures from 0.1 %",
        "5 repetitions",
    ):
        assert words in text


def test_another_setting_is_said() -> None:
    text = " ".join(str(said) for said in say_thresholds(replace(THRESHOLDS, link_share=0.8)))
    assert "saturated from 80 % of its payload" in text
