"""The kind of project that corrects paraphrases and annotates their n-ary tuples (ROBUST): state, events, batches."""

from karat.annotate.cliques.declaration import CLIQUES

__all__ = ["CLIQUES"]
