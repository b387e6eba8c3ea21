"""A small game of cards and sealed bids that keeps the machinery general."""
