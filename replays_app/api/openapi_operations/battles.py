"""Operations on public battles and on the requester's own."""

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
_HEAD = "For finished battles, `log` has the length and head of the log."

_FILTERS = (
    Parameter("scenario", TEXT, "Scenario key."),
    Parameter("system", TEXT, "Rules system key.", example="dark_seas"),
    Parameter(
        "won", TEXT, "Key of the winning side, or up to four keys, separated by commas.", example="ijn"
    ),
    Parameter("how", one_of(CHOICES["how"]), "Result of the battle."),
    Parameter("length", one_of(CHOICES["length"]), "Number of turns: up to 4, 5 to 8, or 9 and more."),
    Parameter("sort", one_of(CHOICES["sort"]), "Sort order; newest first by default."),
)

OPERATIONS: Operations = {
    ("battles-api:battles", "GET"): Operation(
        "List battles, newest first",
        [list_page("battles", record(shapes.CARD)), NOT_MODIFIED],
        "Battles on public scenarios, and those you play or may see as an author. Sorting by `closest` "
        "leaves out battles without comparable points; sorting by length leaves out running ones.",
        parameters=(*_FILTERS, *PAGED, NOT_AGAIN),
        is_negotiated=True,
    ),
    ("battles-api:battles", "POST"): Operation(
        "Begin a battle",
        [
            Answer(
                shapes.BEGUN,
                201,
                "`seats` has the token of each seat, shown only once.",
                headers={"Location": "The battle."},
            )
        ],
        "Starts on the current revision of a scenario. `seats` lists the sides that get a token (default: "
        "all) and may include `umpire`; captains (bots) play the sides in `captains`, never all.",
        body=BattleRequest,
        example={"scenario": "savo-island", "captains": ["ijn"]},
        problems=(409,),
        is_negotiated=True,
    ),
    ("battles-api:own-battles", "GET"): Operation(
        "List your own battles",
        [
            list_page("battles", shapes.OWN_BATTLE),
            Answer(shapes.OWN_BATTLE, media_type=_NDJSON),
            NOT_MODIFIED,
        ],
        "Battles in which you hold a seat, newest seat first, and since when your orders are due.",
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
        "List the entries of a battle",
        [
            Answer(
                shapes.ENTRIES,
                headers={
                    "Cache-Control": "Cache rules.",
                    "ETag": "Only for finished battles.",
                },
            ),
            Answer({"anyOf": [shapes.STORED, shapes.ENTRY]}, media_type=_NDJSON),
            NOT_MODIFIED,
        ],
        "Finished battles: as stored, with leaf, link and salt. Running battles: entries you may see, "
        "renumbered. The stream has all entries after `after`; `count` limits the plain answer.",
        parameters=(
            from_number("after", "Number of the last entry you know."),
            from_number("count", "Maximum number, up to 1000.", 100),
            FORMAT,
            NOT_AGAIN,
        ),
        problems=(403, 404),
    ),
    ("battles-api:export", "GET"): Operation(
        "Download a battle file",
        [
            Answer(TEXT, media_type="application/jsonl", headers=TAGGED),
            Answer({**TEXT, "format": "binary"}, media_type="application/zip"),
            NOT_MODIFIED,
        ],
        "For finished battles. `with=verifier` returns an archive that includes the verifier.",
        parameters=(
            Parameter("with", one_of(("verifier",)), "`verifier` returns the archive."),
            NOT_AGAIN,
        ),
        problems=(404, 409),
    ),
}
