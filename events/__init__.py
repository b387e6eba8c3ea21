"""What happened: the vocabulary of moves and events, and the files that hold them."""
