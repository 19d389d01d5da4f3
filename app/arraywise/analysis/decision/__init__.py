"""From curves and prices to the recommendation: screen, points, ranks, certainty, sensitivity."""
