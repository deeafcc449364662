"""CoreNLP's jars: which ones there are, where they are found, and how they are fetched."""
