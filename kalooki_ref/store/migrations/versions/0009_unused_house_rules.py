"""House rules by when a phone last used them, to find those that are due.

The ninth revision.
"""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade():
    op.create_index("house_rules_at", "house_rules", ["at"])
