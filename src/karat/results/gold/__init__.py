"""Gold standards: statistics, checks, fixes, and agreement between annotators."""
