"""``python -m cli``: the command line of a checkout that is not installed."""

from __future__ import annotations

from cli.main import main

main()
