"""The text of a card, made from the data."""

from __future__ import annotations

import pytest

from kernel.games.kashgar.card_phrases import PHRASES
from kernel.games.kashgar.card_text import LANGUAGES, card_text
from kernel.games.kashgar.game import GAME
from tests.games.kashgar.kit import PACK

BOX = GAME.box(PACK.content)


def test_a_card_reads_as_its_data_says():
    expected = """Vizier (special card)
Points: 2
Caravan, pay 1 gold: complete one order on display at the printed price; 1 gold may stand for 1 spice of choice; \
1 cinnamon may stand for 1 spice of choice.
Removal, free: complete one order on display (only small order or special order) free of charge."""

    assert expected == card_text(BOX, "wesir", "en")


def test_a_card_reads_in_french_too():
    expected = """Mendiant ! (carte additionnelle)
Points : -2
On ne peut pas passer avec cette carte.
Caravane, payer 1 or : prendre 2 épices au choix à un joueur au choix ; puis déplacer cette carte en queue d'une \
caravane de ce joueur.
Retrait, payer 2 or et 2 épices au choix : la carte s'en va, sans plus."""

    assert expected == card_text(BOX, "bettler.2", "fr")


def test_points_by_orders_name_the_order():
    """scoring.per_order."""
    assert "Points: 1 for each own Grain Field" in card_text(BOX, "bauer.1", "en")
    assert "Points : 1 par commande « Champ de blé » remplie" in card_text(BOX, "bauer", "fr")


def test_an_order_reads_with_its_cost_and_mules():
    """orders.mixed_cost, orders.mules_held."""
    expected = """Bridge (Special order)
Points: 2
Hand over: 1 gold and 2 mules
Needs 2 mules in the herd, which are kept."""

    assert expected == card_text(BOX, "bridge", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_text_without_a_gap(language):
    for card in [*BOX.person, *BOX.order, *BOX.persons, *BOX.orders]:
        text = card_text(BOX, card, language)

        assert text.startswith(
            (BOX.person.get(card) or BOX.persons.get(card) or BOX.order.get(card) or BOX.orders[card]).names[language]
        )
        assert not any(char in text for char in "{}|_")
        assert "  " not in text


def test_both_languages_have_the_same_phrases():
    english, french = ({name for name in PHRASES[language] if not name.startswith("track ")} for language in LANGUAGES)

    assert english == french


def test_a_card_that_is_not_there_has_no_text():
    with pytest.raises(KeyError):
        card_text(BOX, "dragon", "en")
