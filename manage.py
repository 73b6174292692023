#!/usr/bin/env python3
"""Django's command line, behind a bootstrap that finds or makes the environment."""

import os
import sys

from darkseas.local import bootstrap


def main() -> None:
    """Make sure of the environment, then run the command that was asked for."""
    bootstrap.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        if not _lacks_tables(error):
            raise
        sys.exit("The database has no tables yet, or old ones: run `python3 manage.py migrate` first.")


def _lacks_tables(error: Exception) -> bool:
    return "no such table" in str(error) or 'relation "' in str(error)


if __name__ == "__main__":
    main()
