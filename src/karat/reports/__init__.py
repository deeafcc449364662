"""Results made visible: tables on the console and in notebooks, Markdown, LaTeX, CSV, HTML. Computes no number."""
