"""Quetzal: thrown meeples, three kinds of places, deliveries, and a fictional third player at a table of two."""
