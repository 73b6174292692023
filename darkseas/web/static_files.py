"""Storage of collected static files: a folder named after the hash of all of them.

Browsers may cache every file of such a folder forever, and modules, style sheets and data refer to each other
by relative paths, which no tool has to rewrite. Pages from before a deployment still find their own folder.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from whitenoise.storage import CompressedStaticFilesStorage

# Names the folder in use, and the one before it.
FOLDERS_IN_USE = "folders.txt"
# Must match WHITENOISE_IMMUTABLE_FILE_TEST in the settings.
DIGITS = 12


class ContentFolderStorage(CompressedStaticFilesStorage):  # type: ignore[misc]  # untyped library
    """Copies the collected files into their folder, compresses them and makes it the current one."""

    @cached_property
    def folders(self) -> list[str]:
        """Return the current folder and the previous one, if any."""
        path = Path(self.location, FOLDERS_IN_USE)
        return path.read_text(encoding="ascii").split() if path.exists() else []

    def url(self, name: str | None) -> str:
        """Return the URL of a static file in the current folder."""
        address: str = super().url("/".join([*self.folders[:1], name]) if name else name)
        return address

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        """Create the folder of the files just collected, if needed, and delete older ones."""
        if dry_run:
            return
        names = sorted(paths)
        folder = self._digest(names)
        if self.folders[:1] == [folder]:
            return
        for name in names:
            self._copy(name, f"{folder}/{name}")
        yield from super().post_process({f"{folder}/{name}": paths[name] for name in names})
        self._use(folder)

    def _digest(self, names: list[str]) -> str:
        digest = hashlib.sha256()
        for name in names:
            content = Path(self.path(name)).read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()[:DIGITS]

    def _copy(self, name: str, new_name: str) -> None:
        target = Path(self.path(new_name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.path(name), target)

    def _use(self, folder: str) -> None:
        """Make this folder the current one, with an atomic replace because others may be reading."""
        previous = [name for name in self.folders if name != folder]
        for name in previous[1:]:
            shutil.rmtree(self.path(name), ignore_errors=True)
        self.folders = [folder, *previous[:1]]
        fresh = Path(self.location, f"{FOLDERS_IN_USE}.{os.getpid()}")
        fresh.write_text("\n".join(self.folders), encoding="ascii")
        fresh.replace(Path(self.location, FOLDERS_IN_USE))


def favicon(_: HttpRequest) -> HttpResponse:
    """Redirect /favicon.ico, which browsers request unasked (even for a PDF), to the site's icon."""
    return HttpResponseRedirect(
        static("darkseas/favicon.svg"), headers={"Cache-Control": "public, max-age=3600"}
    )
