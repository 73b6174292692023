"""Ship search that accepts free text: “USS Chicago”, “Koeln”, “8-inch cruiser japan”.

A prefix such as USS or HMS selects a navy. If no ship of that navy matches, the prefix is ignored, because
many people write HMS for any Commonwealth ship.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice, product

from darkseas.engine.scenario.ship_facts import ClassFacts, Guns
from darkseas.engine.serialization.records import record
from darkseas.web.texts.search_words import Term, are_words_of, index_words, search_terms
from darkseas.web.texts.similar_names import near
from darkseas.web.texts.without_accents import plain

from .data import KINDS, Ship, absence_of, class_of, classes, navies, ships_of

#: Prefixes of ship names with their navies; an empty set allows all merchantmen.
PREFIXES: Mapping[str, frozenset[str]] = {
    "uss": frozenset({"USN"}),
    "usn": frozenset({"USN"}),
    "hms": frozenset({"RN"}),
    "rn": frozenset({"RN"}),
    "hmas": frozenset({"RAN"}),
    "hmnzs": frozenset({"RNZN"}),
    "hmcs": frozenset({"RCN"}),
    "hnlms": frozenset({"RNN"}),
    "hrms": frozenset({"RNN"}),
    "hnoms": frozenset({"RNoN"}),
    "orp": frozenset({"POL"}),
    "fs": frozenset({"MN"}),
    "htms": frozenset({"RTN"}),
    "ijn": frozenset({"IJN"}),
    "hijms": frozenset({"IJN"}),
    "kms": frozenset({"KM"}),
    "dkm": frozenset({"KM"}),
    "sms": frozenset({"IGN"}),
    "rni": frozenset({"RM"}),
    "ss": frozenset(),
    "mv": frozenset(),
    "rms": frozenset(),
}
#: Maximum number of suggestions, and minimum length of a word that may be a misspelling.
MOST_SUGGESTED, SHORTEST_SLIP = 3, 3
#: Maximum number of words in a search, and of misspelled ones, since each is compared with all words.
MOST_WORDS, MOST_SLIPS = 12, 3
#: Maximum number of words tried as misspelled ship names, even though each is a known word.
MOST_WORDS_OF_A_NAME = 4

_INCHES = re.compile(r"(\d+(?:\.\d+)?)\s*-?\s*(?:inch(?:es)?|in\b|\"|″)", re.IGNORECASE)
#: Abbreviations with full stops: “H.M.S.”, “Hr.Ms.”.
_POINTED = re.compile(r"\b(?:[A-Za-z]{1,2}\.){2,6}(?=\s|$)")


@record
class FoundClass:
    """A class that matches a search, with its matching ships."""

    facts: ClassFacts
    ships: tuple[Ship, ...]

    @property
    def is_whole(self) -> bool:
        """Return whether all ships of the class match."""
        return len(self.ships) == len(ships_of(self.facts.key))


def find_ships(question: str = "", navy: str = "", kind: str = "", year: int = 0) -> tuple[Ship, ...]:
    """Return the ships whose name, class, navy, type or calibre contains all words of the question.

    `navy` and `kind` are keys. `year` limits the result to classes in service by then; those in service that
    year come first. A class without named ships is returned as one unnamed ship.
    """
    asked = _asked(question)
    if asked is None:
        return ()
    terms, meant = asked
    answering = tuple(
        ship
        for facts in classes()
        if _fits(facts, kind, year)
        for ship in (ships_of(facts.key) or (Ship(facts.name, "", facts.navy, facts),))
        if navy in ("", ship.navy) and are_words_of(terms, _words_of_ship(ship))
    )
    found = tuple(ship for ship in answering if ship.navy in meant) or answering
    return tuple(sorted(found, key=lambda ship: not _was_there(ship, year))) if year else found


def find_classes(question: str = "", navy: str = "", kind: str = "", year: int = 0) -> tuple[FoundClass, ...]:
    """Return the classes of the ships that `find_ships` finds, each once, with these ships."""
    ships_by_class: dict[str, list[Ship]] = {}
    facts_by_class: dict[str, ClassFacts] = {}
    for ship in find_ships(question, navy, kind, year):
        facts_by_class.setdefault(ship.class_key, class_of(ship.class_key) or ship.facts)
        ships_by_class.setdefault(ship.class_key, []).extend([ship] if ship.slug else [])
    return tuple(FoundClass(facts_by_class[key], tuple(ships)) for key, ships in ships_by_class.items())


def ships_called(text: str) -> frozenset[str]:
    """Return the names of ships that start with these words, with or without a prefix."""
    terms, _ = _asked(text) or ((), None)
    return frozenset(
        ship.name for ship in _named_ships() if terms and are_words_of(terms, _words_of_name(ship))
    )


def searched(question: str) -> str:
    """Return the part of a question that is searched: its first words."""
    words = question.split()
    return question if len(words) <= MOST_WORDS else " ".join(words[:MOST_WORDS])


def too_many_words(question: str) -> str:
    """Return the message that only the first words are searched; empty if all of them are."""
    count = len(question.split())
    return f"Only the first {MOST_WORDS} of {count} words are searched." if count > MOST_WORDS else ""


def without_prefixes(text: str) -> str:
    """Return a question without prefixes such as USS and HMS, or unchanged if nothing would be left."""
    joined = _POINTED.sub(lambda match: match[0].replace(".", ""), text)
    kept = [word for word in joined.split() if plain(word) not in PREFIXES]
    return " ".join(kept) or text


def meant_instead(
    question: str, further: Iterable[str] = (), is_answered: Callable[[str], bool] | None = None
) -> tuple[str, ...]:
    """Return spelling suggestions for a question, the likeliest first. Each suggestion finds something.

    Unknown words are replaced by similar known ones. If all words are known, one may be a misspelled ship
    name. ``further`` adds known names to those of the ship data. ``is_answered`` tests whether a question
    finds anything; by default, whether it finds a ship.
    """
    known = {**_by_plain_word(further), **_known_words()}
    words = [word for word in without_prefixes(searched(question)).split() if plain(word) not in PREFIXES]
    unknown = [word for word in words if len(word) >= SHORTEST_SLIP and not _begins_any(plain(word), known)]
    if len(unknown) > MOST_SLIPS:
        return ()
    answered = is_answered or (lambda text: bool(find_ships(text)))
    rewritten = _of_slips(words, unknown, known) if unknown else _of_names(words)
    return tuple(islice(filter(answered, dict.fromkeys(rewritten)), MOST_SUGGESTED))


def _of_slips(words: list[str], slips: list[str], known: Mapping[str, str]) -> Iterator[str]:
    """Yield the question with misspelled words replaced by similar known ones, varying the last first."""
    for choice in product(*(near(plain(word), known) for word in slips)):
        meant = {word: known[one] for word, one in zip(slips, choice, strict=True)}
        yield " ".join(meant.get(word, word) for word in words)


def _of_names(words: list[str]) -> Iterator[str]:
    """Yield the question with one of its known words replaced by a similar word of a ship's name."""
    if not 1 < len(words) <= MOST_WORDS_OF_A_NAME:
        return
    names = _words_of_names()
    for place in reversed(range(len(words))):
        if len(words[place]) < SHORTEST_SLIP:
            continue
        for one in near(plain(words[place]), names):
            if one != plain(words[place]):
                yield " ".join([*words[:place], names[one], *words[place + 1 :]])


# --- words ---------------------------------------------------------------------------------------


def _asked(question: str) -> tuple[tuple[Term, ...], frozenset[str]] | None:
    """Return the words of a question, and the navies that its prefixes mean; None if it has only signs."""
    pointless = _POINTED.sub(lambda match: match[0].replace(".", ""), searched(question))
    typed = _calibres_joined(pointless).split()
    prefixes = {word for word in map(_without_signs, typed) if word in PREFIXES}
    terms = search_terms(" ".join(word for word in typed if _without_signs(word) not in PREFIXES))
    if typed and not terms and not prefixes:
        return None
    return terms, frozenset().union(*(PREFIXES[prefix] for prefix in prefixes))


def _without_signs(word: str) -> str:
    return plain(word).strip("()[],.:;“”\"'")


def _fits(facts: ClassFacts, kind: str, year: int) -> bool:
    return kind in ("", facts.kind) and (not year or first_year(facts) <= year)


def first_year(facts: ClassFacts) -> int:
    """Return the year in which the first ship of a class entered service; 0 if unknown."""
    since = [int(ship.since[:4]) for ship in facts.ships if ship.since]
    return min([facts.service_from, *since]) if facts.service_from else 0


def _was_there(ship: Ship, year: int) -> bool:
    """Return whether a ship is known to have been in service in a year."""
    return first_year(ship.facts) > 0 and absence_of(ship, str(year)) is None


def _begins_any(word: str, known: Iterable[str]) -> bool:
    return any(one.startswith(word) for one in known)


def _words_of(text: str) -> frozenset[str]:
    """Return the words by which a text is found."""
    return frozenset(index_words(_calibres_joined(text)))


def _calibres_joined(text: str) -> str:
    """Return a text with calibres as one word: 8-inch is "8in"."""
    return _INCHES.sub(r"\1in ", text)


@cache
def _words_of_class(key: str) -> frozenset[str]:
    facts = class_of(key)
    if facts is None:
        return frozenset()
    calibres = {_inches(guns) for guns in (*facts.main, *facts.secondary)}
    tubes = {f"{facts.tubes.diameter_tenths / 10:g}in"} if facts.tubes else set()
    return _words_of(f"{facts.name} {key} {facts.kind} {KINDS[facts.kind]}") | calibres | tubes


@cache
def _words_of_name(ship: Ship) -> frozenset[str]:
    return _words_of(ship.name)


@cache
def _words_of_ship(ship: Ship) -> frozenset[str]:
    navy = navies()[ship.navy]
    description = f"{ship.role} {navy.key} {navy.name} {navy.words}"
    return _words_of_class(ship.class_key) | _words_of(description) | _words_of_name(ship)


@cache
def _named_ships() -> tuple[Ship, ...]:
    return tuple(ship for facts in classes() for ship in ships_of(facts.key))


@cache
def _words_of_names() -> Mapping[str, str]:
    """Return the words of ships' names: from normalised to original spelling."""
    return _by_plain_word(ship.name for ship in _named_ships())


@cache
def _known_words() -> Mapping[str, str]:
    """Return the words of ships, classes, navies and types: from normalised to original spelling."""
    texts = [ship.name for ship in _named_ships()] + [facts.name for facts in classes()]
    texts += [f"{navy.name} {navy.words} {navy.key}" for navy in navies().values()]
    texts += [word for kind, title in KINDS.items() for word in (kind, title)]
    return _by_plain_word(texts)


def _by_plain_word(texts: Iterable[str]) -> dict[str, str]:
    words = (word.strip("()[],.:;“”") for text in texts for word in text.split())
    names = (word.removesuffix("’s").removesuffix("'s") for word in words)
    return {plain(name): name for name in names if name}


def _inches(guns: Guns) -> str:
    return f"{guns.calibre_hundredths / 100:g}in"
