"""One site for all that need not start it themselves: starting it costs more than what most of them ask."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.local.sites import Running, running
from tests.support.sites.prepared_site import copied


@pytest.fixture(scope="session")
def site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site that runs, and that a test leaves as it found it: answering, with all its parts."""
    with running(copied(prepared_var, tmp_path_factory.mktemp("site"))) as started:
        yield started
