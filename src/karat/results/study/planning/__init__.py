"""How large a study must be: for an interval of a wanted width, for telling systems apart, and with how many people."""

from karat.results.study.planning.labellers import SCHEMES, Scheme, SchemePlan, error_rate, plan_labellers
from karat.results.study.planning.power import PowerPlan, plan_power
from karat.results.study.planning.width import KappaPlan, WidthPlan, design_effect, plan_kappa, plan_width

__all__ = [
    "SCHEMES",
    "KappaPlan",
    "PowerPlan",
    "Scheme",
    "SchemePlan",
    "WidthPlan",
    "design_effect",
    "error_rate",
    "plan_kappa",
    "plan_labellers",
    "plan_power",
    "plan_width",
]
