"""Where the description of the API lies in the repository: a test holds it to what the site says."""

from pathlib import Path

PATH = Path(__file__).with_name("openapi.json")
