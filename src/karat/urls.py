"""URLs of files: tell them from paths, and write them as they were given."""

from __future__ import annotations

import re

SCHEMES = (
    "abfs", "abfss", "adl", "az", "dropbox", "ftp", "gcs", "gdrive", "gs", "hdfs", "hf", "http", "https", "memory",
    "oci", "s3", "s3a", "sftp", "smb", "ssh", "webhdfs",
)  # fmt: skip
"""The schemes of URLs of files: http and https, and the names of fsspec's file systems."""
URL = re.compile(rf"({'|'.join(SCHEMES)}):/+(.*)", re.DOTALL)
LOCAL = re.compile(r"file:/+(.*)", re.DOTALL)


def find_url(path: object) -> str | None:
    """Return a URL, even if ``Path`` reduced its two slashes to one; ``None`` for any other path.

    >>> find_url("s3:/bucket/gold.jsonl")
    's3://bucket/gold.jsonl'
    >>> find_url("outputs/mine.tsv")
    """
    matched = URL.fullmatch(text := str(path))
    if matched is None:
        return None
    return text if text.startswith(f"{matched[1]}://") else f"{matched[1]}://{matched[2]}"


def local_path(path: object) -> str:
    """Return the path in a URL with ``file://``; any other path is returned unchanged.

    >>> local_path("file:///data/gold.jsonl")
    '/data/gold.jsonl'
    """
    matched = LOCAL.fullmatch(text := str(path))
    return f"/{matched[1]}" if matched else text
