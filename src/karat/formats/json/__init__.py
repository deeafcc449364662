"""The JSON loader and its checked parts; Karat's own JSON Lines format."""
