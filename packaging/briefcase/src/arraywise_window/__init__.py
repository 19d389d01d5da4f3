"""What Briefcase starts."""
