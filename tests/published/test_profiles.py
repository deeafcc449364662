"""Error profiles of BenchIE (Gashteovski et al., 2022, section 5, Figures 1 to 3, appendix C) on the real files.

The paper prints few of its profiles' digits. Where it does, they stand beside ours; its claims in words are assertions
on what we measure, and where one does not hold, that is asserted too.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.benchmarks import benchmark_named, where
from karat.errors import MissingExtraError
from karat.results import Evaluation, evaluate
from karat.results.buckets import LENGTH, BucketTable, bucketing_named, by_sentence, language_tagger
from karat.results.explanation.profile import BUCKETS, ErrorProfile, error_profiles
from karat.syntax import Tagger

pytestmark = pytest.mark.published

OBJECT, SUBJECT_AND_OBJECT = (True, True, False), (False, True, False)
RELATION, RELATION_AND_OBJECT, ALL = (True, False, True), (True, False, False), (False, False, False)

# System: shares of wrong subjects, relations, objects; shares of the buckets in the order of BUCKETS.
PROFILES = {
    "clausie": (".248 .286 .844", ".584 .041 .083 .127 .047 .032 .086"),
    "minie": (".263 .587 .603", ".273 .234 .102 .230 .038 .060 .062"),
    "stanford": (".354 .337 .805", ".405 .081 .071 .160 .187 .043 .053"),
    "openie6": (".291 .335 .840", ".505 .058 .066 .146 .094 .036 .095"),
    "roi_t": (".367 .435 .678", ".339 .136 .130 .158 .096 .056 .085"),
    "roi_n": (".273 .584 .709", ".299 .171 .052 .257 .064 .068 .088"),
    "m2oie_en": (".286 .262 .830", ".551 .057 .077 .107 .110 .036 .062"),
    "graphene": (".780 .118 .815", ".180 .006 .162 .033 .540 .016 .062"),
    "naive_oie": (".865 .387 .764", ".119 .000 .162 .016 .331 .074 .297"),
}
PAPER = ("clausie", "minie", "stanford", "openie6", "roi_t", "roi_n", "m2oie_en")
"""The systems of the paper's figures; Graphene's output lies beside theirs, and Naive OIE is its baseline."""

# By: number of sentences in each bucket; F1 of each system in each.
SENTENCES = {
    "length": (123, 112, 65),  # the paper prints 120, 113 and 67, and does not say what it takes for a token
    "conjuncts": (151, 89, 60),
    "any conjunct": (151, 149),
    "cases": (84, 63, 111, 42),
    "prepositions": (80, 75, 106, 39),
}
F1 = {
    "length": {
        "clausie": ".4415 .3609 .2353",
        "minie": ".4759 .3397 .2198",
        "stanford": ".1616 .1218 .1160",
        "openie6": ".3287 .2728 .1805",
        "roi_t": ".1667 .1313 .0987",
        "roi_n": ".1784 .1266 .0910",
        "m2oie_en": ".3121 .2260 .1596",
        "graphene": ".0734 .0450 .0588",
        "naive_oie": ".0727 .0134 .0053",
    },
    "conjuncts": {
        "clausie": ".3745 .3762 .2659",
        "minie": ".3883 .3846 .2382",
        "stanford": ".1295 .1675 .0887",
        "openie6": ".2902 .2775 .2002",
        "roi_t": ".1895 .1267 .0619",
        "roi_n": ".1873 .1192 .0637",
        "m2oie_en": ".3333 .1913 .1279",
        "graphene": ".0555 .0689 .0458",
        "naive_oie": ".0651 .0055 .0000",
    },
    "any conjunct": {
        "clausie": ".3745 .3194",
        "minie": ".3883 .3095",
        "stanford": ".1295 .1302",
        "openie6": ".2902 .2354",  # .29 and .23 in the paper
        "roi_t": ".1895 .0939",
        "roi_n": ".1873 .0920",
        "m2oie_en": ".3333 .1605",  # .34 and .16 in the paper
        "graphene": ".0555 .0579",
        "naive_oie": ".0651 .0029",
    },
    "cases": {
        "clausie": ".5198 .3245 .2992 .2260",
        "minie": ".4017 .3507 .3543 .2257",
        "stanford": ".1834 .1624 .1190 .0994",
        "openie6": ".3520 .3070 .2352 .1331",
        "roi_t": ".2096 .1373 .1037 .0851",
        "roi_n": ".2081 .1371 .1016 .0816",
        "m2oie_en": ".3099 .2362 .2069 .1671",
        "graphene": ".0777 .0655 .0469 .0480",
        "naive_oie": ".0460 .0358 .0162 .0180",
    },
    "prepositions": {
        "clausie": ".5426 .3106 .3069 .1963",
        "minie": ".4064 .3684 .3492 .2079",
        "stanford": ".1844 .1562 .1169 .1019",
        "openie6": ".3618 .3162 .2126 .1413",
        "roi_t": ".2093 .1587 .0854 .0924",
        "roi_n": ".2150 .1504 .0845 .0884",
        "m2oie_en": ".3165 .2587 .1949 .1507",
        "graphene": ".0898 .0610 .0439 .0449",
        "naive_oie": ".0480 .0349 .0188 .0097",
    },
}


@pytest.fixture(scope="module")
def english(data: object) -> Evaluation:
    outputs = dict(benchmark_named("benchie-en").outputs)
    return evaluate({name: where(*outputs[name]) for name in PROFILES}, "benchie-en", resampling=None)


@pytest.fixture(scope="module")
def profiles(english: Evaluation) -> dict[str, ErrorProfile]:
    return {profile.system: profile for profile in error_profiles(english)}


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Tagger:
    """The English parser, which tags each sentence once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KARAT_CACHE", str(tmp_path_factory.mktemp("cache")))
        found = language_tagger("en")
    try:
        _ = found.name
    except MissingExtraError:
        pytest.skip("the extra 'syntax' is not installed, so spaCy cannot parse the sentences")
    return found


def table(english: Evaluation, by: str, tagger: Tagger) -> BucketTable:
    assert english.grounds is not None
    sentences = english.grounds.sentences
    if by == "any conjunct":
        return by_sentence(english, bucketing_named("conjuncts", sentences, tagger, edges=(0,)))
    return by_sentence(english, bucketing_named(by, sentences, tagger))


def f1(found: BucketTable, system: str) -> list[float]:
    return [bucket.measured[system].f1.value or 0.0 for bucket in found]


def share(profile: ErrorProfile, bucket: tuple[bool, bool, bool]) -> float:
    return profile.buckets[BUCKETS.index(bucket)].value or 0.0


def digits(values: list[float], places: int) -> str:
    return " ".join(f"{value:.{places}f}".removeprefix("0") for value in values)


@pytest.mark.parametrize("system", PROFILES)
def test_shares(profiles: dict[str, ErrorProfile], system: str) -> None:
    found = profiles[system]
    shares = [[each.value or 0.0 for each in part] for part in (found.slots, found.buckets)]
    assert tuple(digits(part, 3) for part in shares) == PROFILES[system]


@pytest.mark.parametrize("system", [*PAPER, "graphene"])
def test_most_errors_are_objects(profiles: dict[str, ErrorProfile], system: str) -> None:
    """Section 5.1: most of the errors in all systems stem from the objects."""
    subject, relation, object_ = (each.count for each in profiles[system].slots)
    assert object_ > max(subject, relation)


def test_minie_and_roie_have_more_wrong_relations(profiles: dict[str, ErrorProfile]) -> None:
    """Section 5.1: MinIE and ROIE have higher shares of predicate errors."""
    relations = {name: profiles[name].slots[1].value or 0.0 for name in PAPER}
    higher = {"minie", "roi_t", "roi_n"}
    assert min(relations[name] for name in higher) > max(relations[name] for name in PAPER if name not in higher)


@pytest.mark.parametrize("system", PAPER)
def test_most_wrong_objects_have_the_rest_right(profiles: dict[str, ErrorProfile], system: str) -> None:
    """Section 5.1: across all systems (1,1,0) is the largest bucket."""
    assert share(profiles[system], OBJECT) == max(each.value or 0.0 for each in profiles[system].buckets)


def test_minie_differs(profiles: dict[str, ErrorProfile]) -> None:
    """Section 5.1: MinIE has also many in (1,0,0) and (1,0,1), nearly as many in each as in (1,1,0)."""
    close = {
        name: min(share(profiles[name], bucket) for bucket in (RELATION, RELATION_AND_OBJECT))
        / share(profiles[name], OBJECT)
        for name in PAPER
    }
    assert max(close, key=lambda name: close[name]) == "minie"
    assert close["minie"] > 0.8
    assert all(value < 0.6 for name, value in close.items() if name != "minie")


def test_the_baseline_gets_only_the_relation_right_or_nothing(profiles: dict[str, ErrorProfile]) -> None:
    """Section 5.1: Naive OIE is mostly in (0,1,0) or (0,0,0)."""
    shares = sorted(BUCKETS, key=lambda bucket: share(profiles["naive_oie"], bucket), reverse=True)
    assert shares[:2] == [SUBJECT_AND_OBJECT, ALL]


@pytest.mark.parametrize("by", F1)
def test_f1_by_sentence(english: Evaluation, tagger: Tagger, by: str) -> None:
    found = table(english, by, tagger)
    assert tuple(len(bucket) for bucket in found) == SENTENCES[by]
    assert {system: digits(f1(found, system), 4) for system in PROFILES} == F1[by]


def test_minie_loses_26_points_with_length(english: Evaluation, printed: Callable[..., None]) -> None:
    """Appendix C.1; length needs no tagger."""
    found = by_sentence(english, LENGTH)
    assert [len(bucket) for bucket in found] == [123, 112, 65]
    short, _, long = f1(found, "minie")
    printed("BenchIE", "Appendix C.1: points that MinIE loses with length", "26", [100 * (short - long)])
    sizes = [len(bucket) for bucket in found]
    why = "we count tokens between spaces; how the paper counts is not said"
    printed("BenchIE", "§5.2: sentences of up to 20, 30 and more tokens", "120 113 67", sizes, why)
    assert (round(short, 3), round(long, 3), round(100 * (short - long))) == (0.476, 0.220, 26)


@pytest.mark.parametrize("system", [*PAPER, "naive_oie"])
def test_long_sentences_are_the_hardest(english: Evaluation, system: str) -> None:
    """Section 5.2 and appendix C.1: short ones are the easiest, those of more than 30 tokens the hardest."""
    short, middle, long = f1(by_sentence(english, LENGTH), system)
    assert short > middle > long


def test_half_of_the_sentences_have_no_conjunct(english: Evaluation, tagger: Tagger) -> None:
    """Appendix C.2: half in the first bucket and half in the other."""
    assert [len(bucket) for bucket in table(english, "any conjunct", tagger)] == [151, 149]


@pytest.mark.parametrize(
    ("system", "figures"), [pytest.param("m2oie_en", ".34 .16", id="M²OIE"), pytest.param("openie6", ".29 .23", id="6")]
)
def test_conjuncts(
    english: Evaluation, tagger: Tagger, system: str, figures: str, printed: Callable[..., None]
) -> None:
    """Appendix C.2, by another parser: within a point of what is printed."""
    found = f1(table(english, "any conjunct", tagger), system)
    assert found == pytest.approx(tuple(map(float, figures.split())), abs=0.01)
    printed("BenchIE", f"Appendix C.2: F1 of {system} without and with conjuncts", figures, found, "another parser")


def test_who_suffers_from_conjuncts(english: Evaluation, tagger: Tagger) -> None:
    """Appendix C.2: all lose, M²OIE more than half, ClausIE and MinIE about as much as OpenIE6.

    Stanford OIE does not lose on our parses (.1295 to .1302); it does where there are two conjuncts or more.
    """
    found = table(english, "any conjunct", tagger)
    lost = {system: f1(found, system)[0] - f1(found, system)[1] for system in PAPER}
    assert [system for system in PAPER if lost[system] <= 0] == ["stanford"]
    assert f1(found, "m2oie_en")[1] < f1(found, "m2oie_en")[0] / 2
    assert max(lost, key=lambda system: lost[system]) == "m2oie_en"
    assert all(abs(lost[system] - lost["openie6"]) < 0.03 for system in ("clausie", "minie"))
    several = table(english, "conjuncts", tagger)
    assert all(f1(several, system)[2] < f1(several, system)[0] for system in PAPER)


@pytest.mark.parametrize("by", ["cases", "prepositions"])
@pytest.mark.parametrize("system", PAPER)
def test_case_markers_make_it_harder(english: Evaluation, tagger: Tagger, system: str, by: str) -> None:
    """Appendix C.3: lower with many than with at most one, and lower with more than two than with two or fewer."""
    found = f1(table(english, by, tagger), system)
    assert max(found[2:]) < found[0]
    assert found[3] < min(found[0], found[1])


def test_minie_is_more_stable_than_clausie(english: Evaluation, tagger: Tagger) -> None:
    """Appendix C.3: ClausIE is very sensitive to case markers, MinIE more stable."""
    found = table(english, "cases", tagger)
    clausie, minie = (f1(found, system)[0] - f1(found, system)[3] for system in ("clausie", "minie"))
    assert clausie > 1.5 * minie
