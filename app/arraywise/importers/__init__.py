"""Importers of the tools' output."""
