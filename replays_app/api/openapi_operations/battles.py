"""Operations on battles as everybody may know them, and on one's own."""

from darkseas.web.openapi.operations import (
    FORMAT,
    NOT_AGAIN,
    NOT_MODIFIED,
    PAGED,
    TAGGED,
    Answer,
    Operation,
    Operations,
    Parameter,
    Who,
    from_number,
    list_page,
)
from darkseas.web.openapi.shapes import TEXT, one_of, record
from replays_app.api.battles import BattleRequest
from replays_app.projections.battle_filters import CHOICES

from . import shapes

_NDJSON = "application/x-ndjson"
_HEAD = "Of a battle that is over, `log` tells length and head of its log."

_FILTERS = (
    Parameter("scenario", TEXT, "The key of a scenario."),
    Parameter("system", TEXT, "The key of a rules system.", example="dark_seas"),
    Parameter(
        "won", TEXT, "The key of the side that won, or up to four keys, divided by commas.", example="ijn"
    ),
    Parameter("how", one_of(CHOICES["how"]), "How the battle ended."),
    Parameter("length", one_of(CHOICES["length"]), "Up to 4 turns, 5 to 8, or 9 and more."),
    Parameter("sort", one_of(CHOICES["sort"]), "What comes first; the newest if left out."),
)

OPERATIONS: Operations = {
    ("battles-api:battles", "GET"): Operation(
        "Battles, the newest first",
        [list_page("battles", record(shapes.CARD)), NOT_MODIFIED],
        "Battles on public scenarios, and those that who asks fights or may see as an author. `sort` by "
        "`closest` leaves out battles without points to compare, and by length those that are not over.",
        parameters=(*_FILTERS, *PAGED, NOT_AGAIN),
        is_negotiated=True,
    ),
    ("battles-api:battles", "POST"): Operation(
        "Begin a battle",
        [
            Answer(
                shapes.BEGUN,
                201,
                "`seats` holds the token of each seat, shown this once.",
                headers={"Location": "The battle."},
            )
        ],
        "On the current revision of a scenario. `seats` are the sides that get a token (left out: all), and "
        "`umpire` if wanted; `captains` are sides that our captain fights, never all.",
        body=BattleRequest,
        example={"scenario": "savo-island", "captains": ["ijn"]},
        problems=(409,),
        is_negotiated=True,
    ),
    ("battles-api:own-battles", "GET"): Operation(
        "One's own battles",
        [
            list_page("battles", shapes.OWN_BATTLE),
            Answer(shapes.OWN_BATTLE, media_type=_NDJSON),
            NOT_MODIFIED,
        ],
        "Where who asks holds a seat, the newest seat first; whether they are called, and since when.",
        parameters=(*PAGED, FORMAT, NOT_AGAIN),
        who=Who.PERSON,
    ),
    ("battles-api:battle", "GET"): Operation(
        "A battle",
        [Answer(shapes.BATTLE, text=_HEAD, headers=TAGGED), NOT_MODIFIED],
        parameters=(NOT_AGAIN,),
        problems=(404,),
    ),
    ("battles-api:events", "GET"): Operation(
        "Entries of a battle",
        [
            Answer(
                shapes.ENTRIES,
                headers={"Cache-Control": "Who may keep it.", "ETag": "Of a battle that is over."},
            ),
            Answer({"anyOf": [shapes.STORED, shapes.ENTRY]}, media_type=_NDJSON),
            NOT_MODIFIED,
        ],
        "Of a battle that is over: as stored, with leaf, link and salt. Of a running one: what who asks may "
        "know, numbered anew. As a stream all that follow `after`; `count` is for the answer at once.",
        parameters=(
            from_number("after", "The last entry that is known already."),
            from_number("count", "How many at most, up to 1000.", 100),
            FORMAT,
            NOT_AGAIN,
        ),
        problems=(403, 404),
    ),
    ("battles-api:export", "GET"): Operation(
        "A battle as a file",
        [
            Answer(TEXT, media_type="application/jsonl", headers=TAGGED),
            Answer({**TEXT, "format": "binary"}, media_type="application/zip"),
            NOT_MODIFIED,
        ],
        "Of a battle that is over. With `with=verifier` an archive with the program that checks the file.",
        parameters=(
            Parameter("with", one_of(("verifier",)), "`verifier` for the archive."),
            NOT_AGAIN,
        ),
        problems=(404, 409),
    ),
}
