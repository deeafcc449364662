"""``karat explain``: what it reads, what it says of one extraction or sentence, and of all mistakes."""
