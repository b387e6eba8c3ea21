"""Setting the table up, for the basic game and for each part of the expert game."""

from __future__ import annotations

from collections.abc import Mapping

from events.games.marco_polo.framing import (
    BlackDiceLaid,
    CharactersOffered,
    CityCardDealt,
    GameBegan,
    GoalsDealt,
    GoalsKept,
    IncomeLaid,
    NeutralDieLaid,
    OutpostDealt,
    PhaseBegan,
    StartingContractDealt,
    StockGiven,
)
from events.games.marco_polo.turns import ContractsLaidOut
from kernel.chance import Chance
from kernel.decider import Table
from kernel.errors import BadSetup
from kernel.games.marco_polo.box import Box
from kernel.games.marco_polo.decide.drafting import take_character
from kernel.games.marco_polo.decide.placing import Part
from kernel.games.marco_polo.rulings import Rulings
from kernel.games.marco_polo.state import Board, Player, Rule, State, Turn, unseen_contracts
from kernel.rulings import in_force, listed

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "variant": ("basic", "expert"),
    "incomes": ("as_variant", "basic", "random"),
    "characters": ("as_variant", "basic", "draft"),
    "goals": ("as_variant", "basic", "choose"),
}
"""Set-up options; `variant` decides the parts that do not say otherwise."""

EXPERT = {"incomes": "random", "characters": "draft", "goals": "choose"}
"""What each part is in the expert game."""


def initial(table: Table) -> State:
    """Return the table before anything lies on it.

    Raises: BadSetup for a seat that is no player colour of the pack.
    """
    box: Box = table.box
    for seat in table.seats:
        if seat not in box.seats:
            raise BadSetup(f'there is no colour "{seat}"; there are: {", ".join(box.seats)}', unknown=True)
    if len(table.seats) not in box.black_dice:
        raise BadSetup(f"the pack is for {', '.join(map(str, box.black_dice))} players, not {len(table.seats)}")
    player = Player("", (0,) * len(box.resources), (), (), (), box.posts, (), (), "", 0, None, None, ())
    return State(
        seats=table.seats,
        players=(player,) * len(table.seats),
        board=Board(
            spaces=((),) * len(box.spaces),
            black_dice=(),
            columns=(),
            piles=(box.tiles_per_pile,) * box.piles,
            bottom=(),
            city_cards=(),
            outposts=(),
            incomes=(),
            beijing=("",) * len(box.beijing_vp),
        ),
        turn=Turn("", main_done=False, bought=False, posts=()),
        phase="setup",
        round=0,
        start_player=table.seats[0],
        last_traveller="",
        owing=(),
        journey=None,
        offer=(),
        removed=(),
        options=_parts(table.options),
        rulings=in_force(Rulings, table.rulings),
        box=box,
    )


def _parts(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the option in force for each part of the set-up."""
    variant = options["variant"]
    chosen = {}
    for part, expert in EXPERT.items():
        as_variant = expert if variant == "expert" else "basic"
        chosen[part] = as_variant if options[part] == "as_variant" else options[part]
    return tuple(sorted({**chosen, "variant": variant}.items()))


def setup(state: State, chance: Chance) -> Rule:
    """Lay out board and players; characters and goals follow, chosen ones after choices."""
    box = state.box
    state = yield GameBegan(
        rulings=listed(state.rulings),
        options=state.options,
        start_player=state.start_player,
        cites=("setup.start_player",),
    )
    state = yield from _board(state, chance)
    for seat, coins in zip(state.seats, box.coins_by_turn_order, strict=False):
        dice = tuple(f"{seat}.{number}" for number in range(1, box.own_dice + 1))
        stock = tuple((key, amount) for key, amount in (("coin", coins), *box.stock) if amount)
        state = yield StockGiven(seat=seat, stock=stock, dice=dice, cites=("setup.money", "setup.stock"))
    tiles = chance.draw("deck/starting_contracts", box.starting, count=len(state.seats))
    for seat, contract in zip(state.seats, tiles, strict=True):
        state = yield StartingContractDealt(seat=seat, contract=contract, cites=("setup.starting_contract",))
    if state.option("characters") == "draft":
        state = yield PhaseBegan(phase="characters", cites=("setup.expert_order", "setup.expert_characters"))
        offer = chance.draw("deck/characters", box.characters, count=len(state.seats) + 1)
        yield CharactersOffered(characters=tuple(sorted(offer)), cites=("setup.expert_characters",))
        return
    for seat, character in zip(state.seats, box.basic_characters, strict=False):
        state = yield from take_character(state, seat, character, ("setup.characters_basic",))
    yield from deal_goals(state, chance)


def deal_goals(state: State, chance: Chance) -> Part:
    """Deal goal cards in secret; in the expert game each player then keeps two."""
    box = state.box
    way = state.option("goals")
    clause = "setup.expert_goals" if way == "choose" else "setup.goals_secret"
    known: set[str] = set()
    for seat in state.seats:
        pool = [card for card in box.goals if card not in known]
        cards = chance.deal(f"deck/goals/{seat}", pool, count=box.goals_dealt[way], seat=seat)
        known.update(cards.value or ())
        state = yield GoalsDealt(seat=seat, cards=cards, cites=(clause, "setup.goals_secret"))
        if way == "basic":
            state = yield GoalsKept(seat=seat, cards=cards, cites=("setup.goals_secret",))
    phase = "goals" if way == "choose" else "incomes"
    order = ("setup.expert_order",) if way == "choose" else ("round.start_order",)
    return (yield PhaseBegan(phase=phase, cites=(*order, clause)))


def _board(state: State, chance: Chance) -> Part:
    box = state.box
    players = len(state.seats)
    dice = tuple(f"black.{number}" for number in range(1, box.black_dice[players] + 1))
    state = yield BlackDiceLaid(dice=dice, cites=("setup.black_dice",))
    for number, (space, face) in enumerate(box.neutral_dice[players], 1):
        clause = "setup.neutral_2p" if players == 2 else "setup.neutral_3p"
        state = yield NeutralDieLaid(die=f"neutral.{number}", face=face, space=space, cites=(clause,))
    slots = [city for city in box.large_cities for _ in range(box.places[city].cards)]
    cards = chance.draw("deck/city_cards", box.city_cards, count=len(slots))
    for city, card in zip(slots, cards, strict=True):
        state = yield CityCardDealt(city=city, card=card, cites=("setup.city_cards",))
    tiles = chance.draw("deck/outposts", box.outposts, count=len(box.large_cities))
    for city, tile in zip(box.large_cities, tiles, strict=True):
        state = yield OutpostDealt(city=city, outpost=tile, cites=("setup.outposts",))
    state = yield from _incomes(state, chance)
    contracts = chance.draw("deck/contracts/round-1", unseen_contracts(state), count=state.board.piles[0])
    piles = state.board.piles[1:]
    return (yield ContractsLaidOut(round=1, contracts=contracts, piles=piles, cites=("setup.contract_piles",)))


def _incomes(state: State, chance: Chance) -> Part:
    box = state.box
    if state.option("incomes") == "random":
        markers = chance.draw("deck/incomes", box.incomes, count=len(box.small_cities))
        lying = tuple(zip(box.small_cities, markers, strict=True))
        clause = "setup.expert_incomes"
    else:
        lying = tuple((place, income) for income, place in box.basic_place.items())
        clause = "setup.incomes_basic"
    for place, income in sorted(lying, key=lambda pair: box.small_cities.index(pair[0])):
        state = yield IncomeLaid(place=place, income=income, cites=(clause,))
    return state
