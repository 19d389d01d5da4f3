"""The lab of the third worked example: a ledger that may be rented in a cloud, and its files."""
