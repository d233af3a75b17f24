"""The command ``urisift``, wherever the package is."""

import signal
import sys

from ._native import main as run


def main() -> None:
    """Run the command with the arguments of this process, and end with its exit status."""
    # Python would only take note of it, and the command would go on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(["urisift", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
