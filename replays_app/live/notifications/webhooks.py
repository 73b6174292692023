"""Webhooks: signed HTTPS POST requests to a member's own address on a public host.

A receiver gets each event at least once; the ``id`` stays the same, so receivers can ignore repeats. The
signature is an HMAC-SHA256, keyed with the member's secret, of time, a dot and the body.
"""

import hmac
import json
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from http.client import HTTPException, HTTPSConnection
from threading import Timer

from .public_addresses import Target

#: Time limit in seconds for connecting and the complete answer, and the minimum for the answer.
PATIENCE_S, LEAST_REST_S = 5.0, 0.1
SIGNATURE = "X-Darkseas-Signature"


class NotTaken(Exception):
    """The receiver did not accept the event; the message says why.

    ``is_silent``: the receiver did not answer at all.
    """

    def __init__(self, reason: str, *, is_silent: bool = False) -> None:
        super().__init__(reason)
        self.is_silent = is_silent


class _ToTarget(HTTPSConnection):
    """Connects to the checked address and verifies the host name's certificate.

    A receiver that answers byte by byte is cut off, because one worker sends all e-mails and webhooks.
    """

    def __init__(self, target: Target, trust: ssl.SSLContext) -> None:
        super().__init__(target.host, target.port, timeout=PATIENCE_S, context=trust)
        self._target, self._trust = target, trust
        self._patience: Timer | None = None

    def connect(self) -> None:
        """Connect without looking up the name again."""
        began = time.monotonic()
        line = socket.create_connection((self._target.address, self._target.port), PATIENCE_S)
        self.sock = self._trust.wrap_socket(
            line, server_hostname=self._target.host, do_handshake_on_connect=False
        )
        rest = PATIENCE_S - (time.monotonic() - began)
        self._patience = Timer(max(rest, LEAST_REST_S), self._hang_up)
        self._patience.start()
        self.sock.do_handshake()

    def close(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
        super().close()

    def _hang_up(self) -> None:
        """Close the underlying socket of the waiting thread, which owns the TLS state."""
        line = self.sock
        if line is not None:
            with suppress(OSError):
                socket.socket.shutdown(line, socket.SHUT_RDWR)


def post(
    target: Target, event: Mapping[str, object], secret: str, trust: ssl.SSLContext | None = None
) -> None:
    """Send a signed event. Raises NotTaken for every status other than 2xx; redirects are not followed."""
    body = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
    line = _ToTarget(target, trust or ssl.create_default_context())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "darkseas-webhook",
        SIGNATURE: signature(secret, body, int(time.time())),
    }
    try:
        line.request("POST", target.path, body, headers)
        status = line.getresponse().status
    except (OSError, HTTPException) as fault:
        raise NotTaken(type(fault).__name__, is_silent=True) from None
    finally:
        line.close()
    if status // 100 != 2:
        raise NotTaken(f"status {status}")


def signature(secret: str, body: bytes, at: int) -> str:
    """Return the signature header of a body and a time (seconds since 1970)."""
    digest = hmac.new(secret.encode(), b"%d.%b" % (at, body), sha256).hexdigest()
    return f"t={at},v1={digest}"
