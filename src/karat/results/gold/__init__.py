"""Gold standards themselves: counted, checked, compared."""
