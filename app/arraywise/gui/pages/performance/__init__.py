"""The Performance page: transactions, I/O tests with the workload profile, hosts."""
