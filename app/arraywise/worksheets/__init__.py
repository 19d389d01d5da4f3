"""Worksheets."""
