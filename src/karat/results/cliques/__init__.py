"""Results over cliques of paraphrases (ROBUST), and few-shot results."""
