"""What every output shows, once: labels, units, decimals, sentences, tables, chart geometry."""
