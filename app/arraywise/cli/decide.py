"""`arraywise decide`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli.arguments import path
from arraywise.cli.common import DONE, opening, print_json, print_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.domain.decision import Answer, Robustness
    from arraywise.store.study import Study


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("--scenario", metavar="NAME", help="as if it were in use; 'base' is the base")
    p.add_argument("--json", action="store_true")


def run(options: Namespace) -> int:
    """Screen the options, score them and recommend one."""
    with opening(options.study, to_read=True) as opened:
        from arraywise.usecases.decide_study import decide_with_runway

        with opened.result() as study:
            if options.json:
                from arraywise.cli.json_output import decision

                print_json(decision(*_decided(study, options.scenario)))
                return DONE
            from arraywise.cli.text_output import answer_lines

            # What would change the answer is not asked: the listing does not state it.
            if options.scenario is None:
                print_lines(*answer_lines(*decide_with_runway(study)))
                return DONE
            result, robustness = _decided(study, options.scenario)
            print_lines(*answer_lines(result, robustness.runway))
    return DONE


def _decided(study: Study, scenario: str | None) -> tuple[Answer, Robustness]:
    """Decide a study as it is stored, or as it is in one of its scenarios."""
    if scenario is None:
        from arraywise.usecases.decide_study import decide_with_robustness

        return decide_with_robustness(study)
    from arraywise.usecases.compare_scenarios import decide_scenario

    return decide_scenario(study, scenario)
