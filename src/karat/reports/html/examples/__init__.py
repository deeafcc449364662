"""Examples on a page: extractions, missed facts, and two systems head to head, filled in by scripts."""
