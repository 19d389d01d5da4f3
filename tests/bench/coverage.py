"""Prints how often intervals hold the truth on the test bed of MODEL P5.

`python -m tests.bench.coverage [SEEDS]` takes some minutes: with four seeds 1,920 noisy curves
of five loads each are looked at. `tests/analysis/curves/test_coverage.py` is its short version.

Measured with four seeds: coverage 98.6 to 99.7 % with noise and 100 % without, wrong PASS 0.06 to
0.27 % (none without noise), demonstrated rate above the exact one in 0.4 to 2.1 % of 240 curves
each (a share of 2.5 % is known to 1 % then), at a median of 0.90 to 0.98 of the exact one.
"""

from __future__ import annotations

import sys
from statistics import median

from tests.analysis.coverage import NO_NOISE, NOISES, Noise, Tally, cases, tally

SEEDS = 4
_HEAD = (
    f"{'runs':>4} {'rate':>6} {'resp.':>6} {'grows':>5} {'intervals':>9} {'coverage':>8} "
    f"{'wrong PASS':>10} {'at 99.9 %':>9} {'wrong FAIL':>10} {'not shown':>9} {'width':>6} "
    f"{'top':>6} {'passes':>6} {'overshot':>8} {'shown':>6}"
)


def main(seeds: int) -> None:
    """Measure and print, first without noise."""
    print(_HEAD)
    _print(NO_NOISE, 3, tally(cases(NO_NOISE, 3, [1])))
    for runs in (3, 5):
        for noise in NOISES:
            _print(noise, runs, tally(cases(noise, runs, range(1, seeds + 1))))


def _print(noise: Noise, runs: int, seen: Tally) -> None:
    loads = seen.shown + seen.undemonstrated
    passes = sum(count for verdict, count in seen.verdicts.items() if verdict.startswith("PASS"))
    print(
        f"{runs:4} {noise.rate:6.1%} {noise.response:6.1%} {noise.growth:5g} {seen.shown:9} "
        f"{seen.coverage:8.2%} {seen.wrong_pass_share:10.3%} {seen.closest_passes / loads:9.3%} "
        f"{seen.wrong_fails / loads:10.3%} {seen.undemonstrated / loads:9.1%} "
        f"{median(seen.widths):6.2f} {median(seen.high_widths):6.2f} {passes / loads:6.1%} "
        f"{seen.overshot_share:8.2%} {median(seen.demonstrated):6.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
