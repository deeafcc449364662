"""People's measure, facet P of BenchIE: extractions are accepted as people accept them, in named steps."""
