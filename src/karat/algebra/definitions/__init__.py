"""What a metric is: similarities, matchings, constraints, normalisers; derived from types, written in notation."""
