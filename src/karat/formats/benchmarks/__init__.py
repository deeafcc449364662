"""Gold files, and the output formats that benchmarks published with them."""
