"""Open information extraction: each paper's metric, and the gold that it is scored against."""
