"""Geometry of charts for window and PDF alike: axes, ticks, places of labels, outlines."""
