"""Letters to members: plain text, the first line is the subject."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.mail import EmailMessage
from django.template.loader import render_to_string

log = logging.getLogger("darkseas.members")


class NotSent(Exception):
    """The mail server did not take a letter."""


def send(letter: str, to: str, **context: Any) -> None:
    """Send the letter of this name, filled with this. Raises NotSent."""
    send_template(f"members/mail/{letter}.txt", to, context)


def send_template(
    letter: str, to: str, context: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> None:
    """Send the letter that a template makes, with headers of its own. Raises NotSent."""
    subject, _, body = render_to_string(letter, dict(context)).strip().partition("\n")
    mail = EmailMessage(subject, body.strip() + "\n", None, [to], headers=dict(headers or {}))
    try:
        mail.send()
    except OSError as reason:
        log.exception("the letter %r could not be sent", letter)
        raise NotSent from reason


def send_if_possible(letter: str, to: str, **context: Any) -> None:
    """Send a letter that nothing hangs on; a failure stands in the log alone."""
    try:
        send(letter, to, **context)
    except NotSent:
        log.warning("went on without the letter %r", letter)
