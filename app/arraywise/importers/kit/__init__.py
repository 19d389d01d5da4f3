"""What importers share: texts, numbers, clocks, tables, JSON and XML, readings, redaction."""
