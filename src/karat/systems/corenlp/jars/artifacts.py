"""The jars of CoreNLP 4.5.10 as its publisher gives them to Maven, each with its size and checksum."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = "4.5.10"


@dataclass(frozen=True, slots=True)
class Artifact:
    """A jar in a Maven repository; ``group`` is written with slashes, as in its address."""

    group: str
    name: str
    version: str
    size: int
    sha256: str
    classifier: str = ""

    @property
    def file(self) -> str:
        """The jar's file name."""
        return f"{self.name}-{self.version}{'-' if self.classifier else ''}{self.classifier}.jar"

    @property
    def path(self) -> str:
        """The jar's place in a repository."""
        return f"{self.group}/{self.name}/{self.version}/{self.file}"

    @property
    def coordinates(self) -> str:
        """The jar's name for Maven."""
        group = self.group.replace("/", ".")
        return f"{group}:{self.name}:{self.version}:jar{':' if self.classifier else ''}{self.classifier}"


def _corenlp(size: int, sha256: str, classifier: str = "") -> Artifact:
    return Artifact("edu/stanford/nlp", "stanford-corenlp", VERSION, size, sha256, classifier)


# What stanford-corenlp-4.5.10.pom asks for at run time, without three: AppleJavaExtensions draws windows on a Mac,
# xalan writes XML that we do not ask for, and slf4j-api, which has no binding, would swallow the server's messages.
PROGRAM = (
    _corenlp(9118725, "f813ce4ed7319d79225f2a520d40733075c6b3500dd0b81ee069229e461aab43"),
    Artifact(
        "com/google/protobuf",
        "protobuf-java",
        "3.25.5",
        1875414,
        "8540247fad9e06baefa8fb45eb313802d019f485f14300e0f9d6b556ed88e753",
    ),
    Artifact(
        "de/jollyday", "jollyday", "0.4.9", 213591, "556a1a11275d1d1df094b127a3e158377c0026ad150c0e651c9c46c533027e48"
    ),
    Artifact(
        "org/apache/commons",
        "commons-lang3",
        "3.3.1",
        412693,
        "c165adae5a49167cba8af557b399d268f0d5099433559eac903c275bd9545fd2",
    ),
    Artifact(
        "jakarta/servlet",
        "jakarta.servlet-api",
        "4.0.4",
        82973,
        "586e27706c21258f5882f43be06904f49b02db9ac54e345d393fe4a32494d127",
    ),
    Artifact("xom", "xom", "1.3.9", 326351, "2b45f6d5b882ec3c13de86cf23512d01377c1943e8f8ad767298f67e03e561c5"),
    Artifact(
        "joda-time", "joda-time", "2.13.0", 639015, "a9b450d96d90616f9fe5657a29385b4d0077f99f8bc80841f93e2545a3cd623e"
    ),
    Artifact(
        "org/ejml", "ejml-core", "0.39", 199222, "937fb1b1a0859d88e76b5cf0b2ddc62d03198120fbf213b5cdf2d6c950abc995"
    ),
    Artifact(
        "org/ejml", "ejml-ddense", "0.39", 335068, "28bb9c06901211de146d80ef4ef0299c5dae468a8f9d585d016c19479ed93ef2"
    ),
    Artifact(
        "org/ejml", "ejml-simple", "0.39", 178321, "7639609431b267091f81362c70897768a3b8193836206d344c08b2004934d2ef"
    ),
    Artifact(
        "org/glassfish",
        "jakarta.json",
        "1.1.6",
        140425,
        "4e1414edc1d6c7dc0747d187c94b451515ed340a9b735156daa91fcefc6aa1b0",
    ),
    Artifact(
        "javax/activation",
        "javax.activation-api",
        "1.2.0",
        56674,
        "43fdef0b5b6ceb31b0424b208b930c74ab58fac2ceeb7b3f6fd3aeb8b5ca4393",
    ),
    Artifact(
        "javax/xml/bind",
        "jaxb-api",
        "2.4.0-b180830.0359",
        128032,
        "56b9e9702753763007435162ea788055efcfefc86ab920f032c0411dc547b836",
    ),
    Artifact(
        "com/sun/istack",
        "istack-commons-runtime",
        "3.0.7",
        25523,
        "6443e10ba2e259fb821d9b6becf10db5316285fc30c53cec9d7b19a3877e7fdf",
    ),
    Artifact(
        "com/sun/xml/bind",
        "jaxb-impl",
        "2.4.0-b180830.0438",
        1099271,
        "4e4e4876368f5e1d088839a4ac37cfd419b6d1792518919116650a61a99f6a7a",
    ),
)
"""The program and what it needs, about 15 MB."""

MODELS = {
    "models": _corenlp(474409531, "a5da9f6feb35a0fd2ea2cbe8909bede3952965b238a68c833ae3e031ed9026a0", "models"),
    "models-english": _corenlp(
        444735270, "fb260e7df725a19e6861db3df9444b4a6bbad2b2ab223d3a73d508bfadb5e159", "models-english"
    ),
    "models-german": _corenlp(
        199660934, "d8f4ab0a5bd900c6f63130e1af0494b62af7ba49f2bfaa7daff9b7ab86ef14c0", "models-german"
    ),
    "models-chinese": _corenlp(
        1582232901, "9bdf88ef11eeabbbfb94e9aa92e562e0cc0f2fae7ba147dc15e79778631178dd", "models-chinese"
    ),
}
"""The weights by classifier: English, more of English (the shift-reduce parser), German and Chinese."""
