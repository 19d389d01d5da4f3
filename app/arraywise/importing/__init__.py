"""From dropped files to readings: archives and folders, what names state, reading in parallel."""
