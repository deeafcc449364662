"""Text to extractions and to new sentences: what makes the material that Karat scores."""
