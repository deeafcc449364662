"""Acceptance by meaning, as sentence embeddings or the recorded answers of a language model have it."""
