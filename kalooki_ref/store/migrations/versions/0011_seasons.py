"""Seasons of circles.

The eleventh revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade():
    op.create_table(
        "season",
        sa.Column("circle_id", sa.String(32), sa.ForeignKey("circle.id"), primary_key=True),
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("first", sa.String(10), nullable=False),
        sa.Column("last", sa.String(10), nullable=False),
        sa.Column("rule", sa.Text, nullable=False),
    )
