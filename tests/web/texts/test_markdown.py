"""Texts of people become HTML, and never somebody's script, picture or page of ours."""

from html import escape

import pytest

from darkseas.web.texts.markdown import rendered

REL = "nofollow noopener noreferrer ugc"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# Rules", "<h3>Rules</h3>\n"),
        ("###### Deep", "<h3>Deep</h3>\n"),
        ("# A\n### B\n# C", "<h3>A</h3>\n<h4>B</h4>\n<h3>C</h3>\n"),
        ("## A\n# B\n## C", "<h3>A</h3>\n<h3>B</h3>\n<h4>C</h4>\n"),
        ("**kind** ~~not~~", "<p><strong>kind</strong> <s>not</s></p>\n"),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>\n"),
        ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](data:text/html;base64,PA==)", "<p>[x](data:text/html;base64,PA==)</p>\n"),
        ("[x](https://e.org)", f'<p><a href="https://e.org" rel="{REL}">x</a></p>\n'),
    ],
)  # fmt: skip
def test_text_is_rendered_and_escaped(text: str, html: str) -> None:
    assert rendered(text) == html


def test_no_picture_is_fetched_from_anywhere() -> None:
    assert "<img" not in rendered("![x](https://e.org/x.png)\n\n![y][1]\n\n[1]: https://e.org/y.png")


def test_table_is_a_table() -> None:
    assert "<table>" in rendered("|a|b|\n|-|-|\n|1|2|")


def test_table_that_would_be_filled_up_to_millions_of_cells_is_none() -> None:
    html = rendered(f"|{'a|' * 3000}\n|{'-|' * 3000}\n{'|' * 1}\n" * 2 + "|\n" * 2000)
    assert "<td>" not in html
    assert len(html) < 40_000


@pytest.mark.parametrize("mark", ["[", "[*", "<", "*a", "`", "~~"])
def test_text_of_very_many_marks_stays_as_it_was_typed(mark: str) -> None:
    text = mark * 4000
    assert rendered(text) == f"<p>{escape(text)}</p>\n"
    assert "<script" not in rendered("<script>" + text)


def test_text_of_some_marks_is_rendered_and_what_was_made_of_it_is_kept() -> None:
    text = "**Salvo** " * 90
    assert rendered(text).count("<strong>") == 90
    assert rendered(text) is rendered("**Salvo** " * 90)
