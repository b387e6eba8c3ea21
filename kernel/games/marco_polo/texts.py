"""What each component is called and says, in words a person can read, made from the pack's data alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import groupby
from typing import Any

from kernel.drawing import Words, finished, listed
from kernel.games.marco_polo.box import Bag, Box, Character, CityCard
from kernel.games.marco_polo.names import BOARD, NAMES, TEXTS


@cache
def words(language: str) -> Words:
    """Return all that the game says in a language."""
    return Words({**NAMES, **TEXTS, **BOARD}, language)


def components(box: Box) -> tuple[str, ...]:
    """Return the ids of all components that have a text, in the order of the pack."""
    parts: Iterable[Iterable[str]] = (
        (*box.starting, *box.regular),
        box.city_cards,
        box.outposts,
        box.incomes,
        box.goals,
        box.characters,
    )
    return tuple(dict.fromkeys(piece for part in parts for piece in part))


def component(box: Box, piece: str, language: str) -> str:
    """Return what a component is called and says.

    Raises: KeyError.
    """
    say = words(language)
    name = say.name("character", piece) if piece in box.characters else title(say, piece)
    return finished(say("text", title=name, text=text(box, say, piece)))


def named(box: Box, say: Words, piece: str) -> list[str]:
    """Return what a component is called and what it says, apart."""
    return [title(say, piece), text(box, say, piece)]


def titles(say: Words, pieces: Iterable[str]) -> str:
    """Return what cards are called in a row: the numbers of those of a kind that follow each other behind it."""
    told: list[str] = []
    for kind, row in groupby(pieces, key=_kind):
        numbers = [_number(piece) for piece in row]
        phrase = say(f"card {kind}", n=listed(numbers)) if kind else ""
        one, _, many = phrase.partition("|")
        told += [(one if len(numbers) == 1 else many or one)] if kind else numbers
    return listed(told)


def title(say: Words, piece: str) -> str:
    """Return what a card or tile is called: its kind and number; one with an id of another make by that."""
    kind = _kind(piece)
    return say(f"card {kind}", n=_number(piece)).partition("|")[0] if kind else _number(piece)


def _kind(piece: str) -> str:
    """Return the kind that an id such as contract_07 names, "" for one of another make."""
    kind, _, number = piece.rpartition("_")
    known = f"card {kind}" in NAMES and (number.isdecimal() or len(number) == 1)
    return kind if known else ""


def _number(piece: str) -> str:
    """Return the number or letter of an id; of one of another make all of it."""
    number = piece.rpartition("_")[2]
    return (number.lstrip("0") or number).upper() if _kind(piece) else piece.replace("_", " ")


def text(box: Box, say: Words, piece: str) -> str:
    """Return what a component says.

    Raises: KeyError.
    """
    if piece in box.contracts:
        tile = box.contracts[piece]
        return say("gives", cost=bag(say, tile.cost), reward=bag(say, tile.reward))
    if piece in box.city_cards:
        return _city_card(say, box.city_cards[piece])
    if piece in box.outposts:
        return bag(say, box.outposts[piece])
    if piece in box.incomes:
        return bag(say, box.incomes[piece])
    if piece in box.goals:
        goal = box.goals[piece]
        places = say("and").join(say.name("place", place) for place in goal.places)
        return say("goal", places=places, points=say.amount(goal.vp, "thing", "vp"))
    return _character(say, box.characters[piece])


def bag(say: Words, things: Bag) -> str:
    """Return amounts in words."""
    return listed(say.amount(amount, "thing", thing) for thing, amount in things) if things else say("nothing")


def _city_card(say: Words, card: CityCard) -> str:
    if card.table:
        return listed((_die_range(say, *row) for row in card.table), "; " if say.language == "en" else " ; ")
    reward = bag(say, card.trades[0].reward)
    if card.mode == "reversible_up_to_die":
        trades = f"{bag(say, card.trades[0].cost)} ↔ {reward}"
    else:
        trades = say("or").join(
            say("gives", cost=bag(say, trade.cost), reward=bag(say, trade.reward)) for trade in card.trades
        )
    counted = say(f"counted {card.counts}") if card.counts else ""
    return say(card.mode, trades=trades, reward=reward, counted=counted)


def _die_range(say: Words, least: int, most: int, reward: Bag) -> str:
    return say("die one" if least == most else "die range", least=least, most=most, reward=bag(say, reward))


def _character(say: Words, one: Character) -> str:
    place = say.name("place", one.start_place)
    told = [say("starts", place=place, figures=say.amount(one.figures, "thing", "figure"))]
    given = (*one.round_start, *((("white_die", one.white_dice),) if one.white_dice else ()))
    powers: tuple[tuple[Any, Callable[[], str]], ...] = (
        (given, lambda: say("round start", reward=bag(say, given))),
        (not one.rolls, lambda: say("no roll")),
        (not one.compensated, lambda: say("no compensation")),
        (not one.pays_occupied, lambda: say("pays nothing")),
        (one.extra_posts, lambda: say("more posts", posts=say.amount(one.extra_posts, "thing", "post"))),
        (one.posts_in_passing, lambda: say("in passing")),
        (one.jumps, lambda: say("jumps")),
    )
    told += [phrase() for holds, phrase in powers if holds]
    told += [say("post at start", place=say.name("place", city)) for city in one.posts_at_start]
    told += [say("nth post", nth=nth, points=say.amount(vp, "thing", "vp")) for nth, vp in one.vp_on_post]
    for watch in one.watches:
        spaces = say("or").join(say.name("space", space) for space in BOARD_ORDER if space in watch.spaces)
        players = say("or").join(map(str, sorted(watch.players)))
        told.append(say("watches", players=players, reward=bag(say, watch.reward), spaces=spaces))
    return listed(told, "; " if say.language == "en" else " ; ")


BOARD_ORDER = tuple(name.removeprefix("space ") for name in NAMES if name.startswith("space "))
"""Spaces of the board in the order of a drawing."""
