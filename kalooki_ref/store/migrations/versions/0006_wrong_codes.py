"""Recent wrong codes, counted for all workers together.

The sixth revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade():
    op.create_table(
        "wrong_code",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("who_sha256", sa.String(64), nullable=False),
        sa.Column("at", sa.String(20), nullable=False, index=True),
    )
    op.create_index("wrong_code_who", "wrong_code", ["who_sha256", "at"])
