"""Outcome of a requirement and the basis that it is on (MODEL E1 to E4)."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What is reported for an option at a requirement."""

    PASS = "pass"  # noqa: S105 - an outcome, not a password
    FAIL = "fail"
    NOT_SHOWN = "not shown"


class Basis(StrEnum):
    """The weakest evidence that an outcome is based on, the strongest first."""

    MEASURED = "measured"
    """Repeated levels around the demand."""
    MEASURED_ONCE = "measured once"
    """Levels with one run each; their scatter is pooled or assumed (E1)."""
    MODELLED = "modelled"
    """A queueing model that fits all levels (P5.3)."""
    IO = "io"
    """I/O evidence and a workload profile; the transaction was not measured (E3)."""
    PUBLISHED = "published bound"
    """A capacity as somebody states it, without runs (E4)."""
    NONE = "none"


STRONGEST_FIRST = tuple(Basis)


def weakest(bases: tuple[Basis, ...]) -> Basis:
    """Return the weakest of several bases; none where there are none."""
    return max(bases, key=STRONGEST_FIRST.index, default=Basis.NONE)


def counts(basis: Basis, least: Basis) -> bool:
    """Return whether an outcome on a basis counts where a study asks for at least another one."""
    return STRONGEST_FIRST.index(basis) <= STRONGEST_FIRST.index(least)
