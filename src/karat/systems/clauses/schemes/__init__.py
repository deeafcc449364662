"""Translate the relations of parsers into the roles that the rules know, one module a scheme."""
