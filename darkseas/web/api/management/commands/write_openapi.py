"""``manage.py write_openapi``: updates the OpenAPI schema in the repository."""

from typing import Any

from django.core.management.base import BaseCommand

from darkseas.web.api.generator import openapi
from darkseas.web.api.openapi_file import PATH


class Command(BaseCommand):
    """Updates the schema after a change of the API."""

    help = "Write the OpenAPI schema of the API into the repository."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file and print its name and size."""
        PATH.write_bytes(openapi())
        self.stdout.write(f"{PATH.name}: {len(openapi())} bytes")
