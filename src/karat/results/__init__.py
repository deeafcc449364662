"""Numbers with their grounds: scores, how sure they are, and how systems compare."""
