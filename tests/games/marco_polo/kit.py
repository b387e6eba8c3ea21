"""Short ways to what the tests start from: a table in a position, a move played, refused or spelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random  # noqa: TID251 - tests pick moves at random, from seeds they name
from typing import Any

import pytest

from events.games.marco_polo import VOCABULARY, moves
from events.games.marco_polo.moves import DieRef, Move
from events.secrets import Secret
from kernel.chance import Chance, Scripted, Seeded
from kernel.decider import decided, folded, set_up
from kernel.documents import REFEREE, at_pointer, view, with_values
from kernel.errors import IllegalMove
from kernel.games.marco_polo.game import GAME
from kernel.games.marco_polo.state import State, colour_of
from replay import library

RULEBOOK = library.rulebook("marco_polo")
PACK = library.pack("marco_polo")
COLOURS = ("blue", "yellow", "green", "red")
CLAUSES = frozenset(RULEBOOK.clauses)
PLAIN = {"/players/blue/character": "kubilai_khan", "/players/blue/figures": {"1": "venezia"}}
"""Blue has no power that matters once it stands in Venezia without a post."""


class Table:
    """A game in progress; every event is checked on the way."""

    def __init__(
        self,
        seats: int = 4,
        *,
        seed: int = 1,
        setup: Mapping[str, str] | None = None,
        chance: Mapping[str, Sequence[Any]] | None = None,
        content: Any = PACK,
        rulings: Mapping[str, str] | None = None,
    ) -> None:
        """Set a game up."""
        table = library.table("marco_polo", COLOURS[:seats], setup or {}, rulings or {}, content)
        self.seeded = Seeded(seed.to_bytes(16))
        self.scripted = Scripted(chance) if chance else None
        now = Chance({}, seeded=self.seeded, scripted=self.scripted)
        decision = set_up(GAME, table, now)
        self.first = GAME.initial(table)
        self.state: State = decision.state
        self.events: list[Any] = list(decision.events)
        self.drawn = now.drawn

    def given(self, values: Mapping[str, Any], **at: Any) -> Table:
        """Put a position in place: round 2, blue to act, unless `at` says otherwise."""
        patched = with_values(GAME.document(self.state), {**PLAIN, **values})
        self.state = GAME.arrange(self.state, patched, {"round": 2, "to_act": "blue", **at})
        assert () == GAME.faults(self.state)
        return self

    def chance(self) -> Chance:
        """What the next decision draws with."""
        return Chance(self.drawn, seeded=self.seeded, scripted=self.scripted)

    def move(self, by: str, do: str, **fields: Any) -> Move:
        """A move as a script would write it: dice as faces or ids."""
        known = {name: _field(name, value, by) for name, value in fields.items()}
        return GAME.resolve(self.state, VOCABULARY.moves[do](seat=by, **known))

    def play(self, move: Move) -> list[Any]:
        """Play a move; return what happened."""
        now = self.chance()
        decision = decided(GAME, self.state, move, now)
        assert folded(GAME, self.state, decision.events) == decision.state
        self.state, self.drawn = decision.state, now.drawn
        self.events += decision.events
        return list(decision.events)

    def plays(self, by: str, do: str, **fields: Any) -> list[Any]:
        """Play a move written as in a script."""
        return self.play(self.move(by, do, **fields))

    def refused(self, by: str, do: str, **fields: Any) -> IllegalMove:
        """Have a move refused; return the refusal."""
        with pytest.raises(IllegalMove) as caught:
            self.play(self.move(by, do, **fields))
        assert {caught.value.clause, *caught.value.also} <= CLAUSES
        return caught.value

    def at(self, pointer: str) -> Any:
        """What the referee sees at a pointer."""
        return at_pointer(view(GAME.document(self.state), REFEREE), pointer)

    def accepts(self, move: Move) -> bool:
        """Tell whether the rules accept a move; a refusal must name clauses of the rulebook."""
        try:
            next(GAME.decide(self.state, move, self.chance()))
        except IllegalMove as refusal:
            dangling = {refusal.clause, *refusal.also} - CLAUSES
            if dangling:
                pytest.fail(f"refused by {dangling}")
            return False
        return True


def _field(name: str, value: Any, by: str) -> Any:
    if name == "die":
        return _die(value)
    if name == "dice":
        return tuple(_die(die) for die in value)
    if name == "cards":
        return Secret(seat=by, value=tuple(value))
    return tuple(value) if isinstance(value, list) else value


def _die(value: int | str) -> DieRef:
    return DieRef(face=value) if isinstance(value, int) else DieRef(id=value)


def spelled(state: State, move: Move) -> tuple[Any, ...]:
    """Spell a move so that moves with interchangeable pieces are spelled alike."""
    hand = dict(state.player(move.seat).dice) if move.seat in state.seats else {}
    values: list[Any] = []
    dice = list(getattr(move, "dice", ())) + ([move.die] if hasattr(move, "die") else [])
    rolled = [hand[die.id] for die in dice if hand.get(die.id)]
    low = min([*rolled, *(die.face for die in dice if not hand.get(die.id, 1))], default=0)
    for name in move.__attrs_attrs__:
        value = getattr(move, name.name)
        if name.name in {"die", "dice"}:
            value = tuple(
                sorted((colour_of(die.id), hand.get(die.id), hand.get(die.id) or low, die.face == 0) for die in dice)
            )
        elif name.name == "goods" or (name.name == "contracts" and state.rulings.slide_timing == "after_take"):
            value = tuple(sorted(value))
        elif name.name == "band":
            value = 0 if value == len(getattr(move, "path", ())) else value
        elif name.name == "figures":
            value = _starts(state, move)
        elif isinstance(value, Secret):
            value = tuple(sorted(value.value))
        values.append(value)
    return (type(move).__name__, *values)


def _starts(state: State, move: Any) -> tuple[str, ...]:
    """Where each step starts: which figure it is does not matter."""
    places = list(state.player(move.seat).figures)
    starts = []
    for to, figure in zip(move.path, move.figures or (1,) * len(move.path), strict=False):
        starts.append(places[figure - 1])
        places[figure - 1] = to
    return tuple(starts)


def random_move(table: Table, rng: Random) -> Move:
    """A move of a seat that is to act."""
    seats = GAME.to_act(table.state)
    return GAME.sample(table.state, seats[rng.randrange(len(seats))], rng.randrange)


def any_move(state: State, seat: str, rng: Random) -> Move:
    """A move that may well be against the rules, close to what could be meant."""
    box = state.box
    hand = state.player(seat).dice or (("blue.1", 1),)

    def dice(count: int) -> tuple[DieRef, ...]:
        picked = rng.sample(hand, min(count, len(hand)))
        return tuple(DieRef(id=die, face=face or rng.randrange(1, 7)) for die, face in picked)

    def some(values: Sequence[Any], most: int = 2) -> tuple[Any, ...]:
        return tuple(rng.sample(list(values), min(len(values), rng.randrange(most + 1))))

    def walk() -> tuple[tuple[str, ...], tuple[int, ...]]:
        places, path, figures = list(state.player(seat).figures) or ["venezia"], [], []
        for _ in range(rng.randrange(5)):
            figure = rng.randrange(len(places))
            ways = box.jumps[places[figure]]
            places[figure] = rng.choice(ways)[0]
            path.append(places[figure])
            figures.append(figure + 1)
        return tuple(path), (() if set(figures) <= {1} else tuple(figures))

    board = [contract for contract in state.board.columns if contract]
    active = state.player(seat).active
    cards = [card for _, dealt in state.board.city_cards for card in dealt]
    path, figures = walk()
    goods = tuple(rng.choice(box.goods) for _ in range(rng.randrange(5)))
    return rng.choice(
        (
            lambda: moves.TakeFiveCoins(seat=seat, die=dice(1)[0]),
            lambda: moves.MoneyBag(seat=seat, die=dice(1)[0]),
            lambda: moves.Bazaar(
                seat=seat, row=rng.choice(list(box.rows)), dice=dice(rng.randrange(1, 4)), column=rng.randrange(8)
            ),
            lambda: moves.TakeKhansFavor(seat=seat, die=dice(1)[0], good=rng.choice(box.resources)),
            lambda: moves.TakeContracts(
                seat=seat, die=dice(1)[0], contracts=some(board), discard=some(active), in_turn=rng.random() < 0.2
            ),
            lambda: moves.Travel(
                seat=seat, dice=dice(2), path=path, figures=figures, band=rng.choice((0, 0, 0, len(path), 3))
            ),
            lambda: moves.UseCityCard(
                seat=seat,
                card=rng.choice(cards),
                die=dice(1)[0],
                times=rng.randrange(5),
                trade=rng.randrange(2),
                other_times=rng.choice((0, 0, 0, 1, 2)),
            ),
            lambda: moves.CompleteContract(seat=seat, contract=rng.choice([*active, *board, "contract_01"])),
            lambda: moves.RerollDie(seat=seat, die=dice(1)[0]),
            lambda: moves.AdjustDie(seat=seat, die=dice(1)[0], pips=rng.choice((1, -1, 2, 0))),
            lambda: moves.TakeBlackDie(seat=seat),
            lambda: moves.EndTurn(seat=seat),
            lambda: moves.ChooseCompensation(seat=seat, coins=rng.randrange(4), camels=rng.randrange(4)),
            lambda: moves.ChooseGoods(seat=seat, goods=goods),
            lambda: moves.ChooseBonus(seat=seat, resource=rng.choice(box.resources)),
            lambda: moves.ChooseIncome(seat=seat, place=rng.choice(list(box.places))),
            lambda: moves.Step(seat=seat, path=path, figures=figures),
            lambda: moves.KeepContract(seat=seat, discard=rng.choice(["", *active])),
            lambda: moves.RefuseContract(seat=seat),
            lambda: moves.MovePost(seat=seat, place=rng.choice(["", *box.places])),
            lambda: moves.ChooseCharacter(seat=seat, character=rng.choice(list(box.characters))),
        )
    )()
