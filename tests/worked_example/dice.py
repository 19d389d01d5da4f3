"""Chance that falls the same on every machine: plain sums, and one rounded exponential."""

from __future__ import annotations

import random
from math import exp, fsum

SEED = "worked example 1"


class Dice:
    """A stream of chance of its own for each name, so that files do not depend on each other."""

    def __init__(self, *names: object) -> None:
        words = "/".join(str(name) for name in (SEED, *names))
        self._random = random.Random(words)  # noqa: S311 - noise, not a secret

    def bell(self) -> float:
        """Return a number that is nearly normal with mean 0 and standard deviation 1."""
        return fsum(self._random.random() for _ in range(12)) - 6.0

    def spread(self, cv: float) -> float:
        """Return a log-normal factor round 1, rounded so that every libm agrees on it."""
        return round(exp(cv * self.bell()), 6)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + int(self._random.random() * (high - low + 1))
