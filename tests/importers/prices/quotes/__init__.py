"""Vendor quotes made at random, each with what a purchasing clerk would say that it costs."""
