"""What must hold in every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kernel.games.quetzal.box import ROLES
from kernel.games.quetzal.deck import held
from kernel.games.quetzal.readings import is_covered, kind, layout, spaces
from kernel.games.quetzal.state import ANY, AUTOMATON, OPEN, Stand, State, is_character, known
from kernel.games.quetzal.turns import places_on


def faults(state: State) -> tuple[str, ...]:
    """Return every broken invariant, in words."""
    if state.phase == "setup":
        return ()
    return (*_cards(state), *_tiles(state), *_meeples(state), *_stands(state), *_players(state), *_turn(state))


def _twice(pieces: list[str]) -> list[str]:
    return sorted(piece for piece, count in Counter(pieces).items() if count > 1)


def _cards(state: State) -> Iterator[str]:
    cards = [card for _, laid in state.display for card in laid]
    cards += [known(card) for card in held(state) if known(card)]
    cards += [piece for piece, _ in state.out if piece not in state.box.tiles]
    for card in _twice(cards):
        yield f"the card {card} is in two places"
    for card in sorted(set(cards) - set(state.box.cards)):
        yield f"there is no card {card} in the box"
    for place, laid in state.display:
        if len(laid) > state.box.locations[place].display:
            yield f"{place} shows {len(laid)} cards, it has {state.box.locations[place].display} spots"


def _tiles(state: State) -> Iterator[str]:
    tiles = [*state.tiles, *(piece for piece, _ in state.out if piece in state.box.tiles)]
    for player in state.players:
        tiles += player.upgrades + player.discard
        for tile, lasting in (*((t, True) for t in player.upgrades), *((t, False) for t in player.discard)):
            if tile in state.box.tiles and state.box.upgrade(tile).lasting != lasting:
                yield f"{player.seat} has {tile} on the wrong pile"
    for tile in _twice(tiles):
        yield f"the tile {tile} is in two places"
    for tile in sorted(set(tiles) - set(state.box.tiles)):
        yield f"there is no tile {tile} in the box"
    if len(state.tiles) > layout(state).display:
        yield f"the Village shows {len(state.tiles)} tiles, it has {layout(state).display} spots"


def _meeples(state: State) -> Iterator[str]:
    placed: dict[str, list[str]] = {seat: [] for seat in (*state.seats, AUTOMATON)}
    for stand in state.board:
        placed.get(stand.seat, []).extend(meeple.id for meeple in stand.meeples)
        for meeple in stand.meeples:
            if meeple.face not in state.box.faces:
                yield f"{meeple.id} cannot lie on {meeple.face}"
    for player in state.players:
        ids = placed[player.seat] + [meeple.id for meeple in player.reserve]
        for meeple_id in _twice(ids):
            yield f"the meeple {meeple_id} is in two places"
        board = layout(state)
        own = {f"{player.seat}.{n}" for n in range(1, board.team + 1)}
        own |= {f"{player.seat}.character"} if board.characters else set()
        for wrong in sorted(set(ids) ^ own):
            yield f"{player.seat} should have {wrong}" if wrong in own else f"{wrong} is no meeple of {player.seat}"
        for meeple in player.reserve:
            if meeple.face not in state.box.faces:
                yield f"{meeple.id} cannot lie on {meeple.face}"
    for meeple_id in _twice(placed[AUTOMATON]):
        yield f"the meeple {meeple_id} is in two places"
    if len(placed[AUTOMATON]) > (state.box.automaton_meeples if layout(state).automaton else 0):
        yield "the automaton has too many meeples on the board"


def _stands(state: State) -> Iterator[str]:
    for stand in state.board:
        location = state.box.locations[stand.place]
        if stand.seat not in (*state.seats, AUTOMATON):
            yield f"nobody is called {stand.seat}"
        if is_covered(state, stand.place, stand.space):
            yield f"{stand.place} {stand.space or ''} is covered".replace("  ", " ")
        if (stand.space or 0) not in ([space.number for space in spaces(state, stand.place)] or [0]):
            yield f"{stand.place} has no space {stand.space}"
        if not stand.number:
            yield f"{stand.seat} stands at {stand.place} without a meeple"
        if location.kind == "bidding" or kind(state, location) == "unique":
            others = [s for s in state.board if (s.place, s.space) == (stand.place, stand.space)]
            if others[0] is not stand:
                yield f"{stand.place} is held twice"
        if location.spaces and len(stand.meeples) != 1:
            yield f"{stand.seat} has {len(stand.meeples)} meeples on one space of {stand.place}"
        if stand.role not in (*ROLES, OPEN, ANY):
            yield f"{stand.role} is no role"
        elif not _fits(state, stand):
            yield f"{stand.seat} stands at {stand.place} as {stand.role}, and not all meeples can"


def _fits(state: State, stand: Stand) -> bool:
    if stand.role in (OPEN, ANY):
        return True
    return all(
        stand.role in (state.box.character_roles if is_character(meeple.id) else state.box.faces.get(meeple.face, ()))
        for meeple in stand.meeples
    )


def _players(state: State) -> Iterator[str]:
    for player in state.players:
        if player.coins < 0:
            yield f"{player.seat} has {player.coins} coins"
        if player.vp < 0:
            yield f"{player.seat} has {player.vp} VP"
        if not 0 <= player.discovery <= state.box.last_space:
            yield f"{player.seat} is on space {player.discovery} of the Discovery track"
        reserve = {meeple.id for meeple in player.reserve}
        if not {meeple for meeple, _ in player.came_back} <= reserve:
            yield f"{player.seat} has a meeple that came back, and it is not in reserve"
    coins = sum(player.coins for player in state.players)
    if state.rulings.coin_supply == "sixty" and coins > state.box.coins:
        yield f"{coins} coins are held, there are {state.box.coins}"


def _turn(state: State) -> Iterator[str]:
    if state.first not in state.seats or state.leader not in state.seats:
        yield "somebody must hold the First Player marker, and somebody lead the round"
    if not 1 <= state.round <= state.box.rounds:
        yield f"there is no round {state.round}"
    if state.phase == "place":
        if state.turn not in state.seats:
            yield "it is nobody's turn"
        elif state.pending is None and not places_on(state.player(state.turn)):
            yield f"{state.turn} has nothing to place"
