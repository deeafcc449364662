"""Acceptance by meaning: sentence embeddings, or the recorded answers of a language model, decide what is alike."""
