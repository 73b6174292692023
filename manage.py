#!/usr/bin/env python3
"""Django's command line, with a bootstrap that finds or creates the virtual environment."""

import os
import sys

from darkseas.local import bootstrap


def main() -> None:
    """Prepare the environment, then run the command."""
    bootstrap.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError, OperationalError

    _read_settings()
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        if _lacks_tables(error):
            sys.exit("The database has no tables yet, or old ones: run `python3 manage.py migrate` first.")
        if isinstance(error, OperationalError):
            sys.exit(f"Database error: {error}\nCheck DATABASE_URL, or the file's permissions.")
        raise


def _read_settings() -> None:
    """Explain in a sentence what is wrong with the environment."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    try:
        _ = settings.DEBUG  # the first access reads them
    except (ImproperlyConfigured, ValueError) as fault:
        sys.exit(f"darkseas: {fault}")
    except OSError as fault:
        sys.exit(f"darkseas: {fault}\nSet DARKSEAS_VAR to a folder that you may write in.")


def _lacks_tables(error: Exception) -> bool:
    return "no such table" in str(error) or 'relation "' in str(error)


if __name__ == "__main__":
    main()
