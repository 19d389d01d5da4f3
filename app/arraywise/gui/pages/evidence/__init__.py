"""The Evidence page: files and what was read from them, options, runs from the archive."""
