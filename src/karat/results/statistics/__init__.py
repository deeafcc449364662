"""Intervals and tests by formula, without resampling; docs/intervals.md says why these and how well they hold."""
