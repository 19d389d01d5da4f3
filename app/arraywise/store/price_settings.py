"""Names of the settings that say how all prices are added up."""

from __future__ import annotations

PRICE_SERVERS = "price_servers"
"""`yes` where lines marked as servers count."""
PRICE_RANGE_CONFIRMED = "price_range_confirmed"
"""`yes` where the user confirmed or gave the range that prices are valued over."""
DISCOUNT_RATE = "price_discount_rate"
"""A year's rate as a share, where prices are net present values."""
