"""Speed as ratios to the limit: the same work done bare, in the same run."""
