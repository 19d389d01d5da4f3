"""The Workings page: free sheets with formulas over all inputs and results, their formats."""
