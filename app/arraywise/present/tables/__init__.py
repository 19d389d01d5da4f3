"""Tables as data: each column is declared once and every output walks the columns."""
