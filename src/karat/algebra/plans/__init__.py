"""How each shape of definition is computed."""
