"""Removes the tokens of secret links from log lines, so that nobody can use a link found in a log."""

import logging

HIDDEN = "…"


class WithoutTokens(logging.Filter):
    """Replaces the URL parameter ``token`` in the log line of a request.

    Every secret URL must use this parameter name (`tests/web/test_redacted_logs.py`).
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the token of a request from its line. Every line is logged."""
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        token = match.kwargs.get("token") if match else None
        if token and isinstance(record.args, tuple):
            record.args = tuple(_without(token, one) for one in record.args)
        return True


def _without(token: str, argument: object) -> object:
    return argument.replace(token, HIDDEN) if isinstance(argument, str) else argument
