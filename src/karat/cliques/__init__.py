"""Building cliques: parse pairs, target parses, paraphrases, and the most diverse of them (Qi et al., 2023, §2.1)."""
