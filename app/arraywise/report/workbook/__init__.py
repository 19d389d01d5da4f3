"""The workbook's sheets, one a module."""
