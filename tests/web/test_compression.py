"""S-11: answers go out compressed to whoever takes gzip, but for those whose length could tell a secret."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import ResolverMatch

from darkseas.web.sending import compression
from darkseas.web.sending.compression import CompressedAnswersMiddleware, packed, send_packed, uncompressed

TEXT = b"Hood and Bismarck. " * 40


def long_text(request: HttpRequest, token: str = "") -> HttpResponse:
    """Answer with a text that gets shorter by compression."""
    return HttpResponse(TEXT, headers={"ETag": '"x"'})


def request_of(method: str = "GET", accept: str = "gzip, deflate", **parts: str) -> HttpRequest:
    """A request as a browser makes it; ``parts`` stand in its address."""
    request = RequestFactory().generic(method, "/", headers={"Accept-Encoding": accept})
    request.resolver_match = ResolverMatch(long_text, (), parts)
    return request


def answer(request: HttpRequest, response: HttpResponse | None = None) -> HttpResponse:
    """What the middleware makes of an answer."""
    done = CompressedAnswersMiddleware(lambda _: response or long_text(request))(request)
    assert isinstance(done, HttpResponse)
    return done


def is_compressed(response: HttpResponse) -> bool:
    """Whether an answer came compressed."""
    return response.headers.get("Content-Encoding") == "gzip"


def test_text_comes_compressed_with_a_weak_tag_and_says_that_it_differs_by_reader() -> None:
    done = answer(request_of())
    assert (gzip.decompress(done.content), done.headers["ETag"]) == (TEXT, 'W/"x"')
    assert (len(done.content) < len(TEXT) / 2, done.headers["Vary"]) == (True, "Accept-Encoding")
    plain = answer(request_of(accept="identity"))
    assert (plain.content, plain.headers["Vary"]) == (TEXT, "Accept-Encoding")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_answer_to_what_changes_something_is_not_compressed(method: str) -> None:
    assert (is_compressed(answer(request_of(method))), is_compressed(answer(request_of("HEAD")))) == (
        False,
        True,
    )


def test_page_behind_a_secret_link_is_not_compressed() -> None:
    assert not is_compressed(answer(request_of(token="opens-a-seat")))
    assert is_compressed(answer(request_of(key="savo-island")))


def test_marked_view_is_not_compressed() -> None:
    request = request_of()
    done = CompressedAnswersMiddleware(uncompressed(long_text))(request)
    assert isinstance(done, HttpResponse)
    assert done.content == TEXT


@pytest.mark.parametrize("media_type", ["image/png", "application/zip", "application/pdf"])
def test_what_is_compressed_already_stays_as_it_is(media_type: str) -> None:
    assert not is_compressed(answer(request_of(), HttpResponse(TEXT, content_type=media_type)))


def test_streams_go_on_line_by_line() -> None:
    done = CompressedAnswersMiddleware(lambda _: StreamingHttpResponse([TEXT], content_type="text/plain"))(
        request_of()
    )
    assert isinstance(done, StreamingHttpResponse)
    assert b"".join(done) == TEXT


def test_kept_bytes_are_sent_as_they_are_kept() -> None:
    kept = packed(TEXT)
    assert (kept, kept) == (
        packed(TEXT),
        answer(request_of(), send_packed(request_of(), kept, "text/plain")).content,
    )
    assert send_packed(request_of(accept="br"), kept, "text/plain").content == TEXT


def test_what_is_large_is_unpacked_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = packed(TEXT)
    monkeypatch.setattr(compression, "MOST_UNPACKED_BYTES", len(TEXT))
    assert send_packed(request_of(accept=""), kept, "text/plain").content == TEXT
    monkeypatch.setattr(compression, "MOST_UNPACKED_BYTES", len(TEXT) - 1)
    refused = send_packed(request_of(accept=""), kept, "text/plain")
    assert (refused.status_code, refused.headers["Content-Type"]) == (406, "application/problem+json")
    assert b"Accept-Encoding: gzip" in refused.content
    assert refused.headers["Vary"] == "Accept-Encoding"
    assert send_packed(request_of(), kept, "text/plain").content == kept


def test_small_answers_and_the_length_of_pages(client: Client) -> None:
    """Two compressed answers of the same page differ in length by chance."""
    assert not is_compressed(answer(request_of(), HttpResponse(b"{}", content_type="application/json")))
    lengths = {len(answer(request_of()).content) for _ in range(40)}
    assert len(lengths) > 5
