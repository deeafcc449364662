"""Metrics against people: read labels of extractions, judge the same extractions by metrics, and compare."""
