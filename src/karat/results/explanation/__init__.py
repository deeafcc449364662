"""Explanations of verdicts: what matched, what came close, which slots differ."""
