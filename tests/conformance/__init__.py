"""Games that another program played, replayed here and compared state by state."""
