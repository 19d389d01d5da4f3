"""The open study: owns the facts; live recalculation, background jobs, exports."""
