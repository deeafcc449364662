"""CoreNLP's jars: which ones there are, where they are found, and their download from Maven Central."""
