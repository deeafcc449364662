"""Results made visible: on the console, as Markdown, LaTeX and CSV. Computes no number."""
