"""Words of scenarios are found without their accents too; those published before get them here."""

import unicodedata

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.translate(_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def add_plain_words(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Add to each word that has accents the ways in which it may be written without."""
    for scenario in apps.get_model("scenarios_app", "Scenario").objects.only("pk", "words").iterator():
        if scenario.words.isascii():
            continue
        words = scenario.words.split()
        ways = [way for word in words for way in (word, _plain(word), _plain(word.translate(_GERMAN)))]
        scenario.words = " ".join(dict.fromkeys(ways))
        scenario.save(update_fields=["words"])


class Migration(migrations.Migration):
    """Adds plain words."""

    dependencies = [("scenarios_app", "0005_invitations")]
    operations = [migrations.RunPython(add_plain_words, migrations.RunPython.noop)]
