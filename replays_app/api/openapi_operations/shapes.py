"""Schemas of battles."""

from darkseas.web.openapi.shapes import (
    ADDRESS,
    ANYTHING,
    DIGEST,
    FLAG,
    FROM_0,
    FROM_1,
    HEX_ID,
    OBJECT,
    TEXT,
    TIME,
    array,
    mapping,
    nullable,
    one_of,
    record,
)
from replays_app.models import Battle
from replays_app.recording.dice_schemes import SCHEMES

CARD = {
    "battle": HEX_ID,
    "url": ADDRESS,
    "title": TEXT,
    "status": one_of(Battle.Status.values),
    "system": TEXT,
    "release": TEXT,
    "dice": one_of(SCHEMES),
    "scenario": TEXT,
    "revision": nullable(FROM_1),
    "sides": array(TEXT),
    "begun_at": TIME,
}
BATTLE = record(CARD, {"log": record({"entries": FROM_0, "head": TEXT})})
OWN_BATTLE = record(
    {**CARD, "side": TEXT, "others": TEXT, "is_called": FLAG, "since": nullable(TIME)},
)

#: An entry as stored (`seq`), or as a side sees it (`n`).
ENTRY = record(
    {"kind": TEXT, "payload": OBJECT, "shape": FROM_1, "step": FROM_0},
    {"n": FROM_0, "seq": FROM_0, "audience": ANYTHING, "given_by": ANYTHING},
)
STORED = record({"entry": ENTRY, "leaf": DIGEST, "link": DIGEST, "salt": HEX_ID})
ENTRIES = record({"battle": HEX_ID, "entries": array({"anyOf": [STORED, ENTRY]})})

#: The event determines which of these a line has: modifiers, dice, places.
LINE = {
    **record(
        {
            "n": FROM_0,
            "step": FROM_0,
            "turn": FROM_0,
            "phase": TEXT,
            "kind": TEXT,
            "side": TEXT,
            "sentence": TEXT,
            "rules": array(TEXT),
        }
    ),
    "additionalProperties": True,
}
LINES = record({"lines": array(LINE)})
ANALYSIS = record(
    {
        "state": one_of(("none", "waiting", "running", "failed", "done")),
        "percent": FROM_0,
        "error": TEXT,
        "analysis": nullable(OBJECT),
    }
)
STEP = record({"n": FROM_0, "line": LINE, "chart": OBJECT})
COUNTERPART = record({"n": FROM_0, "is_same": FLAG})
OUTLINE = {
    **record(
        {
            "battle": HEX_ID,
            "title": TEXT,
            "status": TEXT,
            "system": TEXT,
            "system_title": TEXT,
            "release": TEXT,
            "perspective": TEXT,
            "perspectives": array(record({"key": TEXT, "name": TEXT})),
            "ground": OBJECT,
            "options": array(OBJECT),
            "house": array(TEXT),
            "entries": FROM_0,
            "turns": array(OBJECT),
            "marks": OBJECT,
            "scores": array(OBJECT),
            "result": nullable(OBJECT),
            "broken_off": nullable(OBJECT),
        }
    ),
    "additionalProperties": True,
}

REEL = record({"outline": OUTLINE, "lines": array(LINE), "charts": array(OBJECT), "chart_of": array(FROM_0)})

#: The other fields of a blank depend on its kind: values, minimum and maximum, rows of blanks.
BLANK = {
    **record(
        {
            "blank": one_of(("choice", "several", "number", "fixed", "rows", "course", "formation")),
            "name": TEXT,
            "title": TEXT,
        }
    ),
    "additionalProperties": True,
}
FORM = record(
    {
        "order": TEXT,
        "title": TEXT,
        "rule": TEXT,
        "because": TEXT,
        "gives_up": TEXT,
        "pressing": FLAG,
        "guide": array(record({"text": TEXT, "why": TEXT, "rule": TEXT, "focus": array(TEXT)})),
        "blanks": array(BLANK),
    }
)
#: Points (fractions as text) and the status and worth of each ship, as far as the seat knows.
STANDING = record(
    {
        "scores": mapping(TEXT),
        "ships": array(record({"ship": TEXT, "side": TEXT, "name": TEXT, "fate": TEXT, "worth": TEXT})),
    }
)
#: Since when the seat's orders are due, or it waits; null for a seat that nobody holds. ``called`` is for the
#: umpire, ``unconfirmed`` for a side of a table with two recorders, with the newest of these rolls.
FORMS = record(
    {"side": TEXT, "length": FROM_0, "since": nullable(TEXT), "forms": array(FORM), "standing": STANDING},
    {
        "called": array(record({"side": TEXT, "since": TEXT})),
        "unconfirmed": FROM_0,
        "unconfirmed_throws": array(record({"n": FROM_0, "dice": TEXT, "outcome": TEXT})),
    },
)
SUGGESTION = record({"length": FROM_0, "order": TEXT, "blanks": OBJECT, "reasons": array(TEXT)})
#: Probabilities are fractions as text.
TARGET_ODDS = {
    **record({"name": TEXT, "drawn": TEXT, "sunk": TEXT, "damaged": TEXT, "unhurt": TEXT}),
    "additionalProperties": True,
}
PREVIEW_LINE = record(
    {
        "blank": TEXT,
        "text": TEXT,
        "rule": TEXT,
        "odds": array(TARGET_ODDS),
        "warnings": array(record({"text": TEXT, "rule": TEXT})),
    }
)
PREVIEW = record({"length": FROM_0, "lines": array(PREVIEW_LINE)})
THROW = record(
    {"count": FROM_1, "sides": FROM_1}, {"what": TEXT, "rules": array(TEXT), "column": nullable(OBJECT)}
)
NEEDED = record({"needed": nullable(THROW)})
CONFIRMED = record({"confirmed": FROM_0})
RULING_FORMS = record({"length": FROM_0, "forms": array(FORM)})
RULED = record({"length": FROM_0})
ORDERED = record({"battle": HEX_ID, "length": FROM_0, "entries": array(ENTRY)})
UNSENT = record({"data": nullable(OBJECT)}, {"changed_at": TIME})
TIME_LEFT = record({"left": FROM_0, "is_on": FLAG, "stands_until": nullable(TIME)})
#: An umpire has no clock and gets those of all sides.
CLOCKS = record(
    {
        "terms": TEXT,
        "own": nullable(TIME_LEFT),
        "other": nullable(TIME_LEFT),
        "sides": array(record({"side": TEXT, "name": TEXT, "time": TIME_LEFT})),
    }
)
CLOCK = record({"clock": nullable(CLOCKS)})
STANDING_QUESTION = record(
    {
        "order": TEXT,
        "title": TEXT,
        "rule": TEXT,
        "values": array(record({"name": TEXT, "title": TEXT, "help": TEXT})),
        "value": TEXT,
        "cancelled": TEXT,
    }
)
STANDING_ANSWERS = record({"questions": array(STANDING_QUESTION)})
BEGUN = record({**CARD, "seats": mapping(TEXT)})
JOB = record(
    {
        "job": HEX_ID,
        "kind": TEXT,
        "state": one_of(("queued", "running", "done", "failed", "cancelled")),
        "done": FROM_0,
        "total": FROM_0,
        "silent_s": FROM_0,
        "result": ANYTHING,
        "error": TEXT,
    }
)
