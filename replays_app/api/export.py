"""Download a battle as a file, alone or with its verifier."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from darkseas.members.limits.api_limits import TooMany
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid
from darkseas.web.sending.etags import tagged
from replays_app.export import battle_files, verify_battle
from replays_app.export.whole_log_limits import whole_log_wait
from replays_app.models import Battle
from replays_app.replay import response_cache
from replays_app.seats import battle_access

from .requests import answering_problems, battle_of

MEDIA_TYPE = "application/jsonl"
#: All files in an archive have this time, so that the same battle always gives the same bytes.
_TIME = (1980, 1, 1, 0, 0, 0)

_WORDS = """{title}

{battle} holds every order, every die and everything that followed, one entry a line. Each line has
a hash of its entry and a link to all entries before it.

To check that nothing in it was changed, with Python 3.10 or later and nothing else:

    python3 verify_battle.py {battle}

The last link of this battle, its head, is
{head}
Compare it with the head that you noted when the battle ended. The battle page, the seat pages and the
text log show it under “The head of this log”. The program alone cannot detect that one battle was
replaced by another. It reports a battle without its end or its seed as “incomplete”, because its dice
cannot be verified.
"""


@answering_problems("GET", "HEAD")
def export_battle(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the battle file; with ``?with=verifier`` with an archive that includes the verifier."""
    battle = battle_of(request, battle_id)
    if not battle.is_over:
        raise Problem(409, "still-running", "You can download a battle only when it is over.")
    wanted = request.GET.get("with", "")
    if wanted not in ("", "verifier"):
        raise invalid("with", "must be verifier")
    wait = whole_log_wait(request, battle)
    if wait:
        raise TooMany(wait)
    keeping = response_cache.PUBLIC if battle_access.is_open_to_all(battle_id) else response_cache.PRIVATE
    name = f"{battle.revision.scenario.key}-{battle.pk.hex[:8]}"
    lines = battle_files.export_battle(battle)
    if wanted:
        answer = tagged(request, _archive(battle, name, lines), keeping, "application/zip")
    else:
        answer = tagged(request, b"".join(lines), keeping, MEDIA_TYPE)
    suffix = "zip" if wanted else "jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{suffix}"'
    return answer


def _archive(battle: Battle, name: str, lines: Iterator[bytes]) -> bytes:
    data = b"".join(lines)
    head = data.rpartition(b'"link":"')[2][:64].decode()
    words = _WORDS.format(title=battle.title, battle=f"{name}.jsonl", head=head)
    files = {
        f"{name}.jsonl": data,
        "verify_battle.py": Path(verify_battle.__file__).read_bytes(),
        "READ-ME.txt": words.encode(),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file_name, content in files.items():
            archive.writestr(zipfile.ZipInfo(file_name, _TIME), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()
