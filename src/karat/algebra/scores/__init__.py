"""What computing gives: exact numbers, normalisers, scores, alignments, corpora, explanations."""
