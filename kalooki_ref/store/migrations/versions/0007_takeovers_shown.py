"""When a request to keep score was first shown on another phone.

The seventh revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade():
    op.add_column("link", sa.Column("takeover_shown_at", sa.String(20), nullable=True))
