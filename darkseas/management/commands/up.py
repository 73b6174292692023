"""``manage.py up``: runs the whole site with one command."""

from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import DEFAULT_DB_ALIAS, connections

from darkseas.local import supervisor
from darkseas.local.demonstration import loading

DEFAULT_PORT = 8000
LOOPBACK = "127.0.0.1"
HOW_TO_LET_OTHERS_IN = (
    "  To accept requests from other machines, set the name that they use for this one:\n"
    '    DARKSEAS_HOSTS="that-name" DARKSEAS_PLAIN_HTTP=1 python3 manage.py up --host {host}\n'
)
MAILS = "  E-mails, such as confirmation links, are printed to courier.log or web.log in that folder."
EVERYWHERE = "0.0.0.0"  # noqa: S104  only on request
HIGHEST_PORT = 65535


class Command(BaseCommand):
    """Prepares the site and runs it until Ctrl-C."""

    help = "Start the site here: database, library, web server, worker, clock and broker."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the port and the network address to listen on."""
        parser.add_argument("--port", type=int, default=DEFAULT_PORT)
        parser.add_argument("--host", default=LOOPBACK, help=f"{EVERYWHERE} lets other machines in")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare and run. Raises CommandError with a next step on failure."""
        host, port = options["host"], options["port"]
        if not 0 < port <= HIGHEST_PORT:
            raise CommandError(f"A port is a number from 1 to {HIGHEST_PORT}.")
        address = f"http://{'localhost' if host in (LOOPBACK, EVERYWHERE) else host}:{port}/"
        try:
            with supervisor.only_one(settings.VAR_DIR, address):
                supervisor.refuse_taken_port(host, port)
                self._warn_of_a_closed_door(host)
                self._prepare()
                errands = self._errands()
                supervisor.run(host, port, settings.VAR_DIR, lambda: self._announce(address), errands)
        except supervisor.CannotStart as reason:
            raise CommandError(str(reason)) from None
        self.stdout.write("darkseas: stopped.")

    def _prepare(self) -> None:
        """Update the database and the static files; a second run changes nothing."""
        self.stdout.write("darkseas: preparing the database and the library ...")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("check", databases=[DEFAULT_DB_ALIAS], stdout=StringIO())
        call_command("freeze_release", missing=True, verbosity=0)
        call_command("load_library", verbosity=0)
        call_command("load_battles", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        connections.close_all()

    def _errands(self) -> list[tuple[str, ...]]:
        """Return the commands to run once the site answers: bots play the demonstration club's season."""
        is_wanted = settings.HAS_DEMONSTRATION and loading.is_wanted()
        connections.close_all()
        return [("load_demonstration", "--gently")] if is_wanted else []

    def _announce(self, address: str) -> None:
        line = f"  darkseas is running:  {address}  "
        frame = "=" * len(line)
        self.stdout.write(
            "\n".join(
                [
                    "",
                    frame,
                    self.style.SUCCESS(line),
                    frame,
                    f"  Ctrl-C stops it. Its log: {settings.VAR_DIR / 'log'}",
                    *([] if settings.EMAIL_HOST else [MAILS]),
                    "",
                ]
            )
        )
        self.stdout.flush()

    def _warn_of_a_closed_door(self, host: str) -> None:
        if host != LOOPBACK and not settings.PUBLIC_HOSTS:
            self.stdout.write(HOW_TO_LET_OTHERS_IN.format(host=host))
