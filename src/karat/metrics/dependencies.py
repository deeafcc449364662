"""Dependency parsing: attachment scores (seed 002, equations 11 and 12)."""

from __future__ import annotations

from karat import algebra as k

# Equation 11.
UAS = k.match(k.product(governor=k.equal, dependent=k.equal)).f1.named("uas")

# Equation 12.
LAS = k.match(k.product(governor=k.equal, dependent=k.equal, relation=k.equal)).f1.named("las")
