"""Readers of result files; each knows one tool and none knows another."""
