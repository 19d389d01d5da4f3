"""The release: its workflow carried out on bare systems, and what its locks and packages hold."""
