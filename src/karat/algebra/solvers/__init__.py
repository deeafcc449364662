"""Optimisation: assignments, sequences, graphs, latent mappings; exact, with proof."""
