"""Hostile and damaged input for every importer: see README.md."""
