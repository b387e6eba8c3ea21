"""Choices outside the turns: characters and goals of the expert game, compensation for a low roll."""

from __future__ import annotations

from events.games.marco_polo.framing import CharacterTaken, CompensationSettled, GoalsKept
from events.games.marco_polo.moves import ChooseCharacter, ChooseCompensation, KeepGoals
from events.games.marco_polo.turns import Gained, PostPlaced
from events.vocabulary import Cites, Seat
from kernel.errors import Checks
from kernel.games.marco_polo.decide.placing import Part
from kernel.games.marco_polo.state import Rule, State


def choose_character(state: State, move: ChooseCharacter) -> Rule:
    """Pick a character; the last player picks first."""
    check = Checks()
    check("setup.expert_characters", state.phase == "characters" and picker(state) == move.seat, to_pick=picker(state))
    check("setup.expert_characters", move.character in state.offer, has=move.character, offer=state.offer)
    check.settle()
    yield from take_character(state, move.seat, move.character, ("setup.expert_characters",))


def picker(state: State) -> Seat:
    """Return the seat that picks its character next, "" for none."""
    return next((seat for seat in reversed(state.seats) if not state.player(seat).character), "")


def take_character(state: State, seat: Seat, character: str, cites: Cites) -> Part:
    """Give a seat its character, its figures and the posts it starts with."""
    traits = state.box.characters[character]
    figures = (traits.start_place,) * traits.figures
    clauses: Cites = {2: ("char.niccolo",)}.get(traits.figures, ("travel.start_venezia",))
    if traits.start_place == state.box.beijing:
        clauses = ("char.kubilai",)
    if traits.extra_posts:
        clauses = (*clauses, "char.wilhelm_posts")
    state = yield CharacterTaken(
        seat=seat,
        character=character,
        figures=figures,
        posts=state.box.posts + traits.extra_posts,
        cites=(*cites, *clauses),
    )
    for number, place in enumerate(traits.posts_at_start, 1):
        slot = state.board.beijing.index("") + 1 if place == state.box.beijing else 0
        state = yield PostPlaced(seat=seat, place=place, number=number, slot=slot, cites=("char.kubilai",))
    return state


def keep_goals(state: State, move: KeepGoals) -> Rule:
    """Keep two of the goal cards dealt; nobody sees which."""
    player = state.player(move.seat)
    dealt = player.goals_dealt.value if player.goals_dealt is not None else None
    check = Checks()
    check("setup.expert_goals", state.phase == "goals" and player.goals is None, phase=state.phase)
    check.settle()
    keeps = state.box.goals_kept
    cards = move.cards.value
    if cards is not None:
        fits = isinstance(cards, tuple) and len(set(cards)) == len(cards) == keeps
        check("setup.expert_goals", fits, needs=keeps, has=len(cards) if isinstance(cards, tuple) else 0)
        check("setup.expert_goals", not fits or dealt is None or set(cards) <= set(dealt), dealt=len(dealt or ()))
        check.settle()
    yield GoalsKept(seat=move.seat, cards=move.cards, cites=("setup.expert_goals", "setup.goals_secret"))


def choose_compensation(state: State, move: ChooseCompensation) -> Rule:
    """Take a coin or a camel for each point missing."""
    points = state.player(move.seat).compensation
    check = Checks()
    compensated = bool(state.player(move.seat).character) and state.character(move.seat).compensated
    check("char.raschid_limits", compensated, points=0)
    check("compensation.below_15", points, points=points)
    check.settle()
    check("compensation.per_point", move.coins >= 0 and move.camels >= 0, coins=move.coins, camels=move.camels)
    total = move.coins + move.camels
    check("compensation.per_point", total <= points, most=points, has=total)
    check.settle()

    state = yield CompensationSettled(seat=move.seat, cites=("compensation.per_point",))
    for resource, amount in (("coin", move.coins), ("camel", move.camels)):
        if amount:
            yield Gained(seat=move.seat, resource=resource, amount=amount, cites=("compensation.per_point",))
