"""The words of the game's drawings; the names of cards and orders stand in the content pack, in each language.

The French words are our own translation, not the publisher's.
"""

from __future__ import annotations

from kernel.drawing import Phrases

BOARD: Phrases = {
    "round": ("Round {n}", "Manche {n}"),
    "before": ("Set-up", "Mise en place"),
    "turn": ("turn of {seat}", "tour de : {seat}"),
    "first": ("first player: {seat}", "premier joueur : {seat}"),
    "over": ("the game is over", "la partie est finie"),
    "mark": ("the end comes with {n} points", "la fin vient avec {n} points"),
    "end": ("end set off by {seat}", "fin déclenchée par : {seat}"),
    "end deck": ("end set off by the order deck", "fin déclenchée par la pioche des commandes"),
    "last caravan": ("Latest: {seat}, {card}, caravan action", "Dernier coup : {seat}, {card}, action de caravane"),
    "last removal": ("Latest: {seat}, {card}, removal action", "Dernier coup : {seat}, {card}, action de retrait"),
    "last pass": ("Latest: {seat} passed with {card}", "Dernier coup : {seat} a passé avec {card}"),
    "action caravan": (
        "Being carried out: {card}, caravan {caravan}, caravan action {n}",
        "En cours : {card}, caravane {caravan}, action de caravane {n}",
    ),
    "action removal": (
        "Being carried out: {card}, caravan {caravan}, removal action {n}",
        "En cours : {card}, caravane {caravan}, action de retrait {n}",
    ),
    "against": ("against {seat}", "contre : {seat}"),
    "choice": ("To choose: {seat}, {what}", "À choisir : {seat}, {what}"),
    "choice cost": ("the spices that pay for the action", "les épices qui paient l'action"),
    "choice take": ("the spices to receive", "les épices à recevoir"),
    "choice lose": ("the spices to lose", "les épices à perdre"),
    "choice share": ("the spices everybody else receives", "les épices que chaque autre reçoit"),
    "choice opponent": ("a player", "un joueur"),
    "choice take_from": ("the spices to take from that player", "les épices à prendre à ce joueur"),
    "choice exchange": ("an exchange, or no more", "un échange, ou plus aucun"),
    "choice stock": ("a player and a spice to profit from", "un joueur et une épice dont profiter"),
    "choice recruit": ("a card to take", "une carte à prendre"),
    "choice order": ("an order, or no more", "une commande, ou plus aucune"),
    "choice payment": ("the spices that pay for an order", "les épices qui paient une commande"),
    "choice remove": ("a card that leaves the game", "une carte qui sort de la partie"),
    "choice move": ("a card and the caravan it goes to", "une carte et la caravane où elle va"),
    "of order": ("{what}: {order}", "{what} : {order}"),
    "display": ("Orders on display", "Commandes à l'étalage"),
    "drawn": ("Cards drawn, to choose from", "Cartes piochées, au choix"),
    "turned up": ("Orders turned up, to choose from", "Commandes révélées, au choix"),
    "thing point": ("point|points", "point|points"),
    "held": ("{goods}, holding {mules}", "{goods}, en possédant {mules}"),
    "players": ("Tracks and points", "Pistes et points"),
    "head points": ("points", "points"),
    "head orders": ("orders", "commandes"),
    "last scored": ("last to score: {seat}", "dernier à marquer : {seat}"),
    "out": ("out of the game", "hors de la partie"),
    "caravans": (
        "Caravans, front to tail (points in brackets)",
        "Caravanes, de la tête à la queue (points entre parenthèses)",
    ),
    "caravan": ("caravan {n}", "caravane {n}"),
    "empty": ("empty", "vide"),
    "completed": ("orders", "commandes"),
    "start cards": ("start cards", "cartes de départ"),
    "card": ("{title} ({points})", "{title} ({points})"),
    "each": ("{n} per {order}", "{n} par {order}"),
    "front": ("What the front cards of {seat} can do", "Ce que font les cartes de tête de : {seat}"),
    "piles": ("Piles", "Pioches et défausse"),
    "pile standard": ("standard deck", "pioche standard"),
    "pile special": ("special deck", "pile spéciale"),
    "pile orders": ("order deck", "pioche des commandes"),
    "bottom": ("{n}, at the bottom: {orders}", "{n}, au-dessous : {orders}"),
    "discard": ("discard", "défausse"),
    "set aside": ("set aside", "mis à part"),  # codespell:ignore mis
    "out_of_game": ("out of the game", "sortis de la partie"),
    "unused": ("not used", "non utilisés"),
}
"""What drawings are made of."""
