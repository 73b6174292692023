"""Parses ``DARKSEAS_MAIL_URL`` into Django's mail settings."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

# Ports of mail servers: with STARTTLS, with TLS from the start, and unencrypted.
SUBMISSION_PORT = 587
TLS_PORT = 465
PLAIN_PORT = 25


class BadMailURL(ValueError):
    """The URL does not name a mail server that the site can use."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """The outgoing mail server; without one, e-mails are printed to the console."""

    backend: str = "django.core.mail.backends.console.EmailBackend"
    host: str = ""
    port: int = PLAIN_PORT
    user: str = ""
    password: str = ""
    has_tls: bool = False
    has_starttls: bool = False


def mail_server(url: str) -> MailServer:
    """Parse ``smtp://user:password@host:port`` or ``smtps://…``; an empty URL means the console.

    ``smtps`` uses TLS from the start; ``smtp`` uses STARTTLS if the URL has a user, so that no password is
    sent unencrypted. Raises BadMailURL for anything else.
    """
    if not url:
        return MailServer()
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise BadMailURL("DARKSEAS_MAIL_URL is smtp://user:password@host:port or smtps:// with the same.")
    has_tls = parts.scheme == "smtps"
    has_starttls = not has_tls and bool(parts.username)
    usual_port = TLS_PORT if has_tls else SUBMISSION_PORT if has_starttls else PLAIN_PORT
    return MailServer(
        backend="django.core.mail.backends.smtp.EmailBackend",
        host=parts.hostname,
        port=parts.port or usual_port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        has_tls=has_tls,
        has_starttls=has_starttls,
    )
