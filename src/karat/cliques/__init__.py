"""Building cliques: parse pairs, target parses, paraphrases and their filtering (Qi et al., 2023, §2.1)."""
