"""Parsing text files: input files, lines, tab-separated fields, blocks, brackets, slots."""
