"""What each component is called and says, in words a person can read, made from the pack's data alone."""

from __future__ import annotations

from functools import cache
from typing import assert_never

from kernel.drawing import Words, finished, listed
from kernel.games.quetzal import effects
from kernel.games.quetzal.box import PLACES, Box, Location, Space
from kernel.games.quetzal.effects import Effect, Gain
from kernel.games.quetzal.wording import BOARD, NAMES, TEXTS


@cache
def words(language: str) -> Words:
    """Return all that the game says in a language."""
    return Words({**NAMES, **TEXTS, **BOARD}, language)


def components(box: Box) -> tuple[str, ...]:
    """Return places, artifacts by what they show, kinds of tiles, and automaton cards."""
    variants = dict.fromkeys(card.variant for card in box.cards.values())
    places = [place for place in PLACES if place in box.locations]
    return (*places, *variants, *box.upgrades, *box.automaton_cards)


def component(box: Box, piece: str, language: str) -> str:
    """Return what a component is called and says. piece: an id of `components`, or of a card or tile.

    Raises: KeyError.
    """
    say = words(language)
    if piece in box.locations:
        title, text = say.name("place", piece), _location(say, box.locations[piece])
    elif piece in box.automaton_cards:
        title, text = automaton_card(box, say, piece)
    elif piece in box.upgrades or piece in box.tiles:
        kind = box.tiles.get(piece, piece)
        title, text = say.name("tile", kind), tile_text(box, say, kind)
    else:
        cards = box.cards.values()
        card = box.cards.get(piece) or {one.variant: one for one in cards}[piece]
        title, text = artifact(box, say, card.id), _worth(box, say, card.id)
    return finished(say("text", title=title, text=text))


def artifact(box: Box, say: Words, card: str) -> str:
    """Return what a card shows."""
    one = box.cards[card]
    kind = say.name("kind", one.kind).partition("|")[0]
    return say("artifact", kind=kind, icon=say.name("icon", one.bonus)) if one.bonus else kind


def _worth(box: Box, say: Words, card: str) -> str:
    one = box.cards[card]
    told = say("worth", points=listed(map(str, box.points[one.kind])))
    return told + (say("icon gives", gain=gain(say, box.bonuses[one.bonus])) if one.bonus else "")


def tile_text(box: Box, say: Words, kind: str) -> str:
    """Return what a tile of a kind does, and what it is worth at the end."""
    tile = box.upgrades[kind]
    told = [_effect(say, tile.effect), say("end vp", vp=tile.vp)]
    if not tile.lasting:
        told.insert(1, say("at once"))
    return listed(told, "; " if say.language == "en" else " ; ")


def automaton_card(box: Box, say: Words, card: str) -> tuple[str, str]:
    """Return what an automaton card is called, and where it places."""
    told = []
    for one in box.automaton_cards[card]:
        place = say.name("place", one.place)
        place = say("at space", place=place, n=one.space) if one.space else place
        told.append(say("text", title=place, text=say.amount(one.meeples, "role", one.role)))
    number = card.rpartition("_")[2]
    return say("automaton card", n=number.lstrip("0") or number), listed(told)


def gain(say: Words, gained: Gain) -> str:
    """Return a gain in words."""
    parts = (("coin", gained.coins), ("vp", gained.vp), ("discovery", gained.discovery))
    return listed(say.amount(amount, "thing", thing) for thing, amount in parts if amount)


def coins(say: Words, amount: int) -> str:
    """Return coins in words."""
    return say.amount(amount, "thing", "coin")


def _location(say: Words, place: Location) -> str:
    told = [say(place.kind), say("roles", roles=listed(say.many("role", role) for role in place.roles))]
    if place.spaces:
        told.append(say("spaces", spaces=listed(_space(say, space) for space in place.spaces)))
    if place.cost:
        told.append(say("each meeple", what=coins(say, place.cost)))
    if place.bar_holder:
        told.append(say("not the holder"))
    return listed([*told, *(_effect(say, effect) for effect in place.effects)], "; " if say.language == "en" else " ; ")


def _space(say: Words, space: Space) -> str:
    cost, gives = coins(say, space.cost), space_gives(say, space)
    return (
        say("space gives", n=space.number, cost=cost, gives=gives) if gives else say("space", n=space.number, cost=cost)
    )


def space_gives(say: Words, space: Space) -> str:
    """Return the cards that a space of the Temple gives, "" for none."""
    one, _, many = say("picks", n=space.picks).partition("|")
    picks = [many if many and space.picks > 1 else one] if space.picks else []
    return " + ".join([*picks, *([say("draws", n=space.draws)] if space.draws else [])])


def _per_meeple(say: Words, told: str, *, each: bool) -> str:
    return say("each meeple", what=told) if each else told


def _effect(say: Words, effect: Effect) -> str:
    match effect:
        case effects.GainNow():
            return _per_meeple(say, gain(say, effect.gain), each=effect.per_meeple)
        case effects.Throw():
            if effect.per_meeple:
                return _per_meeple(say, say("throw here"), each=True)
            return say("throw some", n=effect.meeples) if effect.meeples else say("throw all")
        case effects.TakeMarker():
            return say("take marker")
        case effects.TakeCards():
            return say("take cards")
        case effects.TakeDisplay():
            return say("take display")
        case effects.Sell():
            return say("sell", coins=coins(say, effect.coins))
        case effects.TakeTile():
            return say("take tile")
        case effects.DeliverHere():
            told = say("deliver", cards=say.amount(effect.most, "thing", "card"))
            return _per_meeple(say, told, each=effect.per_meeple)
        case _:
            return _lasting(say, effect)


def _lasting(
    say: Words,
    effect: effects.Discount
    | effects.ExtraDraw
    | effects.GainForEach
    | effects.GainAtLeast
    | effects.DeliverMore
    | effects.Exchange,
) -> str:
    match effect:
        case effects.Discount():
            return say("discount", place=say.name("place", effect.place), coins=coins(say, effect.coins))
        case effects.ExtraDraw():
            return say("extra draw", spaces=listed(map(str, effect.spaces)), n=effect.cards)
        case effects.GainForEach():
            kind = say.name("kind", effect.kind).partition("|")[0]
            return say("for each", gain=gain(say, effect.gain), kind=kind)
        case effects.GainAtLeast():
            kinds = listed(say.amount(count, "kind", kind) for kind, count in effect.kinds)
            return say("at least", gain=gain(say, effect.gain), kinds=kinds)
        case effects.DeliverMore():
            places = listed(say.name("place", place) for place in effect.places)
            return say("deliver more", cards=say.amount(effect.cards, "thing", "card"), places=places)
        case effects.Exchange():
            return say("exchange", coins=coins(say, effect.coins), gain=gain(say, effect.gain))
        case _:
            assert_never(effect)
