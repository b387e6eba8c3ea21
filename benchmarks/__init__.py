"""How fast refold is, as ratios taken inside one run. Not shipped; `make bench` calls it."""
