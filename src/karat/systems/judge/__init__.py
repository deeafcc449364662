"""A language model as a judge: which facts of the gold extractions state; its answers are recorded for ``meaning``."""
