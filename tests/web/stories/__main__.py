"""`python -m tests.web.stories`: rewrites the golden files with the page texts of today.

After a change of words, run the command and review the diff. To add to a story, write the requests
and run the command. With the names of stories it rewrites only those.
"""

import logging
import sys

from tests.web.stories import FILES
from tests.web.stories.replay import replayed


def main() -> None:
    logging.disable(logging.CRITICAL)
    for file in FILES:
        if file.stem in sys.argv[1:] or not sys.argv[1:]:
            file.write_text(replayed(file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
