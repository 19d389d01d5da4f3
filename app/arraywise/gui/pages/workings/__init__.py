"""Workings."""
