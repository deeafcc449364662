"""The report of metrics against people's labels as one HTML file."""
