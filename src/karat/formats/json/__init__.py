"""The JSON loader, checked values out of JSON files, and Karat's own JSON Lines format."""
