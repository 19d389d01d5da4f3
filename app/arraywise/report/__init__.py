"""The documents for the client: PDF and workbook."""
