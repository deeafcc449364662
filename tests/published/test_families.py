"""Rule-based and neural systems on BenchIE and CaRB (Gashteovski et al., 2022, section 5.3): who leads changes."""

from __future__ import annotations

import pytest

from karat.results import evaluate

pytestmark = pytest.mark.published

FAMILIES = {"rule-based": ["clausie", "minie", "stanford"], "neural": ["openie6", "m2oie_en"]}

# Family: mean F1 of BenchIE and its facets C and M, of CaRB, and what CaRB gives over BenchIE.
MEANS = {
    "rule-based": (0.2687, 0.2856, 0.1060, 0.4045, 0.1358),
    "neural": (0.2408, 0.3076, 0.0347, 0.5820, 0.3412),
}


def test_who_leads_depends_on_the_metric(data: object) -> None:
    found = evaluate(None, "benchie-en", families=FAMILIES, resampling=None)
    for family in found.families:
        keys = (("benchie", "default"), ("benchie", "C"), ("benchie", "M"), ("carb", None))
        means = [family[key].f1 for key in keys]
        assert [*means, family.overestimate] == pytest.approx(MEANS[family.name], abs=5e-5)
