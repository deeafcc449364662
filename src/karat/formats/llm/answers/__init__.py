"""The tuples in answers of language models, read leniently: JSON in prose, tables, bullets, labelled parts."""
