"""Few-shot evaluation of language models: prompts, recorded answers, scores (ROBUST, 4.2, 4.3.2 and A.3)."""
