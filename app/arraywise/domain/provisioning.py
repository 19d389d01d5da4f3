"""How long it takes to provide storage with each option."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProvisioningTime:
    """One stop-watch reading of one step in one repetition."""

    step: str
    repetition: int
    """From 1."""
    seconds: float
