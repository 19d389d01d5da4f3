"""The Decision page: map, ranking, weights, value functions, ratings, scenarios, runway."""
