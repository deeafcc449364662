"""Outputs of language models and of the frameworks around them."""
