"""Log lines without the tokens of links: who reads a log may not take a seat or join a club by it."""

import logging

HIDDEN = "…"


class WithoutTokens(logging.Filter):
    """Leaves the part of a path out of a line that its address calls ``token``, as refusals write it.

    Every address whose path opens something calls that part so (`tests/web/test_redacted_logs.py`).
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line through; one of a request without its token."""
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        token = match.kwargs.get("token") if match else None
        if token and isinstance(record.args, tuple):
            record.args = tuple(_without(token, one) for one in record.args)
        return True


def _without(token: str, argument: object) -> object:
    return argument.replace(token, HIDDEN) if isinstance(argument, str) else argument
