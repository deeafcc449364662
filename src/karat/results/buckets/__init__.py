"""Scores by bucket of sentences (BenchIE, section 5.2 and appendix C)."""

from karat.results.buckets.bucketings import BUCKETINGS, LENGTH, Bucketing, bucketing_named, by_count, language_tagger
from karat.results.buckets.tables import Bucket, BucketTable, by_sentence

__all__ = [
    "BUCKETINGS",
    "LENGTH",
    "Bucket",
    "BucketTable",
    "Bucketing",
    "bucketing_named",
    "by_count",
    "by_sentence",
    "language_tagger",
]
