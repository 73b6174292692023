"""Freeze a release: archive its engine and rules as one zip, which adjudicates and checks older battles."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.models import Battle
from replays_app.releases import archives, freezing, known_releases
from replays_app.releases.freezing import CannotFreeze, Frozen


class Command(BaseCommand):
    """Builds an archive with the same bytes on every machine. A known release must match its hash."""

    help = "Freeze the release of this tree, or of a commit, for the battles that use it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--from", dest="source", help="a commit, a tag, or a folder with a source tree")
        parser.add_argument(
            "--write", action="store_true", help="store this commit as the known one of its release"
        )
        parser.add_argument(
            "--missing",
            action="store_true",
            help="build the missing archives of all known older releases from the repository's history",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Build the archive and print its path. Raises CommandError with a next step."""
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
            raise CommandError("Only a commit can be stored as known: name one with --from.")
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
        """Build the missing archives. Report an archive that cannot be built, and continue with the next."""
        for release, known in known_releases.older().items():
            if archives.path_of(release).exists():
                continue
            try:
                archives.keep(release, freezing.of_commit(settings.BASE_DIR, known.commit).data)
            except CannotFreeze as reason:
                if not verbosity and not Battle.objects.filter(release=release).exists():
                    continue  # no battle of this site uses it
                self.stderr.write(
                    f"The rules {release} could not be built from commit {known.commit[:12]}. {reason}"
                )
            else:
                if verbosity:
                    self.stdout.write(
                        f"{archives.path_of(release)} was built from commit {known.commit[:12]}."
                    )
