"""The toy's rules: four rounds of sealed bids for a card; a reshuffle, a secret hand, simultaneous choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from events.secrets import Secret
from events.vocabulary import Seat
from kernel.chance import Chance
from kernel.copies import replace
from kernel.decider import Game, Rule, Standing, Table
from kernel.documents import Document
from kernel.drawing import seat_name
from kernel.errors import Checks, ImpossiblePosition
from tests.toy import words
from tests.toy.words import Bid

ROUNDS = 4


@attrs.frozen
class Player:
    """coins: left. bid: this round's, sealed. cards: won, oldest first. hand: the secret card."""

    coins: int
    bid: Secret | None
    cards: tuple[str, ...]
    hand: Secret | None


@attrs.frozen
class State:
    """unseen: cards face down in deck and hands. shown: the card on offer. over: whether all rounds are played."""

    values: Mapping[str, int]
    rulings: Mapping[str, str]
    players: tuple[tuple[Seat, Player], ...]
    unseen: tuple[str, ...]
    discards: tuple[str, ...]
    shown: str | None
    epoch: int
    round: int
    over: bool

    def player(self, seat: Seat) -> Player:
        """Return what a seat has."""
        return dict(self.players)[seat]

    def but(self, seat: Seat, **changes: Any) -> State:
        """Return the state with a player changed."""
        players = tuple((s, replace(p, **changes) if s == seat else p) for s, p in self.players)
        return replace(self, players=players)


def initial(table: Table) -> State:
    """Lay the deck out."""
    players = tuple((seat, Player(0, None, (), None)) for seat in table.seats)
    return State(table.box, table.rulings, players, tuple(sorted(table.box)), (), None, 0, 0, over=False)


def setup(state: State, chance: Chance) -> Rule[Any, State]:
    """Give coins and deal the secret cards."""
    rulings = tuple(sorted(state.rulings.items()))
    state = yield words.Began(rulings=rulings, coins=5, cites=("setup.coins",))
    for seat, _ in state.players:
        card = chance.deal(f"deck/hands/{seat}", pool(state), count=1, seat=seat)
        state = yield words.HandDealt(seat=seat, card=card, cites=("setup.hand",))


def pool(state: State) -> tuple[str, ...]:
    """Return what is in the deck: the unseen cards but those in hands, as far as these are known."""
    held = [card for _, player in state.players if player.hand for card in player.hand.value or ()]
    return tuple(card for card in state.unseen if card not in held)


def proceed(state: State, chance: Chance) -> Rule[Any, State]:
    """Open the next round, or end the game."""
    if state.round == ROUNDS or not (pool(state) or state.discards):
        for seat, player in state.players:
            assert player.hand is not None
            state = yield words.HandRevealed(seat=seat, card=player.hand.opened()[0], cites=("end.hands",))
        return
    if not pool(state):
        state = yield words.Reshuffled(epoch=state.epoch + 1, cites=("round.reshuffle",))
    (card,) = chance.draw(f"deck/{state.epoch}", pool(state))
    yield words.CardShown(card=card, round=state.round + 1, cites=("round.card",))


def decide(state: State, move: Bid, chance: Chance) -> Rule[Any, State]:  # noqa: ARG001 - a bid draws nothing
    """Bid; the last bid turns all over and settles the card."""
    player = state.player(move.seat)
    check = Checks()
    check("bid.once", player.bid is None and not state.over)
    check.settle()
    if move.coins.known:
        coins = move.coins.value
        paid = type(coins) is int and 0 <= coins <= player.coins
        check("bid.affordable", paid, needs=coins if type(coins) is int else None, has=player.coins)
        check.settle()
    state = yield words.BidMade(seat=move.seat, coins=move.coins, cites=("bid.once",))
    bids = [player.bid for _, player in state.players]
    if any(bid is None for bid in bids):
        return
    coins_bid = tuple(bid.opened() for bid in bids if bid is not None)
    state = yield words.BidsRevealed(coins=coins_bid, cites=("bid.revealed",))
    best = max(coins_bid)
    winners = [seat for (seat, _), coins in zip(state.players, coins_bid, strict=True) if coins == best]
    assert state.shown is not None
    if len(winners) == 1:
        yield words.CardWon(seat=winners[0], card=state.shown, coins=best, cites=("bid.highest",))
    elif state.rulings["ties"] == "first":
        yield words.CardWon(seat=winners[0], card=state.shown, coins=best, cites=("bid.tie",))
    else:
        yield words.CardDiscarded(card=state.shown, cites=("bid.tie",))


def evolve(state: State, event: Any) -> State:
    """Keep the books."""
    match event:
        case words.Began():
            players = tuple((seat, replace(player, coins=event.coins)) for seat, player in state.players)
            return replace(state, players=players, rulings=dict(event.rulings))
        case words.HandDealt():
            return state.but(event.seat, hand=event.card)
        case words.Reshuffled():
            return replace(
                state, unseen=tuple(sorted((*state.unseen, *state.discards))), discards=(), epoch=event.epoch
            )
        case words.CardShown():
            unseen = tuple(card for card in state.unseen if card != event.card)
            return replace(state, shown=event.card, round=event.round, unseen=unseen)
        case words.BidMade():
            return state.but(event.seat, bid=event.coins)
        case words.BidsRevealed():
            return replace(state, players=tuple((seat, replace(p, bid=None)) for seat, p in state.players))
        case words.CardWon():
            player = state.player(event.seat)
            won = state.but(event.seat, cards=(*player.cards, event.card), coins=player.coins - event.coins)
            return replace(won, shown=None)
        case words.CardDiscarded():
            return replace(state, shown=None, discards=(*state.discards, event.card))
        case words.HandRevealed():
            player = state.player(event.seat)
            unseen = tuple(card for card in state.unseen if card != event.card)
            shown = state.but(event.seat, cards=(*player.cards, event.card), hand=None)
            return replace(shown, unseen=unseen, over=True)
    raise TypeError(event)


def to_act(state: State) -> tuple[Seat, ...]:
    """All who have not bid."""
    return tuple(seat for seat, player in state.players if player.bid is None) if state.shown else ()


def legal_moves(state: State, seat: Seat) -> tuple[Bid, ...]:
    """Every bid one can pay."""
    if seat not in to_act(state):
        return ()
    return tuple(Bid(seat=seat, coins=Secret(seat=seat, value=n)) for n in range(state.player(seat).coins + 1))


def sample(state: State, seat: Seat, choose: Callable[[int], int]) -> Bid:
    """Any bid."""
    moves = legal_moves(state, seat)
    return moves[choose(len(moves))]


def score(state: State, player: Player) -> int:
    """Values of the cards won, and one for each coin left."""
    return player.coins + sum(state.values.get(card, 0) for card in player.cards)


def standings(state: State) -> tuple[Standing, ...]:
    """More points are better; level scores share a rank."""
    scores = {seat: score(state, player) for seat, player in state.players}
    return tuple(
        Standing(seat=seat, score=n, rank=1 + sum(other > n for other in scores.values())) for seat, n in scores.items()
    )


def document(state: State) -> Document:
    """Spell the state."""
    return {
        "round": state.round,
        "over": state.over,
        "rulings": dict(state.rulings),
        "deck": {"unseen": list(state.unseen), "discards": list(state.discards), "epoch": state.epoch},
        "shown": state.shown,
        "players": {
            seat: {"coins": p.coins, "bid": p.bid, "cards": list(p.cards), "hand": p.hand} for seat, p in state.players
        },
    }


def restore(state: State, document: Document) -> State:
    """Read the state."""

    def secret(seat: Seat, value: Any) -> Secret | None:
        return value if value is None or isinstance(value, Secret) else Secret(seat=seat, value=value)

    players = tuple(
        (seat, Player(p["coins"], secret(seat, p["bid"]), tuple(p["cards"]), secret(seat, p["hand"])))
        for seat, p in document["players"].items()
    )
    deck = document["deck"]
    return State(
        state.values,
        dict(document["rulings"]),
        players,
        tuple(deck["unseen"]),
        tuple(deck["discards"]),
        document["shown"],
        deck["epoch"],
        document["round"],
        document["over"],
    )


def arrange(state: State, document: Document, at: Mapping[str, Any]) -> State:
    """Cards that were placed leave the deck."""
    new = replace(restore(state, document), round=at.get("round", document["round"]))
    placed = [card for _, p in new.players for card in p.cards] + [new.shown] + list(new.discards)
    new = replace(new, unseen=tuple(card for card in new.unseen if card not in placed))
    broken = faults(new)
    if broken:
        raise ImpossiblePosition(broken)
    return new


def _faults(state: State) -> Iterator[str]:
    cards = [*state.unseen, *state.discards, *([state.shown] if state.shown else [])]
    for seat, player in state.players:
        cards += player.cards
        if player.coins < 0:
            yield f"{seat} has {player.coins} coins"
    if len(cards) != len(set(cards)):
        yield "a card is in two places"
    if set(cards) - {"?"} - set(state.values):
        yield "a card is not in the box"


def faults(state: State) -> tuple[str, ...]:
    """List broken invariants."""
    return tuple(_faults(state))


TOLD = {
    "en": ("Round {} of {}, {} cards, on offer: {}", "{}: {} coins, {} in hand"),
    "fr": ("Tour {} sur {}, {} cartes, en vente : {}", "{} : {} pièces, {} en main"),
}


def drawing(box: Mapping[str, int], document: Document, language: str) -> str:
    """Two lines: the table, the players."""
    table, player = TOLD[language]
    hands = {seat: p["hand"] for seat, p in document["players"].items()}
    held = {seat: "?" if isinstance(hand, dict) else "".join(hand or ()) or "-" for seat, hand in hands.items()}
    told = [player.format(seat_name(seat, language), p["coins"], held[seat]) for seat, p in document["players"].items()]
    drawn = table.format(document["round"], ROUNDS, len(box), document["shown"] or "-") + "\n" + "; ".join(told)
    return drawn.replace("card_", "card " if language == "en" else "carte ")


def component(box: Mapping[str, int], card: str, language: str) -> str:
    """A card and its value."""
    name = card.replace("_", " ") if language == "en" else card.replace("card_", "carte ")
    return f"{name}: {box[card]}" if language == "en" else f"{name} : {box[card]}"


GAME: Game[Bid, State, Any] = Game(
    name="toy",
    title="Toy",
    seats=(2, 4),
    rules_version=1,
    packs=("base",),
    options={"variant": ("basic",)},
    vocabulary=words.VOCABULARY,
    box=lambda content: content["values"],
    initial=initial,
    setup=setup,
    decide=decide,
    proceed=proceed,
    reducers=dict.fromkeys(words.VOCABULARY.events.values(), evolve),
    to_act=to_act,
    is_over=lambda state: state.over and all(player.hand is None for _, player in state.players),
    round=lambda state: state.round,
    legal_moves=legal_moves,
    sample=sample,
    resolve=lambda state, move: move,  # noqa: ARG005 - nothing to resolve
    standings=standings,
    document=document,
    restore=restore,
    arrange=arrange,
    faults=faults,
    handover=lambda state, seat: None,  # noqa: ARG005 - all bid at once, nobody hands over
    worth=lambda state, seat: score(state, state.player(seat)),
    drawing=drawing,
    components=tuple,
    component=component,
)
