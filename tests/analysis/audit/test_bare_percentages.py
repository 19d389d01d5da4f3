"""Percentages that compare, in texts of the study, without what they are of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.audit.setup_checks import bare_percentages
from arraywise.domain.evidence import PublishedConclusion
from tests.analysis.audit.test_comparability import CLEAN, find


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("FC: 18 % more than NAS, at a price 14 % higher.", ("at a price 14 % higher",)),
        ("It cuts response time by 95 percent, reads are 60 % faster.",
         ("It cuts response time by 95 percent", "reads are 60 % faster")),
        ("NAS ist 14,05 % günstiger.", ("NAS ist 14,05 % günstiger",)),
        ("NAS é 14 % mais barato", ("NAS é 14 % mais barato",)),
        ("NAS ist 14,05 % günstiger als FC; NAS é 14 % mais barato que FC", ()),
        ("A 14 % reduction in latency", ("A 14 % reduction in latency",)),
        ("eine 14 % Senkung, 14 % de redução", ("eine 14 % Senkung", "14 % de redução")),
        ("14 % reduction from 90 ms to 77 ms, 14 % reduction compared to FC", ()),
        ("Cheaper by 10 % of the list price; 14 % cheaper (base: FC)", ()),
        ("The host was 80 % busy. Reads are 70 % of all I/O. 95 % level, 20 % discount", ()),
    ],
)  # fmt: skip
def test_percentages_that_compare_name_their_base(text: str, bare: tuple[str, ...]) -> None:
    assert bare_percentages(text) == bare


def test_a_conclusion_without_a_base_is_a_finding() -> None:
    concluded = PublishedConclusion("FC carries 18 % more.", "a paper")
    (result,) = [
        finding
        for finding in find(replace(CLEAN, published_conclusion=concluded))
        if finding.check == "percentage without base"
    ]
    assert "FC carries 18 % more" in str(result.message)
    assert result.evidence == ("a paper",)
