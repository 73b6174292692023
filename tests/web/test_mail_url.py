"""The mail server that a URL names."""

from pathlib import Path

import pytest

from darkseas.web.environment.mail_url import BadMailURL, MailServer, mail_server
from tests.web.test_settings import PUBLIC, settings_with

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example", MailServer(SMTP, "mail.example", 25)),
        ("smtp://mail.example:2525", MailServer(SMTP, "mail.example", 2525)),
        (
            "smtp://a%40b.example:p%2Fw@mail.example",
            MailServer(SMTP, "mail.example", 587, "a@b.example", "p/w", has_starttls=True),
        ),
        ("smtps://u:p@mail.example", MailServer(SMTP, "mail.example", 465, "u", "p", has_tls=True)),
    ],
)
def test_url_names_a_server(url: str, server: MailServer) -> None:
    assert mail_server(url) == server


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtps:///x"])
def test_other_url_is_refused(url: str) -> None:
    with pytest.raises(BadMailURL, match="DARKSEAS_MAIL_URL"):
        mail_server(url)


def test_letters_go_to_the_console_unless_a_server_is_named(tmp_path: Path) -> None:
    names = ["EMAIL_BACKEND", "DEFAULT_FROM_EMAIL"]
    assert settings_with(names, tmp_path) == {
        "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend",
        "DEFAULT_FROM_EMAIL": "darkseas@localhost",
    }


def test_environment_names_server_and_sender(tmp_path: Path) -> None:
    names = ["EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "EMAIL_HOST_USER"]
    url = "smtp://fleet:secret@mail.example"
    assert settings_with(names, tmp_path, DARKSEAS_MAIL_URL=url) == {
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 587,
        "EMAIL_USE_TLS": True,
        "EMAIL_USE_SSL": False,
        "EMAIL_HOST_USER": "fleet",
    }
    sender = ["DEFAULT_FROM_EMAIL"]
    assert settings_with(sender, tmp_path, **PUBLIC) == {"DEFAULT_FROM_EMAIL": "darkseas@darkseas.example"}
    assert settings_with(sender, tmp_path, DARKSEAS_MAIL_FROM="club@b.example") == {
        "DEFAULT_FROM_EMAIL": "club@b.example"
    }
