"""P2: check a battle: chain, decode, every order decided again and compared.

An entry is set against one checked move of python-chess (`Board.push_uci`), and entries a second against
Pokemon Showdown's log lines a second where it decides battles again from seed and choices.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from darkseas.engine.log import chain
from darkseas.engine.log.chain import Row
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.play.verification import first_divergence
from replays_app.log import store as log_store
from replays_app.log.reader import quick_order

from . import battles
from .environment import Surroundings
from .measuring import Goal, Report, cpu_seconds, in_turn
from .showdown.process import PUBLISHED_LINES_PER_S

try:
    import chess
except ImportError:
    chess = None

BATTLES = 6
GAMES = 20
LONGEST_GAME = 200
REPLAYS = 12
MOVE_GOAL = Goal(target=1.0, floor=2.0, at_least=False)
LINES_GOAL = Goal(target=2.0, floor=2.0)
ABSENT = "python-chess is not installed (extra `benchmark`): its side is left out"


def run(around: Surroundings) -> Report:
    """Measure P2."""
    report = Report("P2  check a battle: chain, decode, every order decided again, compared")
    codec = LogCodec(battles.system())
    logs = [rows_of(codec, battle.entries) for battle in battles.between_bots(BATTLES)]
    entries = sum(map(len, logs))
    orders = battles.kinds(battles.between_bots(BATTLES))["OrderGiven"]
    report.say(f"{BATTLES} battles of Savo Island between captains: {entries} entries, {orders} orders")
    _against_chess(report, logs, entries)
    _against_showdown(report, logs, entries, around)
    return report


def _seconds_an_entry(logs: Sequence[Sequence[Row]], entries: int) -> Callable[[], float]:
    return lambda: cpu_seconds(lambda: check_all(logs)) / entries


def _against_chess(report: Report, logs: Sequence[Sequence[Row]], entries: int) -> None:
    ours = _seconds_an_entry(logs, entries)
    parts = [
        lambda: cpu_seconds(lambda: [chain.first_break(rows) for rows in logs]) / entries,
        lambda: cpu_seconds(lambda: [_decoded(rows) for rows in logs]) / entries,
    ]
    if chess is None:
        report.say(ABSENT)
        rounds = in_turn(ours, *parts)
    else:
        games = [_game(number) for number in range(GAMES)]
        moves = sum(map(len, games))
        rounds = in_turn(ours, *parts, lambda: cpu_seconds(lambda: _play_all(games)) / moves)
    names = ("one entry checked", "of that the chain", "of that decoding", "one push_uci of python-chess")
    for place, name in enumerate(names[: len(rounds[0])]):
        report.figure(name, [1e6 * values[place] for values in rounds], "µs")
    if chess is not None:
        report.ratio("one entry ÷ one push_uci", [values[0] / values[3] for values in rounds], MOVE_GOAL)


def _against_showdown(
    report: Report,
    logs: Sequence[Sequence[Row]],
    entries: int,
    around: Surroundings,
) -> None:
    ours, showdown = _seconds_an_entry(logs, entries), around.showdown()
    if showdown is None:
        rates = [1 / seconds for (seconds,) in in_turn(ours)]
        report.say(f"Showdown is absent ({around.why_no_showdown}), so its published figure stands in")
        ratios = [rate / PUBLISHED_LINES_PER_S for rate in rates]
        report.ratio("entries/s ÷ published log lines/s", ratios, LINES_GOAL)
        return
    showdown.fight(REPLAYS)
    rounds = in_turn(ours, lambda: showdown.replay(REPLAYS).lines_per_s)
    report.figure("Showdown, replay of seed and choices", [lines for _, lines in rounds], "log lines/s")
    ratios = [1 / seconds / lines for seconds, lines in rounds]
    report.ratio("entries/s ÷ Showdown's log lines/s", ratios, LINES_GOAL)


# --- ours --------------------------------------------------------------------------------


def rows_of(codec: LogCodec, entries: Sequence[Any]) -> list[Row]:
    """Return a log as it is stored."""
    rows, last = [], chain.GENESIS_LINK
    for entry in entries:
        data, salt = codec.encode(entry, None), sha256(b"%d" % entry.seq).digest()[: chain.SALT_BYTES]
        leaf = chain.leaf(salt, data)
        last = chain.link(last, entry.seq, leaf)
        rows.append(Row(entry.seq, salt, data, leaf, last))
    return rows


def _decoded(rows: Sequence[Row], key: str = battles.SCENARIO) -> list[Any]:
    """Return a log's entries, read as the site reads them."""
    return log_store.reader_of(battles.spec(key).system).read([row.data for row in rows])


def check_all(logs: Sequence[Sequence[Row]], key: str = battles.SCENARIO) -> None:
    """Check each log of a scenario: chain, decoding, every order decided again."""
    for rows in logs:
        if chain.first_break(rows) is not None:
            raise AssertionError("the chain does not hold")
        start, entries = battles.initial_state(key), _decoded(rows, key)
        if first_divergence(battles.system(key), start, entries, quick_order) is not None:
            raise AssertionError("deciding again gives something else")


# --- the peer's --------------------------------------------------------------------------


def _game(number: int) -> list[str]:
    """Return a game of chess at random, as moves in UCI."""
    board = chess.Board()
    moves: list[str] = []
    while len(moves) < LONGEST_GAME and not board.is_game_over():
        legal = [move.uci() for move in board.legal_moves]
        picked = int.from_bytes(sha256(f"{number}/{len(moves)}".encode()).digest()[:4], "big")
        moves.append(legal[picked % len(legal)])
        board.push_uci(moves[-1])
    return moves


def _play_all(games: Sequence[Sequence[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
