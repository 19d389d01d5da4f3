"""The audit: checks of runs, hosts, set-ups, storage tests and prices, each with its findings."""
