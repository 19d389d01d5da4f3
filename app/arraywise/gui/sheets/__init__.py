"""The grid that all tables of the window are made of."""
