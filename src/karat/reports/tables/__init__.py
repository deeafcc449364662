"""Tables of results as cells, one module a table, and their layout as lines of text."""
