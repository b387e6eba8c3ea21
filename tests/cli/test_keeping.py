"""`refold log`: seals, repairs, copies without secrets, and the way back to a script."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from replay.regress import differing_entry
from replay.salvage import whole
from tests.cli.conftest import Refold, write_script
from tests.making import SEED, bid, rechained


def test_a_seal_catches_a_cut_tail_and_a_log_written_anew(game: str, refold: Refold) -> None:
    """Lesson U47."""
    Path("game.seal").write_text(refold("log", "seal", game).stdout, encoding="utf-8")
    log = Path(game)
    full = log.read_bytes()
    lines = full.splitlines(keepends=True)

    def checked(content: bytes) -> tuple[int, str]:
        log.write_bytes(content)
        answer = refold("log", "check", game, "--seal", "game.seal", "--json")
        return answer.exit_code, json.loads(answer.stdout)["anchor"] if answer.stdout else ""

    swapped = [*lines[:-2], lines[-1], lines[-2]]
    forged = rechained([line.replace(b"a coin fell", b"a coin rose") for line in lines])

    assert (0, "head") == checked(full)
    assert (1, "missing") == checked(b"".join(lines[:-1]))
    assert (1, "missing") == checked(lines[0])
    assert (3, "") == checked(b"".join(swapped))
    assert (1, "missing") == checked(b"".join(forged))


def test_what_cannot_be_proven_without_a_seal_is_said(game: str, refold: Refold) -> None:
    assert "not proven without a seal" in refold("log", "check", game).stdout


def test_an_older_seal_proves_the_entries_before_it(short: str, refold: Refold) -> None:
    head = json.loads(refold("log", "seal", short, "--json").stdout)["head"]
    lines = Path(short).read_bytes().splitlines(keepends=True)
    Path("older.log.jsonl").write_bytes(b"".join(lines[:-2]))
    older = json.loads(refold("log", "seal", "older.log.jsonl", "--json").stdout)["head"]
    answer = refold("log", "check", short, "--anchor", older)

    assert head != older
    assert 0 == answer.exit_code
    assert "what was sealed, and 1 entry more" in answer.stdout


def test_a_repair_is_tried_first_and_keeps_the_file_as_it_was(short: str, refold: Refold) -> None:
    log = Path(short)
    torn = log.read_bytes()[:-30]
    log.write_bytes(torn)
    dry = refold("log", "repair", short)

    assert (0, torn) == (dry.exit_code, log.read_bytes())
    assert "would keep 4 entries" in dry.stdout

    done = refold("log", "repair", short, "--write")

    assert 0 == done.exit_code, done.output
    assert torn == Path(f"{short}.torn").read_bytes()
    assert torn.startswith(log.read_bytes())
    assert 0 == refold("log", "check", short).exit_code
    assert "nothing to repair" in refold("log", "repair", short).stdout


def test_openings_without_their_entry_are_cut_off_too(short: str, refold: Refold) -> None:
    lines = Path(short).read_bytes().splitlines(keepends=True)

    assert lines[-2].startswith(b'{"open"')

    Path(short).write_bytes(b"".join(lines[:-1]))
    answer = refold("log", "repair", short, "-o", "mended.log.jsonl")

    assert 0 == answer.exit_code
    assert b"".join(lines[:-2]) == Path("mended.log.jsonl").read_bytes()


def test_damage_in_the_middle_is_never_repaired(short: str, refold: Refold) -> None:
    """Lesson U46."""
    bad = Path(short).read_bytes().replace(b'"n":2', b'"n":4', 1)
    Path(short).write_bytes(bad)
    answer = refold("log", "repair", short, "--write")

    assert (3, bad) == (answer.exit_code, Path(short).read_bytes())
    assert "sound up to entry 1" in answer.stderr


def test_a_redacted_log_verifies_and_holds_neither_seed_nor_secret(game: str, refold: Refold) -> None:
    """Lessons U54, U55."""
    answer = refold("log", "redact", game, "-o", "public.log.jsonl")
    redacted = Path("public.log.jsonl").read_text(encoding="utf-8")

    assert 0 == answer.exit_code
    assert "it tells the seed" in answer.stderr
    assert SEED not in redacted
    assert '"open"' not in redacted
    assert 0 == refold("log", "check", "public.log.jsonl").exit_code
    assert Path(game).read_text(encoding="utf-8").find(redacted.splitlines()[-1]) > 0
    for words in (["show"], ["replay"], ["verify"], ["legal", "--at", "2"]):
        assert "Traceback" not in refold(*words, "public.log.jsonl").output

    seen = refold("show", "public.log.jsonl", "--at", "2", "--path", "/players").stdout

    assert refold("show", game, "--at", "2", "--path", "/players", "--as", "public").stdout == seen


def test_a_log_redacted_for_a_seat_tells_it_its_own_secrets(game: str, refold: Refold) -> None:
    """Whoever played gets a copy that shows what they saw, no more."""
    wrong = refold("log", "redact", game, "--as", "nobody", "-o", "a.log.jsonl")
    refold("log", "redact", game, "--as", "a", "-o", "a.log.jsonl")
    refold("log", "redact", game, "-o", "public.log.jsonl")
    own, public = (Path(name).read_text(encoding="utf-8") for name in ("a.log.jsonl", "public.log.jsonl"))

    assert 2 == wrong.exit_code
    assert "the seats are a, b" in wrong.stderr
    assert SEED not in own
    assert public.splitlines() == [line for line in own.splitlines() if not line.startswith('{"open"')]
    assert own != public
    for seat in ("a", "b", "public"):
        asked = ("--at", "2", "--path", "/players", "--as", seat, "--json")
        seen = refold("show", "a.log.jsonl", *asked).stdout
        assert (seen == refold("show", game, *asked).stdout) == (seat != "b")
    assert 0 == refold("log", "check", "a.log.jsonl").exit_code
    assert 0 == refold("verify", "a.log.jsonl").exit_code


def same_game(one: str, other: str) -> bool:
    """Whether two logs hold the same entries."""
    found = [whole(Path(path)).log for path in (one, other)]
    return differing_entry(found[0].game, found[0].entries, found[1].entries) is None


def test_a_log_goes_to_a_script_and_back(game: str, refold: Refold) -> None:
    """Lessons U16, U43."""
    assert 0 == refold("log", "to-script", game, "-o", "back.game.json").exit_code
    assert 0 == refold("play", "back.game.json", "-o", "back.log.jsonl").exit_code
    assert Path(game).read_bytes() == Path("back.log.jsonl").read_bytes()

    refold("log", "to-script", "back.log.jsonl", "-o", "again.game.json")

    assert Path("back.game.json").read_bytes() == Path("again.game.json").read_bytes()


def test_scripted_draws_are_written_out(refold: Refold) -> None:
    steps = [bid("a", 1), bid("b", 2), bid("a", 1)]
    write_script("drawn.game.json", steps, chance={"deck/0": ["card_5", "card_6"]})
    done = refold("play", "drawn.game.json", "-o", "drawn.log.jsonl")

    assert 0 == done.exit_code, done.stderr

    Path("a.seed").write_text(SEED)
    answer = refold("log", "to-script", "drawn.log.jsonl", "--seed-file", "a.seed", "-o", "back.game.json")

    assert 0 == answer.exit_code, answer.stderr
    assert 0 == refold("play", "back.game.json", "-o", "back.log.jsonl").exit_code
    assert same_game("drawn.log.jsonl", "back.log.jsonl")


def test_a_secret_that_is_not_told_cannot_be_written_as_a_script(short: str, refold: Refold) -> None:
    refold("log", "redact", short, "-o", "public.log.jsonl")
    answer = refold("log", "to-script", "public.log.jsonl", "-o", "back.game.json")

    assert (1, False) == (answer.exit_code, Path("back.game.json").exists())
    assert "secret" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_game_that_was_given_up_goes_to_a_script_too(refold: Refold) -> None:
    write_script("ended.game.json", [bid("a", 1), {"end": "resigned", "by": "a"}])
    refold("play", "ended.game.json", "-o", "ended.log.jsonl")
    answer = refold("log", "to-script", "ended.log.jsonl", "-o", "back.game.json")

    assert 0 == answer.exit_code, answer.stderr
    assert 0 == refold("play", "back.game.json", "-o", "back.log.jsonl").exit_code
    assert same_game("ended.log.jsonl", "back.log.jsonl")


@pytest.mark.parametrize(
    "words",
    [
        "verify -",
        "coverage -",
        "undo - -o -",
        "branch - --at 3 -o -",
        "diff - -",
        "bundle - --entry 2 --reading ties=first -o out.zip",
        "log repair -",
    ],
)
def test_a_log_from_standard_input_may_be_read_twice(words: str, short: str, refold: Refold) -> None:
    """What is read from a file once more is the same once more; so it is of a pipe."""
    answer = refold(*words.split(), given=Path(short).read_bytes())

    assert 0 == answer.exit_code, answer.output
    assert not Path("-").exists()


def test_standard_input_is_not_brought_up_to_date(short: str, folder: Path, refold: Refold) -> None:
    answer = refold("verify", "-", "--update", "--because", "x", given=Path(short).read_bytes())

    assert 2 == answer.exit_code
    assert not [path for path in folder.iterdir() if path.name.startswith("-")]


@pytest.mark.parametrize("more", [[], ["--force"]])
def test_a_pipe_or_a_device_is_written_to_and_not_replaced(more: list[str], short: str, refold: Refold) -> None:
    os.mkfifo("pipe")
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(Path("pipe").read_bytes)
        answer = refold("branch", short, "--at", "2", "-o", "pipe", *more)

        assert 0 == answer.exit_code, answer.output
        assert read.result(timeout=10).startswith(b'{"refold":"log/1"')
    assert Path("pipe").is_fifo()
