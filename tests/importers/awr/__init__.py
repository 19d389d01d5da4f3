"""Reports on databases."""
