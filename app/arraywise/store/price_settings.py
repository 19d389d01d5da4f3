"""Names of the settings that say how all prices are added up."""

from __future__ import annotations

PRICE_SERVERS = "price_servers"
"""`yes` where lines marked as servers count."""
DISCOUNT_RATE = "price_discount_rate"
"""A year's rate as a share, where prices are net present values."""
