"""The spreadsheet: reads what was typed, works formulas out, and says what is wrong in a cell."""
