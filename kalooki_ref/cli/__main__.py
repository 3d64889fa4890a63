"""Entry point of `python -m kalooki_ref.cli`."""

import sys

from kalooki_ref.cli import main

if __name__ == "__main__":
    sys.exit(main())
