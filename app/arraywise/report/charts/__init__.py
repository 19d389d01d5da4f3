"""The report's charts: vectors in the colours of the screen, drawn from the answer's values."""
