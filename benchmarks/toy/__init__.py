"""A regular little game to measure with: four players with bags of counters, twenty spaces, 76 cards, 300 moves."""
