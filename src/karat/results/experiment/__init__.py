"""Results of experiments: several systems on several benchmarks, what is missing, and what the runs took."""
