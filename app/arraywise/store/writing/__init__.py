"""Changes to a study; one transaction each, called by use cases only."""
