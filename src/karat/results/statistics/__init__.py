"""Confidence intervals and paired tests, by formula or by resampling; docs/intervals.md explains the choice."""
