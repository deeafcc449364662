"""The public commits that the datasets come from, each pinned, with its licence as stated there."""

from __future__ import annotations

from karat.benchmarks.dataset import Source

NONE_STATED = "none stated"

SOURCES = {
    source.key: source
    for source in (
        Source("adelie", "THU-KEG/ADELIE", "d27ac709b68316cfb170bcf0e91e8df215b90f5c", NONE_STATED),
        Source("auto-err", "IceJinx33/auto-err-template-fill", "1858b610815bfb65985efbf1b78cbb67b737a847", "MIT"),
        # two files of the same repository, at the commits where their place is certain
        Source("auto-err-dygie", "IceJinx33/auto-err-template-fill", "503057188ba9234beb48c491e9330dbc7701ebed", "MIT"),
        Source(
            "auto-err-reports", "IceJinx33/auto-err-template-fill", "aaf59937f2155d29805fd66dad7872f8850930df", "MIT"
        ),
        Source("bamboo", "flipz357/bamboo-amr-benchmark", "df6943cb2aececd4784611fd9bf34b277646bafe", NONE_STATED),
        Source("benchie", "gkiril/benchie", "d9cdb93247a68d9d9c280e926fcc1ad969155257", "CC BY 4.0"),
        Source("benchie-fl", "rali-udem/benchie_fl", "9d68e67481cd95f32d477a7e72d7c06b63d826b9", "CC BY 4.0"),
        Source("carb", "dair-iitd/CaRB", "024e0e91951eea1e6d7825a13ec303cae909e67b", "MIT"),
        Source("compactie", "FarimaFatahi/CompactIE", "aa982162ae2619181c6ccc47764dd23c9c09bc88", "MIT"),
        Source(
            "conll-scorers",
            "conll/reference-coreference-scorers",
            "f49f3f8a0e1cdc5ceba7c2a33013897369df5543",
            "CC BY-SA 4.0",
        ),
        Source(
            "conll2018",
            "ufal/conll2018",
            "f2bc4dd16326d149d68bb53b427d3266fbe6a00a",
            "MPL 2.0 for the script, none stated for its tests",
        ),
        Source(
            "crossoie",
            "FORMAS/CrossOIE",
            "1cae040506ea2f39f9ea428abef165055c63b170",
            "none stated for English, GPL for Portuguese",
        ),
        Source("detie", "sberbank-ai/DetIE", "a11a638f7c0a8ff88f4356f09df7e84c3b7769f7", NONE_STATED),
        Source("docoie", "daviddongkc/DocOIE", "2d95f8ab174e778bf61803409bf5066b33e5ea51", NONE_STATED),
        Source("grit", "xinyadu/grit_doc_event_entity", "d8212bc3f6677994576aa426c26f6939b0eb8bf1", "MIT"),
        Source("grit-outputs", "xinyadu/grit_doc_event_entity", "7fdd0085e9b206b17f66dd91249e993ff46f8b85", "MIT"),
        Source("gtt", "xinyadu/gtt", "d829ed82f59afc755080b8ced6f2554f081b781a", "MIT"),
        Source("gtt-outputs", "xinyadu/gtt", "ad4d55d1339a546e44b8612a65d3bde58689cf64", "MIT"),
        Source("hindi-benchie", "ritwikmishra/hindi-benchie", "c55ac03a5d1201e48047c759fc2f69932f818a5f", NONE_STATED),
        Source("iterx", "wanmok/iterx", "65fd64cf758f76ea940e85d205e7626137ed6ac5", NONE_STATED),
        Source(
            "large-scale-oie", "Jacobsolawetz/large-scale-oie", "9c135f423072b947ec6a030f7b01e4b2f3d69b7d", NONE_STATED
        ),
        Source("multi2oie", "youngbin-ro/Multi2OIE", "c89cdc3de1e6f8689fc8daf1fd7715992d1366b8", "MIT"),
        Source("oie-benchmark", "gabrielStanovsky/oie-benchmark", "6d9885e50c7c02cbb41ee98ccce9757fda94c89c", "MIT"),
        Source("scorch", "LoicGrobol/scorch", "5b45932509de29fdbba6eb2f6cfd4cc32c60efc3", "MIT"),
        Source("sincere", "btaille/sincere", "dd1c34916ddcdc5ceb2799d64b17e80cdf1a5b31", "Apache-2.0"),
        Source("smatch", "snowblink14/smatch", "c01a838f39f25e7a424a65337dbd5f7540cc20f8", "MIT"),
        Source("span-oie", "zhanjunlang/Span_OIE", "71f82c5893b15f16af18662344db9d4d6a883b34", NONE_STATED),
        Source("supervised-oie", "gabrielStanovsky/supervised-oie", "0e9beb33c472c3540b42547cc772f000fac3ae91", "MIT"),
        Source(
            "ud-english-pud",
            "UniversalDependencies/UD_English-PUD",
            "f16eba4ae7f3d161870ed320676c5088b8fa476c",
            "CC BY-SA 3.0",
        ),
        Source("wire57", "rali-udem/WiRe57", "92737580dd1ceb1b2ce9a0105d19c4ae79197b7c", NONE_STATED),
    )
}
