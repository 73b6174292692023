"""Plain-text e-mails to members. The first line of a template is the subject."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.mail import EmailMessage
from django.template.loader import render_to_string

log = logging.getLogger("darkseas.members")


class NotSent(Exception):
    """The mail server did not accept an e-mail."""


def send(letter: str, to: str, **context: Any) -> None:
    """Send the e-mail ``members/mail/LETTER.txt`` with this context. Raises NotSent."""
    send_template(f"members/mail/{letter}.txt", to, context)


def send_template(
    letter: str, to: str, context: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> None:
    """Render a template and send it; its first line is the subject. Raises NotSent."""
    subject, _, body = render_to_string(letter, dict(context)).strip().partition("\n")
    mail = EmailMessage(subject, body.strip() + "\n", None, [to], headers=dict(headers or {}))
    try:
        mail.send()
    except OSError as reason:
        log.exception("the e-mail %r could not be sent", letter)
        raise NotSent from reason


def send_if_possible(letter: str, to: str, **context: Any) -> None:
    """Send an optional e-mail; a failure is only logged."""
    try:
        send(letter, to, **context)
    except NotSent:
        log.warning("continuing without the e-mail %r", letter)
