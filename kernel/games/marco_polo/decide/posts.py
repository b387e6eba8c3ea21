"""Placing posts at the end of a move, and moving them when none is left."""

from __future__ import annotations

from events.games.marco_polo.moves import MovePost
from events.games.marco_polo.turns import (
    BeijingClosedUp,
    Gained,
    OutpostTaken,
    Owing,
    PostLifted,
    PostPlaced,
    RewardLost,
    Settled,
)
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.errors import Checks
from kernel.games.marco_polo.decide.placing import Part, why_nothing_is_due
from kernel.games.marco_polo.decide.rewards import Gain, rewards
from kernel.games.marco_polo.state import Rule, State, at_place


def takes_post(state: State, seat: Seat, place: str) -> bool:
    """Tell whether a seat that ends a move in a place has to place a post there."""
    if not state.box.places[place].takes_post or place in state.player(seat).posts:
        return False
    return place != state.box.beijing or "" in state.board.beijing


def place_posts(state: State, seat: Seat, ends: tuple[str, ...], passed: tuple[str, ...], chance: Chance) -> Part:
    """Place posts in walking order, then pay what they earn. ends: where figures stop; passed: on the way there."""
    gains: list[Gain] = []
    moves: list[Owing] = []
    for place in dict.fromkeys((*passed, *ends)):
        if not takes_post(state, seat, place):
            continue
        if state.player(seat).posts_left:
            cites: Cites = ("post.must_place",) if place in ends else ("char.wilhelm_passing",)
            state = yield from _placed(state, seat, place, cites)
            state = yield from _vp_for_post(state, seat)
            state = yield from _rewards_of_place(state, seat, place, gains)
        elif place in ends:
            moves.append(Owing(kind="post", seat=seat, amount=1, source=place))
    return (yield from rewards(state, gains, chance, first=tuple(moves)))


def _placed(state: State, seat: Seat, place: str, cites: Cites) -> Part:
    slot = 0
    if place == state.box.beijing:
        slot = state.board.beijing.index("") + 1
        cites = (*cites, "beijing.best_free_slot")
    number = len(state.player(seat).posts) + 1
    if number <= state.box.posts:
        cites = (*cites, "post.board_order")
    return (yield PostPlaced(seat=seat, place=place, number=number, slot=slot, cites=cites))


def _vp_for_post(state: State, seat: Seat) -> Part:
    """Score the 8th, the 9th and a character's last post."""
    number = len(state.player(seat).posts)
    for nth, points in state.box.vp_on_post:
        if number == nth:
            clause = "post.eighth" if nth == 8 else "post.ninth"
            state = yield Gained(seat=seat, resource="vp", amount=points, cites=(clause,))
    if state.rulings.wilhelm_eleven_timing == "at_placing":
        for nth, points in state.character(seat).vp_on_post:
            if number == nth:
                state = yield Gained(seat=seat, resource="vp", amount=points, cites=("char.wilhelm_posts",))
    return state


def _rewards_of_place(state: State, seat: Seat, place: str, gains: list[Gain]) -> Part:
    """Take the outpost tile; note what is earned, which is paid once all posts are placed."""
    tile = at_place(state.board.outposts, place)
    if tile:
        state = yield OutpostTaken(seat=seat, city=place, outpost=tile, cites=("outpost.first_only",))
        gains.append(Gain(seat, state.box.outposts[tile], tile, ("outpost.first_only",)))
    income = at_place(state.board.incomes, place)
    if income:
        gains.append(Gain(seat, state.box.incomes[income], income, ("income.on_placing",)))
    return state


def can_move_post(state: State, owing: Owing) -> bool:
    """Tell whether there is a post to move and still a place for it."""
    return bool(state.player(owing.seat).posts) and takes_post(state, owing.seat, owing.source)


def move_post(state: State, move: MovePost, chance: Chance) -> Rule:
    """Take a placed post off the map and place it where the move ended."""
    seat = move.seat
    check = Checks()
    first = state.owing[0] if state.owing else None
    due = first is not None and first.kind == "post"
    if not check("post.move_when_out", due, posts_left=state.player(seat).posts_left):
        why_nothing_is_due(check, state, seat)
    check.settle()
    target = state.owing[0].source
    if not move.place:
        check("post.move_when_out", state.rulings.move_post_duty == "may", to=target)
        check("post.must_place", state.rulings.move_post_duty == "may", to=target)
        check.settle()
        yield Settled(left=0, used="", cites=("post.move_when_out",))
        yield RewardLost(seat=seat, what="post", amount=1, cites=("post.move_when_out",))
        return
    check("post.move_when_out", move.place in state.player(seat).posts, has=move.place, posts=state.player(seat).posts)
    check.settle()

    state = yield Settled(left=0, used="", cites=("post.move_when_out",))
    state = yield PostLifted(seat=seat, place=move.place, cites=("post.move_when_out",))
    if move.place == state.box.beijing and state.rulings.beijing_repack == "move_up":
        taken = tuple(other for other in state.board.beijing if other)
        slots = taken + ("",) * (len(state.board.beijing) - len(taken))
        if slots != state.board.beijing:
            state = yield BeijingClosedUp(slots=slots, cites=("beijing.best_free_slot",))
    state = yield from _placed(state, seat, target, ("post.move_when_out",))
    if state.rulings.moved_post_vp_again == "yes":
        state = yield from _vp_for_post(state, seat)
    if state.rulings.moved_post_rewards == "paid":
        gains: list[Gain] = []
        state = yield from _rewards_of_place(state, seat, target, gains)
        yield from rewards(state, gains, chance)
