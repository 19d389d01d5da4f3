"""Hosts, comparisons and what limited the levels, read back from the PDF."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.domain.decision import Interval, ResponseComparison
from arraywise.domain.messages import message
from arraywise.domain.study import ReportOptions
from arraywise.present.labels import describe_comparison
from arraywise.report.content import HostRun, ReportContent
from arraywise.report.document import build_pdf
from arraywise.report.sections.performance import LIMITS
from tests.report.example import OPTIONS, example
from tests.report.test_document import text_of

PAIR = ResponseComparison(("NAS NFS", "FC SAN"), 90, Interval(1.2, 1.25, 1.3), 1e-5, 2e-5, False, False)  # fmt: skip  # noqa: E501, FBT003


def with_hosts() -> ReportContent:
    """Return the example with a monitored run below and one above the demand."""
    seconds = [10.0 * at for at in range(61)]
    runs = tuple(
        HostRun(
            option=OPTIONS[4],
            users=users,
            rate_tps=rate,
            file=f"dstat_{users}.csv",
            state=message("No host samples within the measured part of the run."),
            busy=tuple((at, 0.97) for at in seconds),
            wait=tuple((at, 0.01) for at in seconds),
            window_s=(60.0, 540.0),
            exhausted_s=((0.0, 600.0),),
        )
        for users, rate in ((90, 82.5), (120, 104.7))
    )
    content = example()
    answer = replace(content.answer, comparisons=(PAIR,))
    return replace(content, answer=answer, hosts=runs, compared=(describe_comparison(PAIR),))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("90 users, 82.5 tx/s", "NAS NFS takes 25.0 % longer than FC SAN at 90 users.")),
        ("de", ("90 Nutzer, 82,5 Tx/s", "NAS NFS braucht bei 90 Nutzern 25,0 %")),
        ("pt_BR", ("90 usu\u00e1rios, 82,5 tx/s", "Limitado")),
    ],
)  # fmt: skip
def test_hosts_and_pairs_are_told(language: str, words: tuple[str, ...]) -> None:
    text = text_of(build_pdf(with_hosts(), options=ReportOptions(language=language)))
    for word in (*words, "dstat_120.csv", "1.25" if language == "en" else "1,25"):
        assert word in text


def test_the_same_hosts_give_the_same_bytes() -> None:
    assert build_pdf(with_hosts()) == build_pdf(with_hosts())


def test_every_limit_has_a_word() -> None:
    assert LIMITS.keys() == {limit.value for limit in Bottleneck}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "NAS NFS takes 25.0 % longer than FC SAN at 90 users."),
        ({"ratio": Interval(0.7, 0.8, 0.9)}, "FC SAN takes 25.0 % longer than NAS NFS"),
        ({"tied": True}, "do not differ significantly at 90 users"),
        ({"tied": True, "equivalent": True}, "answer alike at 90 users"),
    ],
)
def test_a_pair_is_said_by_what_was_shown(change: dict[str, object], words: str) -> None:
    assert words in str(describe_comparison(replace(PAIR, **change)))  # type: ignore[arg-type]
