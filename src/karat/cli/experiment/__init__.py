"""``karat experiment``: the command, and what it shows while it works."""
