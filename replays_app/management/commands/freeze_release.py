"""Freeze a release: its engine and rules as one zip, which older battles are decided and checked by."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.models import Battle
from replays_app.releases import archives, freezing, known_releases
from replays_app.releases.freezing import CannotFreeze, Frozen


class Command(BaseCommand):
    """Makes an archive, the same bytes wherever it is made; one that is known has to be the one known."""

    help = "Freeze the release of this tree, or of a commit, for battles that are fought under it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the source."""
        parser.add_argument("--from", dest="source", help="a commit, a tag, or a folder with such a tree")
        parser.add_argument(
            "--write", action="store_true", help="make this commit the known one of its release"
        )
        parser.add_argument(
            "--missing",
            action="store_true",
            help="make the archives of all known older releases that are not here, of the history",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Freeze, and say where it lies. Raises CommandError, with a next step."""
        if options["missing"]:
            self._make_missing(options["verbosity"])
            return
        try:
            self._freeze(options["source"], is_written=options["write"])
        except CannotFreeze as reason:
            raise CommandError(str(reason)) from None

    def _freeze(self, source: str | None, *, is_written: bool) -> None:
        folder = Path(source) if source else settings.BASE_DIR
        is_folder = not source or folder.is_dir()
        if is_written and is_folder:
            raise CommandError("Only a commit can be made known: name one by --from.")
        if is_folder:
            frozen = freezing.of_folder(folder)
        else:
            frozen = freezing.of_commit(settings.BASE_DIR, str(source))
        if is_written:
            known_releases.write(frozen, freezing.full_commit(settings.BASE_DIR, str(source)))
        self._keep(frozen)

    def _keep(self, frozen: Frozen) -> None:
        archives.keep(frozen.release, frozen.data)
        self.stdout.write(f"{archives.path_of(frozen.release)}: SHA-256 {frozen.sha256}")

    def _make_missing(self, verbosity: int) -> None:
        """Make what can be made. What cannot is told of, and keeps nothing else from being made."""
        for release, known in known_releases.older().items():
            if archives.path_of(release).exists():
                continue
            try:
                archives.keep(release, freezing.of_commit(settings.BASE_DIR, known.commit).data)
            except CannotFreeze as reason:
                if not verbosity and not Battle.objects.filter(release=release).exists():
                    continue  # nobody here has a battle of it
                self.stderr.write(
                    f"The rules {release} could not be made of commit {known.commit[:12]}. {reason}"
                )
            else:
                if verbosity:
                    self.stdout.write(f"{archives.path_of(release)} was made of commit {known.commit[:12]}.")
