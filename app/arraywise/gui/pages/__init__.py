"""The pages behind the rail."""
