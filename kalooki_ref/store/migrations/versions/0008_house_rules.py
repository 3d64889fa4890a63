"""House rules, which phones remember by their hash.

The eighth revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade():
    op.create_table(
        "house_rules",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
    )
