"""The report of a human study as one HTML file."""
