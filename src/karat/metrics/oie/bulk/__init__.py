"""BenchIE's matching for many sentences at once, in arrays."""
