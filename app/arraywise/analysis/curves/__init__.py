"""Load levels of runs, response time and rate against load, intervals, limits of hosts."""
