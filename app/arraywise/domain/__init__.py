"""What the words of a storage study mean: values and rules, with the standard library alone."""
