"""What the kinds *study* and *cliques* need: contents of items, documents of experts and machines, summaries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "kinds"
down_revision = "first_tables"


def upgrade() -> None:
    """Add a table and columns; all documents so far are annotators' work, and all people are people."""
    op.create_table(
        "content",
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content", sa.JSON()),
        sa.Column("hidden", sa.JSON()),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_content_item_id")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_content")),
    )
    op.add_column("person", sa.Column("machine", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("document", sa.Column("purpose", sa.String(length=20), nullable=False, server_default="work"))
    op.add_column("document", sa.Column("summary", sa.String(length=80)))
