"""Circles, their games and people, and the results of finished games.

The tenth revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade():
    op.create_table(
        "circle",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("shows", sa.String(22), nullable=False, unique=True),
        sa.Column("changes", sa.String(22), nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "circle_game",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("circle_id", sa.String(32), sa.ForeignKey("circle.id"), nullable=False),
        sa.Column("key", sa.String(13), nullable=False),
        sa.UniqueConstraint("circle_id", "key", name="circle_game_key"),
    )
    op.create_table(
        "spelling",
        sa.Column("circle_id", sa.String(32), sa.ForeignKey("circle.id"), primary_key=True),
        sa.Column("spelling", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
    )
    op.create_table(
        "hidden_person",
        sa.Column("circle_id", sa.String(32), sa.ForeignKey("circle.id"), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
    )
    op.create_table(
        "result",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("scoring", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
