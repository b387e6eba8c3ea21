"""Putting a position right that was described by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.vocabulary import Seat
from kernel.copies import replace
from kernel.documents import Document
from kernel.errors import ImpossiblePosition
from kernel.games.marco_polo.document import document as spell
from kernel.games.marco_polo.document import restore
from kernel.games.marco_polo.faults import faults
from kernel.games.marco_polo.state import Board, Placed, Player, State, Turn, colour_of
from kernel.games.marco_polo.swapping import with_swaps

POINTS = ("round", "to_act", "main_action_done")
"""What `at` may name: the round, the seat whose turn it is, whether it has taken its main action."""


def arrange(state: State, document: Document, at: Mapping[str, Any]) -> State:
    """Turn a patched document into a position: in the middle of a turn, or, with nothing in `at`, where the game is.

    Dice may be given as a list of ``{"id": …, "face": …}`` or ``{"face": …}``; own dice that are named nowhere lie on
    the money bag. Dice that are placed leave hands and supply; black dice named nowhere go back to the board.
    Contracts that are placed leave the piles; posts and Beijing's slots follow each other; the outpost tile of a city
    with a post is gone. Cards, tiles and markers put in a new place change places with what lay there. A character
    has as many figures as it should. With `at`, whatever was being chosen is dropped.

    Raises: ImpossiblePosition.
    """
    problems = tuple(_unknown_keys(spell(state), document, state.box.spaces)) + tuple(
        f'`at` has no "{name}"; there are: {", ".join(POINTS)}' for name in at if name not in POINTS
    )
    if problems:
        raise ImpossiblePosition(problems)
    try:
        made = _arranged(state, _named_dice(state, document), at)
        broken = faults(made)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ImpossiblePosition((f"{type(error).__name__} in what is described: {error}",)) from error
    if broken:
        raise ImpossiblePosition(broken)
    return made


def _unknown_keys(known: Document, given: Document, spaces: tuple[str, ...]) -> Iterator[str]:
    """Find misspelt keys where the document's keys are fixed."""
    yield from (f'the document has no "{key}"' for key in given if key not in known)
    for seat, player in given.get("players", {}).items():
        if seat not in known["players"]:
            yield f"{seat} does not play"
        else:
            yield from (f'{seat} has no "{key}"' for key in player if key not in known["players"][seat])
    for part in ("turn", "contracts", "beijing"):
        yield from (f'{part} has no "{key}"' for key in given.get(part, {}) if key not in known[part])
    yield from (f'there is no space "{space}"' for space in given.get("spaces", {}) if space not in spaces)


def _named_dice(state: State, document: Document) -> Document:
    """Give ids to dice described by what they show: own dice first, those that are named nowhere else."""
    players = dict(document["players"])
    for seat, player in players.items():
        if isinstance(player["dice"], list):
            players[seat] = {**player, "dice": _hand(state, document, seat, player["dice"])}
    return {**document, "players": players}


def _hand(state: State, document: Document, seat: Seat, dice: list[Any]) -> dict[str, Any]:
    placed = {die["id"] for lying in document["spaces"].values() for die in lying}
    named = {die["id"] for die in dice if "id" in die} | placed
    free = [f"{seat}.{number}" for number in range(1, state.box.own_dice + 1)]
    free = [die for die in free if die not in named]
    hand = {}
    for die in dice:
        if "id" not in die and not free:
            raise ImpossiblePosition((f"{seat} has no more own dice",))
        hand[die["id"] if "id" in die else free.pop(0)] = die.get("face")
    return hand


def _arranged(state: State, document: Document, at: Mapping[str, Any]) -> State:
    made = with_swaps(state, restore(state, document))
    if at:
        made = _at_point(state, made, at)
    if made.phase in {"compensation", "turns"}:
        made = _with_faces(made)
    made = _with_dice(state, made)
    made = _with_contracts(state, made)
    return _with_posts(state, made)


def _at_point(before: State, made: State, at: Mapping[str, Any]) -> State:
    """Go to a point in the turns; whatever was being chosen is dropped."""
    seat = at.get("to_act") or made.turn.seat or made.start_player
    round_ = at.get("round", made.round or 1)
    turn = replace(made.turn, seat=seat)
    if made.turn == before.turn:
        turn = Turn(seat, main_done=False, bought=False, posts=())
    if "main_action_done" in at:
        turn = replace(turn, main_done=at["main_action_done"])
    return replace(
        made,
        round=round_,
        phase="turns",
        turn=turn,
        owing=(),
        journey=None,
        offer=(),
        players=tuple(replace(player, drawn="", compensation=0) for player in made.players),
        board=replace(made.board, piles=_piles(made, round_)),
    )


def _piles(state: State, round_: int) -> tuple[int, ...]:
    """Return the waiting piles of a round, the last ones as they are."""
    waiting = state.box.piles - round_
    sizes = state.board.piles[-waiting:] if waiting > 0 else ()
    return (state.box.tiles_per_pile,) * (waiting - len(sizes)) + sizes


def _with_faces(made: State) -> State:
    """Let dice show what their holder's character allows: none for one who chooses faces, some for all others.

    Dice that should have been rolled leave the hand.
    """
    players = []
    for seat, player in zip(made.seats, made.players, strict=True):
        dice = player.dice
        if player.character in made.box.characters:
            if made.box.characters[player.character].rolls:
                dice = tuple(die for die in dice if die[1])
            else:
                dice = tuple((die, 0 if colour_of(die) == seat and 1 <= face <= 6 else face) for die, face in dice)
        players.append(replace(player, dice=dice))
    return replace(made, players=tuple(players))


def _with_dice(before: State, made: State) -> State:
    """Let placed dice leave where they were, and put those that are nowhere where they do no harm."""
    box, board = made.box, made.board
    old_spaces = {die.id for dice in before.board.spaces for die in dice}
    old_hands = {die for player in before.players for die, _ in player.dice}
    on_spaces = [die.id for dice in board.spaces for die in dice]
    in_hands = [die for player in made.players for die, _ in player.dice]
    # A die named in two places belongs where it was not before.
    twice = set(on_spaces) & set(in_hands)
    from_hands = {die for die in twice if die in old_hands and die not in old_spaces}
    from_spaces = twice - from_hands
    players = tuple(
        replace(player, dice=tuple(die for die in player.dice if die[0] not in from_hands)) for player in made.players
    )
    spaces = [tuple(die for die in dice if die.id not in from_spaces) for dice in board.spaces]
    used = {die.id for dice in spaces for die in dice} | {die for player in players for die, _ in player.dice}
    bag = box.space_index["money_bag"]
    for seat in made.seats:
        for number in range(1, box.own_dice + 1):
            if f"{seat}.{number}" not in used:
                spaces[bag] = (*spaces[bag], Placed(f"{seat}.{number}", 1, seat))
    for number, (space, face) in enumerate(box.neutral_dice[len(made.seats)], 1):
        if f"neutral.{number}" not in used:
            place = box.space_index[space]
            spaces[place] = (Placed(f"neutral.{number}", face, ""), *spaces[place])
    count = box.black_dice[len(made.seats)]
    black = tuple(f"black.{number}" for number in range(1, count + 1) if f"black.{number}" not in used)
    if board.black_dice != before.board.black_dice:
        # The supply was named: what it leaves out and nobody holds lies on the money bag.
        gone = [die for die in black if die not in board.black_dice]
        spaces[bag] += tuple(Placed(die, 1, "") for die in gone)
        black = tuple(die for die in board.black_dice if die in black)
    return replace(made, players=players, board=replace(board, spaces=tuple(spaces), black_dice=black))


def _with_contracts(before: State, made: State) -> State:
    """Let contracts that were placed leave where they were: a later holder wins over the board and the piles."""
    held = _newly_held(before, made)
    columns = tuple(
        "" if contract in held and contract in before.board.columns and not _moved_to_board(before, made) else contract
        for contract in made.board.columns
    )
    players = tuple(
        replace(
            player,
            active=tuple(contract for contract in player.active if not _left(before, made, seat, contract)),
        )
        for seat, player in zip(made.seats, made.players, strict=True)
    )
    bottom = tuple(contract for contract in made.board.bottom if contract not in held)
    removed = tuple(contract for contract in made.removed if contract not in held)
    return replace(made, players=players, board=replace(made.board, columns=columns, bottom=bottom), removed=removed)


def _newly_held(before: State, made: State) -> set[str]:
    """Return the contracts that players hold now and did not hold before."""

    def held(player: Player) -> set[str]:
        return {*player.active, *player.completed}

    old = {contract for player in before.players for contract in held(player)}
    return {contract for player in made.players for contract in held(player)} - old


def _moved_to_board(before: State, made: State) -> bool:
    return before.board.columns != made.board.columns


def _left(before: State, made: State, seat: Seat, contract: str) -> bool:
    """Tell whether a contract was put elsewhere: into the drawer, onto the board, to another seat."""
    if contract in made.player(seat).completed:
        return True
    if contract not in before.player(seat).active:
        return False
    others = [made.player(other) for other in made.seats if other != seat]
    elsewhere = {held for player in others for held in (*player.active, *player.completed)}
    return contract in elsewhere or contract in made.board.columns


def _with_posts(before: State, made: State) -> State:
    """Count the posts left; let Beijing's slots and posts follow each other; take outpost tiles away."""
    players, slots = [], list(made.board.beijing)
    beijing = made.box.beijing
    slots_named = made.board.beijing != before.board.beijing
    for seat, player in zip(made.seats, made.players, strict=True):
        posts = player.posts
        if slots_named and seat in slots and beijing not in posts:
            posts = (*posts, beijing)
        elif slots_named and seat not in slots and posts == before.player(seat).posts:
            posts = tuple(place for place in posts if place != beijing)
        if beijing in posts and seat not in slots and "" in slots:
            slots[slots.index("")] = seat
        if beijing not in posts:
            slots = ["" if taken == seat else taken for taken in slots]
        character = made.box.characters.get(player.character)
        total = made.box.posts + (character.extra_posts if character else 0)
        figures = player.figures
        if character:
            figures = (figures + (character.start_place,) * character.figures)[: character.figures]
        players.append(replace(player, posts=posts, posts_left=total - len(posts), figures=figures))
    held = {place for player in players for place in player.posts}
    board: Board = replace(
        made.board,
        beijing=tuple(slots),
        outposts=tuple((city, tile) for city, tile in made.board.outposts if city not in held),
    )
    return replace(made, players=tuple(players), board=board)
