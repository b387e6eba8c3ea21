"""What the rules say: pure functions from a state and a move to events, and from events to a state."""
