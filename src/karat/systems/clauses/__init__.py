"""Karat's own extractor: rules over dependency parses, in the spirit of clause-based Open Information Extraction."""
