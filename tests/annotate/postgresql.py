"""A PostgreSQL of our own for the tests: Debian's programs, a temporary folder, a socket and no port."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from pwd import getpwall

ROLE = "karat"
SERVER_USER = "postgres"
"""The user that Debian's package makes; PostgreSQL refuses to run as root."""

RUNUSER = shutil.which("runuser") or shutil.which("runuser", path="/usr/sbin:/sbin")
"""Is in a folder that is only on the path of a login shell."""


def find_programs() -> Path | None:
    """The folder with initdb and pg_ctl, the newest where there are several."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(versions, key=lambda path: int(path.parent.name), default=None)


def why_not() -> str | None:
    """Why PostgreSQL cannot be started on this machine."""
    if find_programs() is None:
        return "no PostgreSQL on this machine: apt-get install postgresql"
    if os.geteuid() == 0 and not (RUNUSER and any(user.pw_name == SERVER_USER for user in getpwall())):
        return f"PostgreSQL does not run as root: expected runuser and the user {SERVER_USER!r}, found none"
    return None


@dataclass
class Cluster:
    """A running server with databases of its own."""

    folder: Path
    programs: Path

    @classmethod
    def create(cls) -> Cluster:
        """Make an empty cluster and start it."""
        programs = find_programs()
        assert programs is not None
        # Not in pytest's folder: the path of a socket may have 107 bytes, and another user must reach it.
        cluster = cls(Path(tempfile.mkdtemp(prefix="karat-pg-")), programs)
        if os.geteuid() == 0:
            shutil.chown(cluster.folder, SERVER_USER)
        cluster.run(
            "initdb", "--pgdata", cluster.data, "--username", ROLE, "--auth", "trust", "--encoding", "UTF8",
            "--locale", "C.UTF-8", "--no-sync",
        )  # fmt: skip
        cluster.start()
        return cluster

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run one of PostgreSQL's programs, as its own user where we are root."""
        command = [str(self.programs / program), *map(str, arguments)]
        if os.geteuid() == 0:
            command = [str(RUNUSER), "-u", SERVER_USER, "--", *command]
        # Output to a file: the server inherits it, and a pipe would stay open as long as the server runs.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(command, stdout=output, stderr=output, cwd=self.folder, check=False, timeout=120)
            output.seek(0)
            assert done.returncode == 0, output.read().decode(errors="replace")

    def start(self) -> None:
        """Start the server, and wait until it takes connections."""
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections=60"
        self.run("pg_ctl", "start", "--wait", "--pgdata", self.data, "--log", self.folder / "log", "--options", options)

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: smart, fast, or immediate as after a crash."""
        self.run("pg_ctl", "stop", "--wait", "--pgdata", self.data, "--mode", mode)

    def remove(self) -> None:
        """Stop the server and remove its folder."""
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """The address of a database, as `karat annotate` takes it."""
        return f"postgresql+psycopg://{ROLE}@/{database}?host={self.folder}"

    def add_database(self) -> str:
        """Make an empty database, and give its address."""
        name = f"test_{next(NUMBERS)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database, whoever is still connected."""
        name = url.rpartition("?")[0].rpartition("/")[2]
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Send a statement to the server; quicker than its programs, which each test would start twice."""
        import psycopg

        with psycopg.connect(f"host={self.folder} user={ROLE} dbname=postgres", autocommit=True) as connection:
            connection.execute(statement)


NUMBERS = count(1)
