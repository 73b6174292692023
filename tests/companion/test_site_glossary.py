"""The page that explains the site's words."""

import pytest
from django.test import Client

from darkseas.companion.site_glossary import word_groups


def test_words_appear_once() -> None:
    words = [one.word for group in word_groups() for one in group.words]
    assert len(words) == len(set(words)) > 50


def test_meanings_are_sentences() -> None:
    for group in word_groups():
        for one in group.words:
            assert one.meaning[0].isupper()
            assert one.meaning.endswith(".")


@pytest.mark.django_db
def test_page_has_every_word_at_an_address_of_its_own(client: Client) -> None:
    page = client.get("/rules/words/").content.decode()
    for group in word_groups():
        assert f">{group.title}</h2>" in page
        for one in group.words:
            assert f'<div id="{one.anchor}">' in page
    assert 'href="/rules/words/"' in client.get("/rules/").content.decode()
