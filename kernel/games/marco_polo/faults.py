"""Broken invariants of a position, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kernel.games.marco_polo.state import PHASES, State, colour_of, own_goals, special_pile_size, unseen_contracts


def faults(state: State) -> tuple[str, ...]:
    """List every broken invariant; none in a position that the box can make."""
    return tuple(
        fault for check in (_stocks, _dice, _contracts, _map, _hands, _cards, _course) for fault in check(state)
    )


def _stocks(state: State) -> Iterator[str]:
    for seat, player in zip(state.seats, state.players, strict=True):
        for resource, amount in zip(state.box.resources, player.stock, strict=True):
            debt = resource == "vp" and state.rulings.vp_debt == "debt"
            if type(amount) is not int or (amount < 0 and not debt):
                yield f"{seat} has {amount} {resource}"
        if player.compensation < 0:
            yield f"{seat} has {player.compensation} points of compensation due"


def _dice(state: State) -> Iterator[str]:
    places: Counter[str] = Counter(state.board.black_dice)
    for seat, player in zip(state.seats, state.players, strict=True):
        places.update(die for die, _ in player.dice)
        for die, face in player.dice:
            if colour_of(die) not in {seat, "black", "white"}:
                yield f"{seat} holds {die}"
            if not 0 <= face <= 6:
                yield f"{die} shows {face}"
    for placed in (placed for dice in state.board.spaces for placed in dice):
        places[placed.id] += 1
        if not 0 <= placed.face <= 6:
            yield f"{placed.id} shows {placed.face}"
        if placed.by and placed.by not in state.seats:
            yield f"{placed.id} was placed by {placed.by}, who does not play"
    if state.phase != "setup":
        yield from _dice_missing(state, places)


def _dice_missing(state: State, places: Counter[str]) -> Iterator[str]:
    """Compare the dice that are there with those of the box."""
    box = state.box
    known = {f"{seat}.{number}" for seat in state.seats for number in range(1, box.own_dice + 1)}
    known |= {f"black.{number}" for number in range(1, box.black_dice[len(state.seats)] + 1)}
    known |= {f"neutral.{number}" for number in range(1, len(box.neutral_dice[len(state.seats)]) + 1)}
    for die, count in places.items():
        if count > 1:
            yield f"{die} is in {count} places"
        if die not in known and colour_of(die) != "white":
            yield f"there is no die {die}"
    missing = sorted(known - set(places))
    if missing:
        yield f"nowhere to be found: {', '.join(missing)}"
    if len(state.on("khans_favor")) > box.khan_slots:
        yield f"there are {len(state.on('khans_favor'))} dice on Khan's Favor"


def _contracts(state: State) -> Iterator[str]:
    box = state.box
    seen = Counter(contract for contract in (*state.board.columns, *state.board.bottom, *state.removed) if contract)
    for seat, player in zip(state.seats, state.players, strict=True):
        seen.update((*player.active, *player.completed))
        seen.update([player.drawn] if player.drawn else [])
        if len(player.active) > box.slots:
            yield f"{seat} has {len(player.active)} active contracts"
    for contract, count in seen.items():
        if contract not in box.contracts:
            yield f"there is no contract {contract}"
        if count > 1:
            yield f"{contract} is in {count} places"
    if special_pile_size(state) < len(state.board.bottom):
        yield f"{len(unseen_contracts(state))} unseen contracts cannot fill the piles {state.board.piles}"


def _map(state: State) -> Iterator[str]:
    box = state.box
    for seat, player in zip(state.seats, state.players, strict=True):
        for place in (*player.figures, *player.posts):
            if place not in box.places:
                yield f"{seat} is in {place}, which is not on the map"
        for place, count in Counter(player.posts).items():
            if count > 1:
                yield f"{seat} has {count} posts in {place}"
            if place in box.places and not box.places[place].takes_post:
                yield f"{seat} has a post in {place}"
        if player.character in box.characters:
            traits = box.characters[player.character]
            if len(player.posts) + player.posts_left != box.posts + traits.extra_posts or player.posts_left < 0:
                yield f"{seat} has {len(player.posts)} posts on the map and {player.posts_left} left"
            if len(player.figures) != traits.figures:
                yield f"{seat} has {len(player.figures)} figures"
        if (box.beijing in player.posts) != (seat in state.board.beijing):
            yield f"{seat} is in Beijing with a post or a slot, not both"
    slots = Counter(seat for seat in state.board.beijing if seat)
    if any(count > 1 or seat not in state.seats for seat, count in slots.items()):
        yield "a slot of Beijing is taken wrongly"


def _hands(state: State) -> Iterator[str]:
    """What nobody saw may be anything; what it is read as must be cards."""
    for seat, player in zip(state.seats, state.players, strict=True):
        for held in (player.goals, player.goals_dealt):
            if held is not None and held.known and not isinstance(held.value, tuple):
                yield f"{seat} holds {held.value}, which is no list of goal cards"


def _cards(state: State) -> Iterator[str]:
    box = state.box
    characters = Counter(player.character for player in state.players if player.character)
    goals = Counter(card for player in state.players for card in own_goals(player))
    incomes = Counter(income for _, income in state.board.incomes)
    cards = Counter(card for _, dealt in state.board.city_cards for card in dealt)
    tiles = Counter(tile for _, tile in state.board.outposts)
    for what, met, known in (
        ("character", characters, box.characters),
        ("goal card", goals, box.goals),
        ("income marker", incomes, box.incomes),
        ("city card", cards, box.city_cards),
        ("outpost tile", tiles, box.outposts),
    ):
        for name, count in met.items():
            if name not in known:
                yield f"there is no {what} {name}"
            elif count > 1:
                yield f"the {what} {name} is there {count} times"
    for space, dice in zip(box.spaces, state.board.spaces, strict=True):
        if dice and space in box.city_cards and not cards[space]:
            yield f"a die lies on {space}, which is not in play"
    for place, _ in state.board.incomes:
        if place not in box.small_cities:
            yield f"an income lies in {place}"
    for city in (*(city for city, _ in state.board.city_cards), *(city for city, _ in state.board.outposts)):
        if city not in box.large_cities:
            yield f"a city card or outpost tile lies in {city}"


def _course(state: State) -> Iterator[str]:
    if state.phase not in PHASES:
        yield f'there is no phase "{state.phase}"'
    if not 0 <= state.round <= state.box.rounds:
        yield f"there is no round {state.round}"
    for seat in (state.turn.seat, state.start_player, state.last_traveller):
        if seat and seat not in state.seats:
            yield f"{seat} does not play"
    if state.phase == "turns" and not state.turn.seat:
        yield "it is nobody's turn"
    if state.phase in {"incomes", "compensation", "turns", "round_end", "over"}:
        for seat, player in zip(state.seats, state.players, strict=True):
            if not player.character:
                yield f"{seat} has no character"
            elif state.phase == "turns" and state.box.characters[player.character].rolls:
                yield from (f"{die} of {seat} is not rolled" for die, face in player.dice if not face)
