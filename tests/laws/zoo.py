"""Every named metric with documents for it, and a zoo of shapes that no name covers.

A metric that breaks a law is listed in ``BREAKS`` with its reason; a metric without documents fails the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st
from random_definitions import close, worthy

from karat import algebra as k
from karat import model as m
from karat.metrics import OIE_METRICS

Documents = st.SearchStrategy[Any]
numbers = st.integers(0, 3)


def some(things: st.SearchStrategy[Any]) -> Documents:
    return st.lists(things, max_size=4, unique=True)


def frozen(things: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[frozenset[Any]]:
    return st.frozensets(things, min_size=least, max_size=3)


mention = st.builds(lambda left, width: m.Mention(left, left + width), numbers, st.integers(0, 2))
typed = st.builds(lambda span, kind: m.TypedMention(span.left, span.right, kind), mention, st.sampled_from("AB"))
formed = st.builds(lambda span, form: m.FormedMention(span.left, span.right, form), mention, st.sampled_from(m.Form))
text = st.sampled_from(["Ann", "Bo Berg", "the old bridge", "a bridge", "ann"])
kind = st.sampled_from(["life.marry", "life", "move.travel.fly", "move.travel"])
relation = st.builds(m.Relation, st.sampled_from("AB"), mention, mention)
spoken = st.builds(m.Relation, st.sampled_from("AB"), text, text)
dependency = st.builds(
    m.Dependency,
    numbers,
    numbers,
    st.sampled_from(["nsubj", "obj:x", "det"]),
    lemma=st.sampled_from("AB"),
    upos=st.sampled_from("AB"),
)
parse = st.builds(m.DependencyParse, frozen(dependency), frozen(st.tuples(numbers, numbers)), frozen(numbers))
argument = st.builds(m.Argument, mention, st.sampled_from("AB"))
event = st.builds(m.Event, st.builds(m.Trigger, mention, kind), frozen(argument, 1))
entity = st.builds(m.Entity, frozen(mention, 1))
filler = st.builds(m.RoleFillerEntity, st.sampled_from("AB"), entity)
nary = st.builds(m.NAryRelation, st.sampled_from("AB"), frozen(filler, 1))
string_fill = st.builds(m.Entity, frozen(st.one_of(text, st.just("the")), 1))
slot = st.builds(
    m.SlotFiller,
    st.sampled_from(["HUM TGT: NAME", "INCIDENT: DATE"]),
    st.one_of(string_fill, st.sampled_from(["gun", "rifle"]), st.booleans()),
    optional=st.booleans(),
)
template = st.builds(m.Template, st.sampled_from(["attack", "bombing"]), frozen(slot), optional=st.booleans())
node = st.sampled_from("xyz").map(m.Variable)
triple = st.builds(
    m.Triple, node, st.sampled_from(["instance", "arg"]), st.one_of(node, st.sampled_from(["boy", "go"]))
)


@st.composite
def clusters(draw: st.DrawFn) -> list[frozenset[int]]:
    """A partition of some mentions."""
    groups: dict[int, set[int]] = {}
    for each in draw(st.lists(st.integers(0, 6), unique=True, max_size=7)):
        groups.setdefault(draw(st.integers(0, 3)), set()).add(each)
    return [frozenset(group) for group in groups.values()]


def named(names: str, documents: Documents) -> dict[str, Documents]:
    return dict.fromkeys(names.split(), documents)


DOCUMENTS: dict[str, Documents] = {
    **named("argument_head argument_identification argument_classification", some(event)),
    **named("relation relation_boundaries", some(relation)),
    **named("relation_strings relation_tokens", some(spoken)),
    **named("uas las clas mlas blex words upos xpos ufeats alltags lemmas", some(dependency)),
    **named("tokens sentences", parse),
    **named("span span_exact span_type span_partial span_jaccard", some(typed)),
    **named("span_informative", some(formed)),
    **named(
        "trigger trigger_unlabelled trigger_levels trigger_supertypes argument argument_unlabelled srl", some(event)
    ),
    **named("muc b_cubed ceaf_phi3 ceaf_phi4 conll lea blanc mention", clusters()),
    **named("ceaf_ree ceaf_ree_phi3 ceaf_ree_phi4 ceaf_rme_subset ceaf_rme_subset_literal", some(filler)),
    **named("ceaf_rme_phi3 ceaf_rme_phi3_literal", some(filler)),
    **named("scirex", some(nary)),
    **named(
        "muc4 muc4_official muc4_official_literal muc4_optional muc4_optional_literal better_granular "
        "template_ree template_rme_subset template_rme_phi3 template_rme_phi3_literal",
        some(template),
    ),
    **named("smatch", some(triple)),
}

ELSEWHERE = {listed.name for listed in OIE_METRICS}
"""Metrics of Open IE, whose laws are in ``test_oie_laws.py``: predictions and gold are of different kinds."""

PROGRAMS: dict[str, str] = {
    "scirex_clusters": "a mean over documents of shares of clusters, which has no masses",
    "scirex_binary": "a mean over documents and pairs of roles, which has no masses",
    "scirex_4ary": "a mean over documents of whole relations, which has no masses",
    **dict.fromkeys(
        ("scirex_clusters_published", "scirex_binary_published", "scirex_4ary_published"),
        "the same, with a little added to what is divided by, and gold alone without empty clusters",
    ),
    "gtt": "F1 is what the alignment makes highest, not a sum; of equal ones the first is taken",
    "error_analysis": "aligned like gtt; each predicted mention stands alone, so gold loses against itself",
    "iterx_subset": "of alignments with equal sums the first is taken, and the next may hit fewer gold entities",
    "iterx_phi3": "matched mentions are divided by entities, so gold against itself passes 1",
    "iterx_phi3_mentions": "all that is predicted for a slot is one entity, so gold loses against itself",
}
"""Published programs that are followed in what they do, and why the laws of sums are not asked of them.

Their tests are in ``tests/metrics``.
"""

INSTEAD: dict[str, str] = {
    "ceaf_rme_subset_literal": "ceaf_rme_subset",
    "muc4_official_literal": "muc4_official",
    "muc4_optional_literal": "muc4_optional",
    "error_analysis": "template_ree",
    "iterx_subset": "template_rme_subset",
    "iterx_phi3": "template_rme_phi3",
    "iterx_phi3_mentions": "template_rme_phi3",
    "scirex_clusters_published": "scirex_clusters",
    "scirex_binary_published": "scirex_binary",
    "scirex_4ary_published": "scirex_4ary",
}
"""Published conventions under which gold against itself is not 1, and the metric to take where it has to be."""

PERFECT_PROGRAMS: dict[str, Documents] = {
    "gtt": some(template),
    **named("scirex_clusters scirex_binary scirex_4ary", some(nary)),
}
"""Programs for which gold against itself is 1 all the same."""

SINGLE = "each predicted mention stands alone, each gold entity does not"
DIRECTED = "credit depends on which side is the more general one"
NOTHING_TO_ALIGN = "a gold template with nothing in the aligning slots is aligned with none, as appendix C is written"
PASSES_1 = "as the equation is written, recall can pass 1"
BREAKS: dict[str, dict[str, str]] = {
    "perfect": {
        "ceaf_rme_subset_literal": "as the equation is written, each mention of an entity counts it again",
        "muc4_official_literal": NOTHING_TO_ALIGN,
        "muc4_optional_literal": NOTHING_TO_ALIGN,
    },
    "at most 1": {
        "ceaf_rme_phi3_literal": PASSES_1,
        "ceaf_rme_subset_literal": PASSES_1,
        "template_rme_phi3_literal": PASSES_1,
    },
    "symmetric": {
        "→": "the other way round it is ←",
        "←": "the other way round it is →",
        "nested →": "likewise",
        "scirex": "a filler is like another if most of the predicted mentions are in the gold one",
        **dict.fromkeys(("ceaf_ree", "template_ree"), DIRECTED),
        **dict.fromkeys(("muc4_official", "muc4_official_literal"), DIRECTED),
        **dict.fromkeys(("muc4_optional", "muc4_optional_literal"), DIRECTED),
        **dict.fromkeys(("ceaf_rme_phi3", "ceaf_rme_phi3_literal", "ceaf_rme_subset"), SINGLE),
        **dict.fromkeys(("ceaf_rme_subset_literal", "template_rme_subset"), SINGLE),
        **dict.fromkeys(("template_rme_phi3", "template_rme_phi3_literal"), SINGLE),
    },
}

pairs = st.tuples(numbers, numbers)
groups = frozen(numbers)
mentions = k.match(k.equal)
SHAPES: dict[str, tuple[k.Metric, Documents]] = {
    "δ": (mentions.f1, some(numbers)),
    "graded": (k.match(close).f1, some(numbers)),
    "weighted": (k.match(worthy).f1, some(numbers)),
    "jaccard": (k.match(close).jaccard, some(numbers)),
    "F2": (k.match(close).f(2), some(numbers)),
    "→": (k.match(close, k.N_TO_ONE).f1, some(numbers)),
    "←": (k.match(close, k.ONE_TO_N).f1, some(numbers)),
    "~": (k.match(close, k.N_TO_N).f1, some(numbers)),
    "product": (k.match(k.product(k.equal, close)).f1, some(pairs)),
    "nested sum": (k.match(mentions).f1, some(groups)),
    "nested F": (k.match(mentions.f1).f1, some(groups)),
    "nested J": (k.match(mentions.jaccard).jaccard, some(groups)),
    "nested →": (k.match(k.match(close, k.N_TO_ONE)).f1, some(groups)),
    "threshold": (k.match(mentions.jaccard.above(0.5)).f1, some(groups)),
    "maximum": (k.match(k.maximum(close)).f1, some(frozen(numbers, 1))),
    "three deep": (k.match(k.product(k.equal, k.match(mentions.f1).f1)).f1, some(st.tuples(numbers, frozen(groups)))),
    "sides": (k.sides(precision=k.match(close, k.N_TO_ONE), recall=k.match(close, k.ONE_TO_N)), some(numbers)),
    "mean": (k.mean(mentions.f1, k.match(close).f1), some(numbers)),
    "product of metrics": (k.times(mentions.f1, k.match(close).f1), some(numbers)),
    "latent": (
        k.match(k.product(k.latent, k.equal, k.latent)).f1,
        some(st.tuples(numbers, st.integers(0, 1), numbers)),
    ),
}


def leaves(score: k.Scored) -> Iterable[k.Score]:
    """The scores that have masses."""
    if isinstance(score, k.CompositeScore):
        for part in score.parts:
            yield from leaves(part)
    else:
        yield score
