"""One folder a game: its moves, its events, its upcasters. No rule lives here."""
