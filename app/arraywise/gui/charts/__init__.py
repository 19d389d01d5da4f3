"""Charts on the window."""
