"""``manage.py write_openapi``: the description of the API, kept in the repository."""

from typing import Any

from django.core.management.base import BaseCommand

from darkseas.web.api.generator import openapi
from darkseas.web.api.openapi_file import PATH


class Command(BaseCommand):
    """Writes the description anew, after a change of the API."""

    help = "Write the OpenAPI description of the API into the repository."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, and say where."""
        PATH.write_bytes(openapi())
        self.stdout.write(f"{PATH.name}: {len(openapi())} bytes")
