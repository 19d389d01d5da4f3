"""Parts of the PDF's pages: styles, text, tables, marks, page templates, tags for readers."""
