"""Exact optimisation on numbers, with proved bounds: assignments, sequences, graphs, latent variables."""
