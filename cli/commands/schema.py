"""`refold schema`: what a game's logs and scripts may hold."""

from __future__ import annotations

from collections.abc import Mapping

import click

from cli import options, output


@click.command("schema")
@click.argument("game")
@click.option("--script", is_flag=True, help="The JSON Schema of the game's scripts, for an editor.")
@options.as_json
def command(game: str, script: bool, as_json: bool) -> None:
    """Print the types and fields of a game's moves and events.

    With --script the JSON Schema of the game's scripts is printed: name its file in a script's "$schema", and the
    editor completes moves, clauses and rulings.

    \b
    Example:
      refold schema marco_polo
      refold schema marco_polo --script > marco_polo.schema.json
    """
    from events.schema import schema_of
    from replay import library

    if script:
        from replay.script_schema import script_schema

        output.say_json(script_schema(game))
        return
    found = schema_of(library.game(game).vocabulary)
    if as_json:
        output.say_json(found)
        return
    for part in ("moves", "events", "records"):
        if found[part]:
            output.say(f"[{part}]")
            _print_types(found[part])
            output.say()
    if found["read_too"]:
        output.say(f"read too, from older logs: {', '.join(found['read_too'])}")


def _print_types(types: Mapping[str, Mapping[str, str]]) -> None:
    for name, fields in types.items():
        output.say(name)
        width = max(map(len, fields), default=0)
        for field, kind in fields.items():
            output.say(f"  {field:{width}}  {kind}")
