"""Exact matching with latent variables (Chen et al., 2023, section 4 and appendix A.1).

The variables of two collections are mapped one to one so that the elements that then agree have the largest weight: for
Smatch, and for any other type with variables.
"""

from __future__ import annotations

from karat.algebra.solvers.latent.elements import ElementPair, LatentSolution, refined_mapping, solve, solve_elements
from karat.algebra.solvers.latent.problem import Clause, Weight

__all__ = ["Clause", "ElementPair", "LatentSolution", "Weight", "refined_mapping", "solve", "solve_elements"]
