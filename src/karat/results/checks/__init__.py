"""Checks that a system's output belongs to the gold: sentences that do not match, ids, words that are not theirs."""
