"""Tables of extractions: CSV, tab-separated text and Parquet, their columns known by name or by content."""
