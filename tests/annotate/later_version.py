"""A migration that a later version of Karat could bring."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from alembic import op
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Column, Text

from karat.annotate.store import migrations


def later_version(fails: bool = False) -> ScriptDirectory:
    """The steps of this version and one more: a column and an index."""
    module = ModuleType("later")
    module.revision, module.down_revision = "later", migrations.newest()

    def upgrade() -> None:
        op.add_column("item", Column("note", Text, nullable=False, server_default="none"))
        op.create_index("ix_item_note", "item", ["note"])
        if fails:
            raise ZeroDivisionError

    module.upgrade = upgrade
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    scripts.revision_map.add_revision(Script(module, "later", "later.py"))
    return scripts
