"""What the PDF says of studies that stand on I/O evidence, publications and single runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2
import pytest

from arraywise.report.document import build_pdf
from arraywise.store.study import open_study
from arraywise.usecases.gather_content import build_report_content

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Read = Callable[[str], str]


@pytest.fixture(scope="module")
def text_of(copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Read:
    folder, known = tmp_path_factory.mktemp("pdf"), {}

    def text(sample: str) -> str:
        if sample not in known:
            with open_study(copied_sample(folder / f"{sample}.arraywise", sample)) as study:
                document = pypdfium2.PdfDocument(build_pdf(build_report_content(study)))
            pages = [page.get_textpage().get_text_range() for page in document]
            known[sample] = " ".join(" ".join(pages).split())
        return known[sample]

    return text


def test_io_evidence_is_shown_with_profile_demand_storage_time_and_the_tests_that_count(
    text_of: Read,
) -> None:
    text = text_of("san-versus-nas")
    assert "I/O demand of a transaction" in text
    assert "need 50,000 IOPS of 8 KiB, 20 % writes" in text
    assert "The stated storage share is 50 % of the target." in text
    assert "indicative: 20 percentage points fewer writes than required" in text


def test_without_a_target_the_title_asks_for_the_load_alone(
    text_of: Read,
) -> None:
    text = text_of("order-entry-2009")
    assert "Which of 3 storage options carries 54,432,000 visits a month" in text
    assert "Target response time, ms" not in text
    assert "1.000 times the demand, within the spread of one run" in text


def test_options_measured_once_say_their_spread_and_the_factor_to_another_outcome(
    text_of: Read,
) -> None:
    text = text_of("tr-3105")
    assert "Assumed spread: 5 % of the rate, up to 28 % of the response time" in text
    assert "off by a factor of 4.8" in text


def test_a_published_ratio_says_what_it_lets_an_option_cost_more(text_of: Read) -> None:
    text = text_of("fluid-cache-2013")
    assert "may cost 34 to 60 % more than" in text
