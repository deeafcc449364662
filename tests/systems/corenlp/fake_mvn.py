"""Stands in for mvn in tests: writes the jar of example_jar.py, or does something else, as FAKE_MVN tells."""

import json
import os
import sys
import time
from pathlib import Path

STATUS = "[INFO] Scanning for projects..."
ERROR = """[INFO] BUILD FAILURE
\x1b[1;31m[ERROR]\x1b[m Failed to execute goal org.example:plugin:3.6.1:get (default-cli) on project standalone-pom: \
Couldn't download artifact: Could not find artifact com.example:thing:jar:models:1.2 in central -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch."""


def main() -> int:
    """Do what the environment says, and note the arguments and the folder."""
    noted = {"arguments": sys.argv[1:], "files": os.listdir(), "process": os.getpid()}  # noqa: PTH208 (as a shell sees it)
    with Path(os.environ["FAKE_MVN_NOTES"]).open("a") as file:
        file.write(json.dumps(noted) + "\n")
    print(STATUS, flush=True)
    (local,) = (each.partition("=")[2] for each in sys.argv if each.startswith("-Dmaven.repo.local="))
    path = Path(local) / "com" / "example" / "thing" / "1.2" / "thing-1.2-models.jar"
    path.parent.mkdir(parents=True, exist_ok=True)
    content = bytes(range(256)) * 400
    match os.environ["FAKE_MVN"]:
        case "fetches":
            path.write_bytes(content)
        case "fetches slowly":
            part = path.with_name(path.name + ".17.tmp")
            for end in range(0, len(content) + 1, len(content) // 10):
                part.write_bytes(content[:end])
                time.sleep(0.1)
            part.rename(path)
        case "fetches another":
            path.write_bytes(content[::-1])
        case "fetches nothing":
            pass
        case "fails":
            print(ERROR)
            return 1
        case "fails without an error":
            print("The JAVA_HOME environment variable is not defined correctly")
            return 1
        case "hangs":
            time.sleep(600)
    return 0


if __name__ == "__main__":
    sys.exit(main())
