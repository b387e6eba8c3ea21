"""A group of commands that are imported when they are called, and that fail in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from cli import exit_codes
from cli.options import Text
from events.errors import RefoldError

_DEBUG = "cli.debug"


class LazyGroup(click.Group):
    """A group whose commands stand in modules of their own.

    Each module has its command as `command`. sentences: what a command does, by its name, as the list of commands
    says it; the command's own help begins with the same sentence.
    """

    def __init__(self, *, package: str, sentences: Mapping[str, str], prefix: str = "", **options: Any) -> None:
        """List commands; the module of command `a-b` is `<package>.<prefix>a_b`."""
        super().__init__(**options)
        self._package = package
        self._prefix = prefix
        self.sentences = sentences

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the table, which is that of use."""
        return list(self.sentences)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import a command."""
        if cmd_name not in self.sentences:
            return None
        module = import_module(f"{self._package}.{self._prefix}{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        if not isinstance(command, click.Group) and not any(param.name == "debug" for param in command.params):
            command.params.append(_debug_option())
        for param in command.params:
            if param.type is click.STRING:
                param.type = Text()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or say what is near."""
        name = args[0]
        if name not in self.sentences and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, self.sentences, 1, cutoff=0.5)
            hint = f' Did you mean "{near[0]}"?' if near else f" There are: {', '.join(self.sentences)}."
            ctx.fail(f'there is no command "{name}".{hint}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - the same
        """List the commands without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.sentences.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what it raises becomes one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(exit_codes.INTERRUPTED)
        except BrokenPipeError:
            _forget_stdout()
            ctx.exit(exit_codes.CLOSED_PIPE)
        except RefoldError as error:
            _trace(ctx)
            raise Failure(str(error), exit_codes.code_of(error)) from error
        except Exception as error:
            _trace(ctx)
            message = f"this is a fault of refold itself ({type(error).__name__}: {error}); --debug shows where"
            raise Failure(message, exit_codes.FAULT_OF_OURS) from error


class Failure(click.ClickException):
    """A command that failed: one sentence on standard error and an exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        """Keep both."""
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc]

    def show(self, file: Any = None) -> None:
        """Print the sentence."""
        from cli.output import clean

        click.echo(f"error: {clean(self.message)}", file=file, err=True)


def _debug_option() -> click.Option:
    def switch_on(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            ctx.meta[_DEBUG] = True

    return click.Option(
        ["--debug"], is_flag=True, expose_value=False, callback=switch_on, help="Show where an error comes from."
    )


def _trace(ctx: click.Context) -> None:
    if ctx.meta.get(_DEBUG):
        import traceback

        click.echo(traceback.format_exc(), err=True, nl=False)


def _forget_stdout() -> None:
    """Let nothing be written at exit to a pipe that is closed."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
