"""Every verdict in words: what matched, what was close, which slots differ."""
