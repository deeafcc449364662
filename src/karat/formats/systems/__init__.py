"""Outputs of OIE systems: one module for each system, with all of the system's formats."""
