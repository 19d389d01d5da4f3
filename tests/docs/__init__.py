"""The documents in `docs/` agree with the code."""
