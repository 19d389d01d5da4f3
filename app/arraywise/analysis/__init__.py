"""The model: from load points, prices and times to the answer, in pure functions."""
