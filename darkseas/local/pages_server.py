"""The web server that ``up`` starts for pages: waitress, which passes only complete requests to its threads.

One loop receives requests and sends responses, so a slow client blocks no thread. Several processes may
listen on one port. nginx also buffers, so gunicorn is enough behind it.
"""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from typing import Any

import waitress
from django.core.wsgi import get_wsgi_application

#: Seconds after which an idle connection is closed, and seconds between two checks for idle connections.
SILENT_S, LOOK_EVERY_S = 20, 5
#: Bytes buffered per response before a thread waits for its client. Only the longest streams are larger.
MOST_UNSENT_BYTES = 128 * 1024 * 1024
MOST_BODY_BYTES = 16 * 1024 * 1024
MOST_HEADER_BYTES = 64 * 1024


def headers_alone(application: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """Wrap an application to send no body after ``HEAD`` (RFC 9110, 9.3.2), which waitress does not do."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        body = application(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body
        if close := getattr(body, "close", None):
            close()
        return ()

    return answer


def serve(host: str, port: int, threads: int) -> None:
    """Serve pages until SIGTERM."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
    application = get_wsgi_application()

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind((host, port))
        waitress.serve(
            headers_alone(application),
            sockets=[listener],
            threads=threads,
            connection_limit=1_000,
            channel_timeout=SILENT_S,
            cleanup_interval=LOOK_EVERY_S,
            outbuf_high_watermark=MOST_UNSENT_BYTES,
            max_request_body_size=MOST_BODY_BYTES,
            max_request_header_size=MOST_HEADER_BYTES,
            # The settings decide whether to trust a proxy's headers.
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
            ident="",
        )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
