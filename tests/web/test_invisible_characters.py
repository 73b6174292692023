"""Signs that nobody sees, in names: refused where they only make one name look like another."""

import pytest

from darkseas.web.invisible_characters import has_unseen, without_turns


@pytest.mark.parametrize(
    "name",
    [
        "Night\u200b Owls", "Night\u202eOwls", "\ufeffNight Owls",
        "Night Owls\u3164", "Night Owls\u2800", "\u115fNight Owls", "Night Owls\u17b4", "Night\uffa0Owls",
        "Night\u2065Owls", "Owls\U000e0fff", "艦\u200d隊", "דן\u200d",
        "Night Owls\ufe0f", "Bob\u200dby", "Night \u200dOwls", "\u200dBob", "Ночь\u200cю", "a\u034fb",
        "Bob\U000e0100", "\ufe0fBob", "Night\u2028Owls", "Night Owls\u2029",
    ],
)  # fmt: skip
def test_name_that_holds_what_cannot_be_seen_is_known(name: str) -> None:
    assert has_unseen(name)


@pytest.mark.parametrize(
    "name",
    [
        "Night Owls", "Åse Ødegård", "Адмирал Макаров", "東郷 平八郎", "نیروی دریایی", "می\u200cخواهم",
        "क्\u200dष", "⚓\ufe0f Harbour", "Crew 👩\u200d✈\ufe0f", "Table 1\ufe0f\u20e3", "葛\U000e0100城",
    ],
)  # fmt: skip
def test_name_as_people_write_it_is_taken(name: str) -> None:
    assert not has_unseen(name)


@pytest.mark.parametrize("end", ["\u2028", "\u2029"])
def test_whatever_ends_a_line_of_a_free_text_is_the_usual_sign(end: str) -> None:
    assert without_turns(f"Ran{end}aground\r\nat dawn") == "Ran\naground\r\nat dawn"
