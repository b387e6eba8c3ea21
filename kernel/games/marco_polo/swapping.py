"""Letting pieces that a position puts in a new place change places with what lay there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from events.secrets import Secret
from kernel.copies import replace
from kernel.games.marco_polo.state import Board, State, own_goals

K = TypeVar("K")


def swapped(before: Mapping[K, str], made: Mapping[K, str]) -> dict[K, str]:
    """Return what lies where, each piece once: a piece in a new place leaves its old one to what it replaces."""
    result = dict(made)
    for key, piece in made.items():
        replaced = before.get(key, "")
        if not piece or piece == replaced:
            continue
        for other, lying in before.items():
            if other != key and lying == piece == result.get(other):
                result[other] = replaced
    return result


def with_swaps(before: State, made: State) -> State:
    """Swap cards, tiles, markers, contracts on the board, characters and goal cards that would lie in two places."""
    players = made.players
    characters = swapped(_characters(before), _characters(made))
    players = tuple(
        replace(player, character=characters[seat]) for seat, player in zip(made.seats, players, strict=True)
    )
    return _with_goals(before, replace(made, players=players, board=_board(before.board, made.board)))


def _characters(state: State) -> dict[str, str]:
    return {seat: state.player(seat).character for seat in state.seats}


def _board(before: Board, made: Board) -> Board:
    cards = swapped(_slots(before), _slots(made))
    columns = swapped(dict(enumerate(before.columns)), dict(enumerate(made.columns)))
    return replace(
        made,
        columns=tuple(columns.values()),
        city_cards=tuple(
            (city, tuple(cards[city, slot] for slot in range(len(lying)))) for city, lying in made.city_cards
        ),
        outposts=tuple(
            (city, tile) for city, tile in swapped(dict(before.outposts), dict(made.outposts)).items() if tile
        ),
        incomes=tuple(swapped(dict(before.incomes), dict(made.incomes)).items()),
    )


def _slots(board: Board) -> dict[tuple[str, int], str]:
    return {(city, slot): card for city, cards in board.city_cards for slot, card in enumerate(cards)}


def _with_goals(before: State, made: State) -> State:
    """Give goal cards that are free to seats whose own were given to others."""
    new = {seat for seat in made.seats if own_goals(made.player(seat)) != own_goals(before.player(seat))}
    given = {card for seat in new for card in own_goals(made.player(seat))}
    held = given | {card for seat in made.seats for card in own_goals(made.player(seat))}
    free = [card for card in made.box.goals if card not in held]
    players = []
    for seat, player in zip(made.seats, made.players, strict=True):
        cards = own_goals(player)
        if seat not in new and given & set(cards):
            cards = tuple(free.pop(0) if card in given else card for card in cards)
            players.append(replace(player, goals=Secret(seat=seat, value=cards)))
        else:
            players.append(player)
    return replace(made, players=tuple(players))
