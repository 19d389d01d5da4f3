"""The one spreadsheet grid: cells, formula line, clipboard, fill, find, filter, keys, pointer."""
