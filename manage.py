#!/usr/bin/env python3
"""Django's command line, behind a bootstrap that finds or makes the environment."""

import os
import sys

from darkseas import bootstrap


def main() -> None:
    """Make sure of the environment, then run the command that was asked for."""
    bootstrap.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
