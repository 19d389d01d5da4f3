"""The study file: one DuckDB database that nothing else touches."""
