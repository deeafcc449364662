"""Structured prediction: read a task's documents, pair them with the gold, and score them."""
