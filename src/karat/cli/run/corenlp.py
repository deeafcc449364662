"""``karat run corenlp``: Stanford Open IE, by a CoreNLP server."""

from __future__ import annotations

from karat.cli.options import BenchmarkName
from karat.cli.output import status
from karat.cli.run.corenlp_options import (
    Download,
    JarFolder,
    Java,
    Memory,
    Properties,
    RequestRetries,
    RequestsAtOnce,
    RequestSize,
    RequestTimeout,
    ServerUrl,
)
from karat.cli.run.options import (
    InputEncoding,
    InputFormat,
    Limit,
    Request,
    RetryFailures,
    RunOutput,
    Sentences,
    StartAnew,
)
from karat.cli.run.running import run_system
from karat.systems.corenlp import CorenlpOptions
from karat.systems.corenlp.jars.finding import find_jars
from karat.systems.corenlp.system import MODELS


def corenlp(
    sentences: Sentences = None,
    benchmark: BenchmarkName = None,
    output: RunOutput = None,
    force: StartAnew = False,
    retry_failures: RetryFailures = False,
    limit: Limit = None,
    input_format: InputFormat = None,
    input_encoding: InputEncoding = "utf-8",
    url: ServerUrl = None,
    jars: JarFolder = None,
    java: Java = "java",
    memory: Memory = "3g",
    properties: Properties = None,
    batch: RequestSize = 10,
    workers: RequestsAtOnce = 2,
    timeout: RequestTimeout = 60.0,
    retries: RequestRetries = 2,
    download: Download = True,
) -> None:
    """Extract triples of English sentences with Stanford Open IE, by a CoreNLP server that runs or is started."""
    options = CorenlpOptions(
        url=url,
        jars=jars,
        java=java,
        memory=memory,
        properties=tuple(properties or ()),
        batch=batch,
        workers=workers,
        timeout=timeout,
        retries=retries,
        download=download,
    )
    if url is None:
        with status() as tell:  # half a gigabyte the first time
            find_jars(MODELS, jars, download=download, tell=tell)
    request = Request(sentences, benchmark, output, force, retry_failures, limit, input_format, input_encoding)
    run_system("corenlp", options, request)
