"""Bring a database to the tables of this version of Karat. Each step is a module in ``versions``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from karat.annotate.store.tables import METADATA
from karat.errors import StoreError

SCRIPTS = ScriptDirectory(str(Path(__file__).parent))
LOCK = 0x6B61726174
"""Number of the lock that lets one process at a time migrate a PostgreSQL database."""


def newest() -> str:
    """The revision of this version of Karat."""
    head = SCRIPTS.get_current_head()
    assert head is not None
    return head


def is_known(revision: str) -> bool:
    """Whether this version of Karat has a step that leads to the revision."""
    return any(script.revision == revision for script in SCRIPTS.walk_revisions())


def current(connection: Connection) -> str | None:
    """The revision of a database; none if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(connection: Connection, place: str, target: str = "head") -> None:
    """Take all steps that are missing, in the transaction that the connection is in."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    revision = current(connection)
    if revision is not None and not is_known(revision):
        raise StoreError(f"{place}: made by a newer version of Karat (its tables are at {revision!r}); update Karat")

    def steps(found: Any, _: MigrationContext) -> Any:
        return SCRIPTS._upgrade_revs(target, found)

    with EnvironmentContext(Config(), SCRIPTS, fn=steps, destination_rev=target) as environment:
        environment.configure(connection=connection, target_metadata=METADATA)
        environment.run_migrations()
