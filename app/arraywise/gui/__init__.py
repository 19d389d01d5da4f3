"""The window; the only floor with Qt."""
