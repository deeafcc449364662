"""Experiments: systems on benchmarks from one plan, run or resumed, evaluated and reported."""
