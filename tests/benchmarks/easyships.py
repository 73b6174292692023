"""P15: EasyShips beside Dark Seas at the River Plate, and orders of a fleet action of sixty ships a side."""

from collections.abc import Sequence
from itertools import count

from darkseas.engine.bots.battle import BotBattle, fight
from darkseas.engine.log.chain import Row
from darkseas.engine.log.entry_codec import LogCodec
from tests.rules.easyships.bot import bot_battles

from . import battles
from .environment import Surroundings
from .measuring import Goal, Report, cpu_seconds, in_turn, percentile
from .verify import check_all, rows_of

EASYSHIPS, DARK_SEAS = "river-plate-easyships", "river-plate"
BATTLES, CHECKED = 8, 6
SHIPS_A_SIDE, TURNS = 60, 4
ROUNDS = 5
PACE_GOAL = Goal(target=10, floor=10)
CHECK_GOAL = Goal(target=1.5, floor=1.5, at_least=False)
#: Milliseconds that 95 of a hundred orders take at most, form, captain and rules together.
ORDER_GOAL = Goal(target=150, floor=150, at_least=False)


def run(around: Surroundings) -> Report:
    """Measure P15."""
    report = Report("P15  EasyShips beside Dark Seas")
    _battles_a_second(report)
    _checks(report)
    _orders_of_a_fleet(report)
    return report


def _battles_a_second(report: Report) -> None:
    numbers = count()

    def battles_per_s(key: str) -> float:
        fought = [next(numbers) for _ in range(BATTLES)]
        return BATTLES / cpu_seconds(lambda: [_fight(key, number) for number in fought])

    rounds = in_turn(lambda: battles_per_s(EASYSHIPS), lambda: battles_per_s(DARK_SEAS), rounds=ROUNDS)
    report.ratio("captains at the River Plate, battles/s a core", [ours for ours, _ in rounds], PACE_GOAL)
    report.figure("the same under Dark Seas", [theirs for _, theirs in rounds], "battles/s a core")
    report.ratio("battles/s, EasyShips ÷ Dark Seas", [ours / theirs for ours, theirs in rounds])


def _fight(key: str, number: int) -> BotBattle:
    return fight(battles.system(key), battles.spec(key), battles.seed(number % 1000), bots=battles.bots(key))


def _checks(report: Report) -> None:
    logs = {key: _logs(key) for key in (EASYSHIPS, DARK_SEAS)}

    def an_entry(key: str) -> float:
        entries = sum(map(len, logs[key]))
        return 1e6 * cpu_seconds(lambda: check_all(logs[key], key)) / entries

    rounds = in_turn(lambda: an_entry(EASYSHIPS), lambda: an_entry(DARK_SEAS), rounds=ROUNDS)
    report.figure("one entry of EasyShips checked", [ours for ours, _ in rounds], "µs")
    report.figure("one entry of Dark Seas checked", [theirs for _, theirs in rounds], "µs")
    report.ratio("one entry checked, EasyShips ÷ Dark Seas", [a / b for a, b in rounds], CHECK_GOAL)


def _logs(key: str) -> Sequence[Sequence[Row]]:
    codec = LogCodec(battles.system(key))
    return [rows_of(codec, battle.entries) for battle in battles.between_bots(CHECKED, key)]


def _orders_of_a_fleet(report: Report) -> None:
    spec = bot_battles.large_action(SHIPS_A_SIDE, TURNS)
    bot = battles.system(EASYSHIPS).bot
    ended = bot_battles.fight(spec, dict.fromkeys("ab", bot), "benchmark")
    took = [1000 * seconds for seconds in ended.seconds]
    report.say(
        f"{SHIPS_A_SIDE} ships a side, {TURNS} turns: {len(took)} orders, with form, captain and rules"
    )
    report.say(f"half of them took {percentile(took, 0.5):.0f} ms, the slowest {max(took):.0f} ms")
    report.ratio("95 of a hundred orders, ms", [percentile(took, 0.95)], ORDER_GOAL)
