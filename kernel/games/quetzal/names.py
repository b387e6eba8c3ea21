"""Pieces named by what they show, and the ids they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from events.games.quetzal import moves as m
from events.games.quetzal.pieces import Meeple
from kernel.copies import replace
from kernel.games.quetzal.bidding import named_role
from kernel.games.quetzal.effects import Throw
from kernel.games.quetzal.state import Card, Keeping, Player, State, is_character, known
from kernel.games.quetzal.throwing import reroll_tiles

ORDINALS = ("first", "second", "third", "fourth", "fifth")
"""How cards that only one seat sees are named in a move."""


def seen_names(pending: Keeping) -> tuple[str, ...]:
    """Return what the cards seen are called in a move: their ids, or their order where they are secret."""
    return tuple(card if isinstance(card, str) else ORDINALS[n] for n, card in enumerate(pending.seen))


def resolve(state: State, move: m.Move) -> m.Move:
    """Return the move with ids in place of what pieces show; what cannot be found is left as it is."""
    if move.seat not in state.seats:
        return move
    player = state.player(move.seat)
    match move:
        case m.Occupy():
            (meeple,) = meeples_named(player, (move.meeple,))
            return replace(move, meeple=meeple, space=move.space or _only_space(state, move.place))
        case m.Bid():
            return _resolved_bid(state, player, replace(move, meeples=meeples_named(player, move.meeples)))
        case m.Visit():
            return replace(move, meeples=meeples_named(player, move.meeples))
        case m.CampReroll():
            (meeple,) = meeples_named(player, (move.meeple,))
            return replace(move, meeple=meeple)
        case m.UseReroll():
            return _resolved_reroll(state, player, move)
        case _:
            return _with_pieces(state, player, move)


def _with_pieces(state: State, player: Player, move: m.Move) -> m.Move:
    """Return a move that names cards or tiles with their ids."""
    match move:
        case m.TakeArtifact():
            return replace(move, card=cards_named(state, state.laid("temple"), (move.card,))[0])
        case m.KeepDrawn() if isinstance(state.pending, Keeping):
            return replace(move, card=cards_named(state, state.pending.seen, (move.card,))[0])
        case m.SellArtifact() | m.LoadArtifact():
            return replace(move, card=cards_named(state, player.hand, (move.card,))[0])
        case m.Deliver():
            return replace(move, cards=cards_named(state, player.hand, move.cards))
        case m.TakeUpgrade():
            return replace(move, tile=tile_named(state, state.tiles, move.tile))
        case m.Trade():
            return replace(move, tile=tile_named(state, player.upgrades, move.tile))
        case _:
            return move


def _only_space(state: State, place: str) -> int:
    location = state.box.locations.get(place)
    return 1 if location is not None and len(location.spaces) == 1 else 0


def _resolved_bid(state: State, player: Player, move: m.Bid) -> m.Bid:
    """Name the role that the meeples leave no choice of; leave it out where it stays open."""
    location = state.box.locations.get(move.place)
    if location is None or location.kind != "bidding" or not _all_there(player, move.meeples):
        return move
    role, stands_as = named_role(state, player, move.meeples, move.place, move.role)
    return replace(move, role=role) if stands_as else move


def _all_there(player: Player, meeples: Sequence[Meeple]) -> bool:
    reserve = {meeple.id for meeple in player.reserve}
    return bool(meeples) and all(meeple.id in reserve for meeple in meeples)


def _resolved_reroll(state: State, player: Player, move: m.UseReroll) -> m.UseReroll:
    tile = tile_named(state, reroll_tiles(state, player) or player.upgrades, move.tile)
    effect = state.box.upgrade(tile).effect if tile in state.box.tiles else None
    whole = isinstance(effect, Throw) and not effect.meeples and not move.meeples
    meeples = player.reserve if whole else meeples_named(player, move.meeples)
    return replace(move, tile=tile, meeples=meeples)


def meeples_named(player: Player, named: Sequence[Meeple]) -> tuple[Meeple, ...]:
    """Return meeples of the reserve for what is named: by id, or by face, each one once."""
    left = {meeple.id: meeple for meeple in player.reserve}
    for meeple in named:
        left.pop(meeple.id, None)
    found = []
    for meeple in named:
        if meeple.id:
            face = meeple.face or next((own.face for own in player.reserve if own.id == meeple.id), "")
            found.append(Meeple(meeple.id, face))
            continue
        match = next((own for own in left.values() if _shows(own, meeple.face)), None)
        if match is not None:
            del left[match.id]
        found.append(match or meeple)
    return tuple(found)


def _shows(meeple: Meeple, face: str) -> bool:
    if face == "character":
        return is_character(meeple.id)
    return meeple.face == face and not is_character(meeple.id)


def cards_named(state: State, among: Iterable[Card], named: Sequence[str]) -> tuple[str, ...]:
    """Return ids of cards for what is named: by id, or by what the card shows, each one once."""
    return _named([known(card) for card in among], named, lambda card: state.box.cards[card].variant)


def tile_named(state: State, among: Sequence[str], named: str) -> str:
    """Return the id of a tile for what is named: by id, or by kind."""
    return _named(among, (named,), lambda tile: state.box.tiles[tile])[0]


def _named(among: Sequence[str], named: Sequence[str], shows: Callable[[str], str]) -> tuple[str, ...]:
    left = [piece for piece in among if piece and piece not in named]
    found = []
    for name in named:
        match = next((piece for piece in left if name not in among and shows(piece) == name), None)
        if match is not None:
            left.remove(match)
        found.append(match or name)
    return tuple(found)
