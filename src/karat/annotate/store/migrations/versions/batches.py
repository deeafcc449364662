"""Batches of cliques: who works on which clique, and the rounds in which experts checked them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "batches"
down_revision = "kinds"


def upgrade() -> None:
    """Add three tables."""
    op.create_table(
        "batch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.Integer()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("stage in (1, 2)", name=op.f("ck_batch_stage")),
        sa.CheckConstraint("status in ('working', 'checking', 'accepted')", name=op.f("ck_batch_status")),
        sa.ForeignKeyConstraint(["author_id"], ["person.id"], name=op.f("fk_batch_author_id")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_batch_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
        sa.UniqueConstraint("project_id", "number", name=op.f("uq_batch_project_id_number")),
    )
    op.create_index("ix_batch_author_id", "batch", ["author_id"], unique=False)
    op.create_table(
        "batch_item",
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_batch_item_batch_id")),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_batch_item_item_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_batch_item_person_id")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_batch_item")),
    )
    op.create_index("ix_batch_item_batch_id", "batch_item", ["batch_id", "item_id"], unique=False)
    op.create_index("ix_batch_item_person_id", "batch_item", ["person_id"], unique=False)
    op.create_table(
        "batch_check",
        sa.Column("batch_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sample", sa.JSON(), nullable=False),
        sa.Column("experts", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("author_id", sa.Integer()),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("decided_by", sa.Integer()),
        sa.Column("decided", sa.BigInteger()),
        sa.Column("right_count", sa.Integer()),
        sa.Column("total", sa.Integer()),
        sa.Column("accepted", sa.Boolean()),
        sa.ForeignKeyConstraint(["author_id"], ["person.id"], name=op.f("fk_batch_check_author_id")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_batch_check_batch_id")),
        sa.ForeignKeyConstraint(["decided_by"], ["person.id"], name=op.f("fk_batch_check_decided_by")),
        sa.PrimaryKeyConstraint("batch_id", "round", name=op.f("pk_batch_check")),
    )
    op.create_index("ix_batch_check_author_id", "batch_check", ["author_id"], unique=False)
    op.create_index("ix_batch_check_decided_by", "batch_check", ["decided_by"], unique=False)
