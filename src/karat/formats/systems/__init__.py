"""Outputs of OIE systems, one module a system."""
