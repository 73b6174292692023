"""Path of the OpenAPI schema in the repository; a test compares it with the generated one."""

from pathlib import Path

PATH = Path(__file__).with_name("openapi.json")
