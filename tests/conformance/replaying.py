"""Replaying one trace: its actions become moves, and every state it tells is held against refold's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from events.encoding import Encoder, plain
from events.errors import RefoldError
from kernel.documents import REFEREE, view
from replay import library
from replay.recorder import Recorder, new_header
from replay.regress import log_bytes
from tests.conformance.acting import CHOICES, INCOMES, choice_move, main_move, single_choices
from tests.conformance.seen import RESOURCES, board_state, open_spaces, seat_state, told_board, told_seat
from tests.conformance.told import GAME, Record, luck

OPTIONS = {"variant": "expert", "goals": "basic"}
"""Incomes, characters and goals are those of the trace: incomes at random, characters drafted, two goals dealt."""

NOT_COMPARED = frozenset({"money_bag", "city_card_03", "city_card_18"})
"""Spaces on which the other program's answer says less than the rules."""

SALT = bytes(16)
"""Seals the goal cards; no outcome comes from it."""

PARTS = ("coins", "goal_cards", "goal_places", "beijing", "goods", "most_contracts")


@attrs.frozen(kw_only=True)
class Departure:
    """Where both sides part. place: trace, round, turn, action. pointer: into what is compared."""

    place: str
    pointer: str
    told: Any
    refold: Any

    def __str__(self) -> str:
        """One line."""
        return f"{self.place}: {self.pointer}: trace {self.told}, refold {self.refold}"


@attrs.define
class Counts:
    """What was compared."""

    games: int = 0
    turns: int = 0
    actions: int = 0
    states: int = 0
    opens: int = 0
    components: int = 0


class Stopped(Exception):
    """The trace cannot go on: a move is refused, or a choice is not asked for."""


class Replay:
    """One trace on its way."""

    def __init__(self, trace: Record, counts: Counts) -> None:
        """Set the game of a trace up."""
        self._trace = trace
        self._counts = counts
        self._departures: list[Departure] = []
        self._place = str(trace["id"])
        setup = trace["setup"]
        self._seats = tuple(seat["seat"] for seat in setup["seats"])
        self._neutral = setup["neutral_colour"]
        pack = library.pack(GAME)
        game = library.game(GAME)
        table = library.table(GAME, self._seats, OPTIONS, {}, pack)
        box = table.box
        scripted = luck(trace, tuple(box.large_cities), tuple(box.small_cities), tuple(box.characters))
        self.recorder = Recorder(game, table, seed=SALT, scripted=scripted)
        self.header = new_header(
            GAME, self._seats, setup=OPTIONS, pack=pack, rulings={}, seed=SALT, meta={"title": str(trace["id"])}
        )
        self._encoder = Encoder(game.vocabulary)

    def departures(self) -> list[Departure]:
        """Replay the trace and return where both sides part."""
        self._counts.games += 1
        try:
            self._set_up()
            for round_ in self._trace["rounds"]:
                self._round(round_)
                if self._ends_before(round_["round"] + 1, 1):
                    return self._departures
            self._final()
        except Stopped as stopped:
            self._part("", "goes on", str(stopped))
        except RefoldError as error:
            self._part("", "goes on", f"{type(error).__name__}: {error}")
        return self._departures

    def log(self) -> bytes:
        """Return the game as a log."""
        return log_bytes(self.header, self.recorder.timeline.entries, self.recorder.game)

    def _ends_before(self, round_: int, turn: int) -> bool:
        """Whether the trace is to be followed only up to a place before this one."""
        until = self._trace.get("replay_until") or {}
        return bool(until) and (round_, turn) > (until["round"], until["turn"])

    def _set_up(self) -> None:
        self.recorder.set_up()
        cast = {seat["seat"]: seat["character"] for seat in self._trace["setup"]["seats"]}
        while self._document()["phase"] == "characters":
            (seat,) = self.recorder.game.to_act(self.recorder.state)
            self._move(seat, {"do": "choose_character", "character": cast[seat]})

    def _round(self, round_: Record) -> None:
        number = round_["round"]
        self._place = f"{self._trace['id']}, round {number}, start"
        self._choose([effect for effect in round_["start"] if effect["type"] == "choose"])
        if number == 1:
            self._add_extra()
        self._compare("after_start", round_["after_start"])
        for place, turn in enumerate(round_["turns"], 1):
            if self._ends_before(number, place):
                return
            self._turn(turn, f"{self._trace['id']}, round {number}, turn {place}", number, place)

    def _add_extra(self) -> None:
        """Give what a rich start adds to the stock of every seat; nothing at a round's start costs anything."""
        extra = self._trace["setup"].get("extra_resources") or {}
        players = self._document()["players"]
        values = {
            f"/players/{seat}/{RESOURCES[key]}": players[seat][RESOURCES[key]] + amount
            for seat in self._seats
            for key, amount in extra.items()
        }
        if values:
            self.recorder.arrange({}, values)

    def _turn(self, turn: Record, where: str, number: int, place: int) -> None:
        self._counts.turns += 1
        self._place = where
        acting = self.recorder.game.to_act(self.recorder.state)
        if acting != (turn["seat"],):
            raise Stopped(f"{turn['seat']} is to act, here {', '.join(acting)}")
        self._compare_open(turn)
        for count, action in enumerate(turn["actions"], 1):
            until = self._trace.get("replay_until")
            if until and (number, place, count) >= (until["round"], until["turn"], until["action"]):
                return
            self._place = f"{where}, action {count} ({action['do']})"
            self._action(turn["seat"], action)
        self._place = f"{where}, end"
        self._compare("after", turn["after"])
        self._move(turn["seat"], {"do": "end_turn"})

    def _action(self, seat: str, action: Record) -> None:
        self._counts.actions += 1
        before = self._document()
        self._move(seat, self._counted(seat, main_move(action, before["players"][seat])))
        column_or_choice = [effect for effect in action["effects"] if effect["type"] == "choose"]
        taken = {effect["contract"] for effect in action["effects"] if effect["type"] == "discard"}
        if action["do"] == "take_contracts":
            column_or_choice = [one for one in column_or_choice if one.get("contract") not in taken]
        self._choose(column_or_choice)
        after = self._document()
        for other in self._seats:
            told = action["after"].get(other) or _resources(before, other)
            self._hold(f"/{other}", told, _resources(after, other))

    def _counted(self, seat: str, move: Record) -> Record:
        """Return a use of a city card as often as it may be: a counting card tells the die, not the count."""
        if move["do"] != "city_card":
            return move
        game, state = self.recorder.game, self.recorder.state
        listed = [plain(self._encoder.move(one)) for one in game.legal_moves(state, seat)]
        times = [one["times"] for one in listed if one["do"] == "city_card" and one["card"] == move["card"]]
        return {**move, "times": min(move["times"], max(times, default=move["times"]))}

    def _choose(self, choices: list[Record]) -> None:
        """Answer what is pending, each with the first choice of the trace that fits it."""
        left = [one for choice in choices if not choice.get("lost") for one in single_choices(choice)]
        while left:
            document = self._document()
            wanted = self._asked_for()
            due = document["due"][0]["kind"] if document["due"] else ""
            fitting = next((one for one in left if self._fits(one, wanted, due)), None)
            if fitting is None:
                unasked = ", ".join(f"{one['seat']} {one['what']}" for one in left)
                if all(self._is_none(one) for one in left):
                    return
                raise Stopped(f"the trace chooses {unasked}, here is asked {sorted(wanted)}")
            left.remove(fitting)
            self._move(fitting["seat"], choice_move(fitting, document))

    def _is_none(self, choice: Record) -> bool:
        """Whether a choice comes to nothing, so that it need not be asked for."""
        return choice["what"] == "step" and not choice["path"]

    def _fits(self, choice: Record, wanted: set[tuple[str, str]], due: str) -> bool:
        """Whether a choice answers what is asked now."""
        seat, what = choice["seat"], choice["what"]
        if what == "discard" and (seat, "refuse_contract") in wanted:
            return True
        return (seat, CHOICES[what]) in wanted and INCOMES.get(what, due) == due

    def _asked_for(self) -> set[tuple[str, str]]:
        return {
            (seat, self._encoder.move(move)["do"])
            for seat in self.recorder.game.to_act(self.recorder.state)
            for move in self.recorder.game.legal_moves(self.recorder.state, seat)
        }

    def _move(self, seat: str, record: Record) -> None:
        self.recorder.move(self.recorder.read_move(seat, record))

    def _document(self) -> Record:
        return view(self.recorder.game.document(self.recorder.state), REFEREE)

    def _compare(self, what: str, told: Mapping[str, Any]) -> None:
        self._counts.states += 1
        document = self._document()
        for seat in self._seats:
            self._hold(f"/{what}/{seat}", told_seat(told["seats"][seat]), seat_state(document, seat))
        self._hold(f"/{what}/board", told_board(told["board"], self._neutral), board_state(document, self._neutral))

    def _hold(self, pointer: str, told: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
        for key in told:
            theirs: Any = told[key]
            mine: Any = ours.get(key)
            if key == "spaces":
                for space in sorted({*theirs, *mine}):
                    if theirs.get(space, []) != mine.get(space, []):
                        self._part(f"{pointer}/spaces/{space}", theirs.get(space), mine.get(space))
            elif theirs != mine:
                self._part(f"{pointer}/{key}", theirs, mine)

    def _compare_open(self, turn: Record) -> None:
        self._counts.opens += 1
        state, game = self.recorder.state, self.recorder.game
        moves = [plain(self._encoder.move(move)) for move in game.legal_moves(state, turn["seat"])]
        passed_over = NOT_COMPARED | set(turn["open_unsure"])
        told, ours = set(turn["open"]) - passed_over, open_spaces(moves) - passed_over
        if told != ours:
            self._part("/open", sorted(told - ours), sorted(ours - told))

    def _final(self) -> None:
        self._place = f"{self._trace['id']}, final"
        final = self._trace["final"]
        for standing in self.recorder.game.standings(self.recorder.state):
            self._counts.components += 1
            told = final["components"][standing.seat]
            parts = dict(standing.parts)
            expected = {**told, "goal_cards": sum(told["goal_cards"].values())}
            ours = {part: parts.get(part, 0) for part in PARTS}
            ours["total"] = standing.score
            ours["before"] = standing.score - sum(ours[part] for part in PARTS)
            self._hold(f"/components/{standing.seat}", expected, ours)
            camels = self._document()["players"][standing.seat]["camels"]
            self._hold(f"/camels/{standing.seat}", {"camels": final["camels"][standing.seat]}, {"camels": camels})

    def _part(self, pointer: str, told: Any, ours: Any) -> None:
        self._departures.append(Departure(place=self._place, pointer=pointer, told=told, refold=ours))


def _resources(document: Record, seat: str) -> Record:
    state = seat_state(document, seat)
    return {key: state[key] for key in RESOURCES}


def replayed(traces: Iterator[Record], counts: Counts) -> Iterator[tuple[Replay, list[Departure]]]:
    """Replay traces one after the other."""
    for trace in traces:
        replay = Replay(trace, counts)
        yield replay, replay.departures()
