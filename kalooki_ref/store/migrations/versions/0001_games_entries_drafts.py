"""Games, entries and drafts.

The first revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade():
    op.create_table(
        "game",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", sa.String(20), nullable=False),
        sa.Column("saved_at", sa.String(20), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
    )
    op.create_table(
        "entry",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("body_sha256", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.UniqueConstraint("game_id", "key", name="entry_key"),
    )
    op.create_table(
        "draft",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("form", sa.String(80), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
    )
