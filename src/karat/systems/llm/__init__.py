"""A language model as a system: k-shot prompts after ROBUST (4.2 and A.3)."""
