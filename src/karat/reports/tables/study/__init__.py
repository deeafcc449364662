"""The tables of a human study: precision, rules broken, agreement, comparisons, progress; and of its planning."""

from karat.reports.tables.study.study import choose_tables, study_tables

__all__ = ["choose_tables", "study_tables"]
