"""The second worked example: I/O evidence alone, of a lab whose truth is known."""
