"""What a human study shows: precision, yield and agreement with intervals, comparisons of systems; and its planning."""
