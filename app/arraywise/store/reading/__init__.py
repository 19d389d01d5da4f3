"""Questions to a study; SELECT only."""
