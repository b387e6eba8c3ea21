"""What one does with a recording: play, replay, question and verify it. Names no game."""
