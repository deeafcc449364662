"""Charts of results, one subject a module."""
