"""Evaluate in parts: ranges of the gold's sentences that are scored one by one, on this machine or on others."""
