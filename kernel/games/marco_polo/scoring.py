"""Points: the final scoring, and how the seats stand."""

from __future__ import annotations

from collections.abc import Iterator

from events.games.marco_polo.framing import GameEnded, GoalsRevealed, Scored
from events.vocabulary import Cites, Seat
from kernel.chance import Chance
from kernel.decider import Standing
from kernel.games.marco_polo.decide.placing import Part
from kernel.games.marco_polo.document import PARTS
from kernel.games.marco_polo.state import State, own_goals


def final_scoring(state: State, chance: Chance) -> Part:
    """Turn the goal cards over, score every part, name the winners."""
    for seat in state.seats:
        cards = _revealed(state, seat, chance)
        state = yield GoalsRevealed(seat=seat, cards=cards, cites=("end.final_scoring", "setup.goals_secret"))
    for seat in state.seats:
        for part, points, cites in tuple(parts(state, seat)):
            if points or part == "goods":
                state = yield Scored(seat=seat, part=part, points=points, cites=cites)
    winners, clause = _winners(state)
    return (yield GameEnded(winners=winners, cites=(clause, "end.final_scoring", "score.winner")))


def _revealed(state: State, seat: Seat, chance: Chance) -> tuple[str, ...]:
    """Turn a seat's goal cards over. They are recorded as a draw, so that one who does not know them can go on."""
    held = own_goals(state.player(seat))
    pool = held or tuple(goal for goal in state.box.goals if goal not in _known_goals(state))
    return tuple(sorted(chance.draw(f"reveal/goals/{seat}", pool, count=state.box.goals_kept)))


def _known_goals(state: State) -> set[str]:
    return {card for player in state.players for card in own_goals(player)}


def parts(state: State, seat: Seat) -> Iterator[tuple[str, int, Cites]]:
    """List each part of the final scoring with its points and clauses, as the position stands."""
    box, player = state.box, state.player(seat)
    yield "coins", state.has(seat, "coin") // box.coins_per_vp, ("score.coins", "end.final_scoring")
    goals = [box.goals[card] for card in own_goals(player)]
    both = sum(goal.vp for goal in goals if set(goal.places) <= set(player.posts))
    yield "goal_cards", both, ("goal.both_places",)
    held = [place for goal in goals for place in goal.places if place in player.posts]
    once: Cites = ("goal.same_place_once",) if len(set(held)) < len(held) else ()
    most = min(len(set(held)), len(box.vp_by_places) - 1)
    yield "goal_places", box.vp_by_places[most], ("goal.distinct_table", *once)
    if seat in state.board.beijing:
        slot = state.board.beijing.index(seat)
        yield "beijing", box.beijing_vp[slot], ("score.beijing_slot",)
    goods = sum(state.has(seat, good) for good in box.goods)
    if box.goods_need in player.posts:
        yield "goods", goods // box.goods_per_vp, ("score.goods_with_beijing", "score.camels_no_goods")
    elif goods:
        yield "goods", 0, ("score.goods_without_beijing",)
    if seat in _most_contracts(state):
        yield "most_contracts", box.most_contracts_vp, ("score.most_contracts",)
    if state.rulings.wilhelm_eleven_timing == "at_end":
        for nth, points in state.character(seat).vp_on_post:
            if len(player.posts) >= nth:
                yield "black_posts", points, ("char.wilhelm_posts",)


def _most_contracts(state: State) -> tuple[Seat, ...]:
    most = max(len(player.completed) for player in state.players)
    if not most and state.rulings.most_contracts_zero == "nobody":
        return ()
    return tuple(seat for seat in state.seats if len(state.player(seat).completed) == most)


def _winners(state: State) -> tuple[tuple[Seat, ...], str]:
    best = max(state.has(seat, "vp") for seat in state.seats)
    leaders = [seat for seat in state.seats if state.has(seat, "vp") == best]
    if len(leaders) == 1:
        return tuple(leaders), "score.winner"
    camels = max(state.has(seat, "camel") for seat in leaders)
    first = tuple(seat for seat in leaders if state.has(seat, "camel") == camels)
    return first, "score.tie_camels" if len(first) == 1 else "score.tie_shared"


def standings(state: State) -> tuple[Standing, ...]:
    """Rank the seats by points, then camels; `track` is what was scored before the end.

    Before the end the parts are what they would be now, secret goals left out.
    """
    rows: list[tuple[Seat, int, int, tuple[tuple[str, int], ...]]] = []
    for seat in state.seats:
        player, vp = state.player(seat), state.has(seat, "vp")
        if state.phase == "over":
            scored = player.scored
            track = vp - sum(points for _, points in scored)
        else:
            scored, track = _public_parts(state, seat), vp
        row = (("track", track), *((part, dict(scored).get(part, 0)) for part in PARTS))
        rows.append((seat, sum(points for _, points in row), state.has(seat, "camel"), row))
    return tuple(
        Standing(
            seat=seat,
            score=score,
            rank=1 + sum((other[1], other[2]) > (score, camels) for other in rows),
            parts=row,
        )
        for seat, score, camels, row in rows
    )


def _public_parts(state: State, seat: Seat) -> tuple[tuple[str, int], ...]:
    if not state.player(seat).character:
        return ()
    hidden = {"goal_cards", "goal_places"}
    return tuple((part, points) for part, points, _ in parts(state, seat) if part not in hidden)


def hidden_parts(state: State, seat: Seat) -> int:
    """Return what a seat's own goal cards would score now."""
    return sum(points for part, points, _ in parts(state, seat) if part in {"goal_cards", "goal_places"})
