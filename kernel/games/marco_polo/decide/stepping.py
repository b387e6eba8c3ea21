"""What holds for steps wherever they come from: whether they may be declined, when a journey may end, what is due."""

from __future__ import annotations

from kernel.games.marco_polo.decide.contracts import must_keep_all
from kernel.games.marco_polo.state import Journey, State


def may_decline_steps(state: State) -> bool:
    """Tell whether the steps due may be refused."""
    owing = state.owing[0]
    return state.rulings.step_refusable == "may_refuse" and not must_keep_all(state, owing.source)


def may_stop(state: State, journey: Journey) -> bool:
    """Tell whether a journey that goes on may end where it is."""
    return not journey.travel or state.rulings.travel_distance == "at_most"


def price_of_leg(state: State, journey: Journey, steps: int) -> int:
    """Return the coins due for going on with a journey, the routes not included."""
    if not journey.travel:
        return 0
    walked = len(journey.places)
    return state.box.prices[walked + steps] - state.box.prices[walked]
