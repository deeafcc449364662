"""Verdicts of large evaluations: a file that holds all of them, and the sample that an evaluation keeps."""
