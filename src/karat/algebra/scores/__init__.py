"""What computing gives: masses, exact numbers, alignments, corpora, threshold curves."""
