#!/usr/bin/env python3
"""Stands in for Java in tests: says that it listens, and stays, or fails as FAKE_JAVA tells."""

import os
import sys
import time


def main() -> int:
    """Do what the environment says."""
    if name := os.environ.get("FAKE_JAVA_PID"):
        with open(name, "w") as file:  # noqa: PTH123 (starts faster)
            file.write(str(os.getpid()))
    match os.environ["FAKE_JAVA"]:
        case "fails":
            print("Starting server...\nException in thread main java.net.BindException: no\n\tat a.b(C.java:1)")
            return 3
        case "dies":
            print("StanfordCoreNLPServer listening at /[0:0]:1", flush=True)
            time.sleep(0.2)
            print("Terminating due to java.lang.OutOfMemoryError: Java heap space", flush=True)
            return 3
        case port:
            print(f"StanfordCoreNLPServer listening at /[0:0:0:0:0:0:0:0]:{port}", flush=True)
            time.sleep(600)
    return 0


if __name__ == "__main__":
    sys.exit(main())
