"""Mutation score of the rules: small faults are put into a game's rules one at a time; do its recordings notice?

    python -m tools.mutants [GAME ...] [--sample N] [--files PATTERN] [--seed TEXT] [--jobs N] [--json FILE]

Cosmic Ray makes the mutants, in memory. A mutant is killed when a recording under ``fixtures/GAME`` does not verify
with it any more: recordings alone speak, no other test. Each is tried in a process of its own that stops at the first
such recording. Why this is no plain run of Cosmic Ray or mutmut stands in docs/changing-a-rule.md.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import attrs
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

# All but the game itself is loaded before the first process is forked.
from kernel.games import GAMES
from replay.batch import verify_one
from replay.library import rulebook
from replay.regress import LOG, SCRIPT
from replay.verify import find_logs

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = 300
SAME_IN_CPYTHON = ("Eq_Is", "Is_Eq", "NotEq_IsNot", "IsNot_NotEq")
"""Small numbers, interned strings and members of an enumeration are equal where they are identical: no fault."""

IN_ORDER = ("_Lt", "_LtE", "_Gt", "_GtE")
"""What words are not compared by."""

SURVIVED, KILLED, DIED_EARLY = 0, 1, 2


@attrs.frozen(kw_only=True)
class Mutant:
    """A fault to put in. path: from the root. line, column: where. operator, occurrence: as Cosmic Ray counts them."""

    path: str
    line: int
    column: int
    operator: str
    occurrence: int

    @property
    def name(self) -> str:
        """What it is, in a line."""
        return f"{self.path}:{self.line}:{self.column} {self.operator.removeprefix('core/')}"

    def key(self, seed: str) -> str:
        """Return a number, evenly spread, by which a sample is taken."""
        return hashlib.blake2b(f"{seed}/{self.name}/{self.occurrence}".encode(), digest_size=8).hexdigest()

    def code(self) -> str:
        """Return the source with the fault in it."""
        source = (ROOT / self.path).read_text(encoding="utf-8")
        return str(mutate_code(source, get_operator(self.operator)(), self.occurrence))


def places(game: str, seed: str, files: str) -> list[Mutant]:
    """Return a mutant for each place and kind of operator in a game's rules: the variant that the seed chooses."""
    variants: dict[tuple[str, int, int, str], list[Mutant]] = defaultdict(list)
    folder = ROOT / Path(*GAMES[game].split(".")[:-1])
    for path in sorted(folder.rglob("*.py")):
        if not fnmatchcase(path.relative_to(folder).as_posix(), files):
            continue
        for mutant in _mutants(path):
            kind = mutant.operator.split("_")[0]
            variants[mutant.path, mutant.line, mutant.column, kind].append(mutant)
    return [min(found, key=lambda one: one.key(seed)) for found in variants.values()]


def _mutants(path: Path) -> Iterator[Mutant]:
    source = path.read_text(encoding="utf-8")
    nodes, tree = list(ast_nodes(get_ast(source))), ast.parse(source)
    dead, words = list(_no_faults(tree)), list(_named_values(tree))
    for name in operator_names():
        operator = get_operator(name)
        if name.endswith(SAME_IN_CPYTHON) or operator.arguments():
            continue
        found = [position for node in nodes for position in operator().mutation_positions(node)]
        for occurrence, (start, _) in enumerate(found):
            left_out = [*dead, *(words if name.endswith(IN_ORDER) else ())]
            if not any(begin <= start < end for begin, end in left_out):
                yield Mutant(
                    path=path.relative_to(ROOT).as_posix(),
                    line=start[0],
                    column=start[1],
                    operator=name,
                    occurrence=occurrence,
                )


def _no_faults(tree: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Give the ranges of annotations and names of types, where a fault changes nothing."""
    for node in ast.walk(tree):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            found.append(node.value)
        yield from (_range(one) for one in found if one is not None)


def _named_values(tree: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Give the ranges of comparisons with a word or a constant such as None, which are in no order."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(
            isinstance(one, ast.Constant) and isinstance(one.value, str | bool | None)
            for one in (node.left, *node.comparators)
        ):
            yield _range(node)


def _range(node: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def recordings(game: str) -> list[Path]:
    """Return a game's recordings; of a script and its log the log, which verifies faster and has the same golden."""
    found = find_logs([ROOT / "fixtures" / game])
    logs = {path for path in found if path.name.endswith(LOG)}
    return [path for path in found if path in logs or path.with_name(path.name.removesuffix(SCRIPT) + LOG) not in logs]


def in_order(paths: Sequence[Path]) -> tuple[list[Path], float, set[tuple[str, int]]]:
    """Return recordings, the quickest first, the seconds of processor time that they take, and what runs meanwhile.

    What runs: the file and the first line of each function. All recordings must be sound.
    """
    read, write = os.pipe()
    if os.fork() == 0:
        os.close(read)
        ran: set[tuple[str, int]] = set()
        sys.setprofile(lambda frame, what, _: ran.add(_where(frame.f_code)) if what == "call" else None)
        sound = [verify_one(path).sound for path in paths]
        sys.setprofile(None)
        with os.fdopen(write, "w") as file:
            json.dump([sound, [_seconds(path) for path in paths], sorted(ran)], file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        sound, times, ran_there = json.load(file)
    os.wait()
    unsound = [str(path) for path, fine in zip(paths, sound, strict=True) if not fine]
    if unsound or not paths:
        sys.exit(f"without a fault these must verify: {', '.join(unsound) or 'no recording'}")
    quick = [path for _, path in sorted(zip(times, paths, strict=True))]
    return quick, sum(times), {(path, line) for path, line in ran_there}


def _where(code: CodeType) -> tuple[str, int]:
    return code.co_filename, code.co_firstlineno


def _seconds(path: Path) -> float:
    start = time.process_time()
    verify_one(path)
    return time.process_time() - start


def tried(mutant: Mutant, paths: Sequence[Path], seconds: float) -> int:
    """Verify recordings with a fault in the rules, in this process, which is of no use for anything else after it."""
    resource.setrlimit(resource.RLIMIT_CPU, (round(seconds), round(seconds) + 1))
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - to the end of the process
    name, code = str(ROOT / mutant.path), mutant.code()
    as_it_stands = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return compile(code, name, "exec", dont_inherit=True) if self.path == name else as_it_stands(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    try:
        __import__(GAMES[mutant.path.split("/")[2]])
    except BaseException:  # noqa: BLE001 - whatever the fault leads to
        return DIED_EARLY
    try:
        return KILLED if any(not verify_one(path).sound for path in paths) else SURVIVED
    except BaseException:  # noqa: BLE001 - the same
        return KILLED


def outcomes(
    mutants: Sequence[Mutant], paths: Sequence[Path], seconds: float, jobs: int
) -> Iterator[tuple[Mutant, int]]:
    """Try each mutant in a process of its own; give how it fared, as they end. A process out of time is killed."""
    running: dict[int, Mutant] = {}
    left = list(mutants)
    while left or running:
        if left and len(running) < jobs:
            mutant = left.pop(0)
            child = os.fork()
            if child == 0:
                os._exit(tried(mutant, paths, seconds))
            running[child] = mutant
            continue
        child, status = os.wait()
        yield running.pop(child), os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else KILLED


def around(mutant: Mutant, tree: ast.AST) -> list[ast.FunctionDef]:
    """Return the functions around a mutant, the innermost first."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return sorted(
        (node for node in found if node.lineno <= mutant.line <= (node.end_lineno or 0)), key=lambda node: -node.lineno
    )


def may_run(mutant: Mutant, ran: set[tuple[str, int]]) -> bool:
    """Whether some recording calls the function around a mutant; what stands outside of functions always runs."""
    found = around(mutant, _tree(mutant.path))
    if not found:
        return True
    first = min((one.lineno for one in found[0].decorator_list), default=found[0].lineno)
    return (str(ROOT / mutant.path), first) in ran


def clauses_at(mutant: Mutant, known: set[str]) -> list[str]:
    """Return the clauses that the function around a mutant names, or its whole file where it names none."""
    tree = _tree(mutant.path)
    for node in [*around(mutant, tree), tree]:
        named = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        if found := sorted(named & known):
            return found
    return []


@cache
def _tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def change(mutant: Mutant) -> tuple[str, str]:
    """Return the line that a mutant changes, before and after."""
    before = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
    after = mutant.code().splitlines()
    place = next(place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    return before[place].strip(), after[place].strip()


def score(game: str, *, sample: int, seed: str, files: str, jobs: int) -> dict[str, Any]:
    """Try a sample of a game's mutants; what stands in a function that no recording calls survives untried."""
    every = sorted(places(game, seed, files), key=lambda one: one.key(seed))
    chosen = every[:sample]
    paths, seconds, ran = in_order(recordings(game))
    reached = [mutant for mutant in chosen if may_run(mutant, ran)]
    print(f"{game}: {len(chosen)} of {len(every)} places, {len(paths)} recordings in {seconds:.1f} s", file=sys.stderr)
    found: dict[Mutant, int] = {}
    for number, (mutant, outcome) in enumerate(outcomes(reached, paths, 5 + 4 * seconds, jobs), 1):
        found[mutant] = outcome
        if sys.stderr.isatty():
            print(f"\r{number}/{len(reached)} ", end="", file=sys.stderr)
    counted = Counter(found.values())
    known = set(rulebook(game).clauses)
    survivors = sorted((one for one in reached if found[one] == SURVIVED), key=lambda one: (one.path, one.line))
    return {
        "game": game,
        "places": len(every),
        "tried": len(chosen),
        "killed": len(reached) - len(survivors),
        "died_early": counted[DIED_EARLY],
        "score": _percent(len(reached) - len(survivors), len(chosen)),
        "score_where_run": _percent(len(reached) - len(survivors), len(reached)),
        "never_run": dict(sorted(Counter(one.path for one in chosen if one not in found).items())),
        "by_file": {
            path: [sum(found[one] != SURVIVED for one in reached if one.path == path), count]
            for path, count in sorted(Counter(one.path for one in chosen).items())
        },
        "survivors": [
            {"at": mutant.name, "change": change(mutant), "clauses": clauses_at(mutant, known)} for mutant in survivors
        ],
    }


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 1)


def tell(result: dict[str, Any]) -> None:
    """Print a game's score, and its survivors by the clauses they stand beside."""
    never = sum(result["never_run"].values())
    print(
        f"{result['game']}: {result['score']} % of {result['tried']} mutants killed, out of {result['places']} places; "
        f"{result['score_where_run']} % of the {result['tried'] - never} in functions that recordings run"
    )
    for path, (killed, tried_there) in result["by_file"].items():
        idle = result["never_run"].get(path, 0)
        print(f"  {killed:3} of {tried_there:3}  {path}" + (f" ({idle} never run)" if idle else ""))
    groups = defaultdict(list)
    for one in result["survivors"]:
        groups[", ".join(one["clauses"]) or "no clause named"].append(one)
    for clauses, survivors in sorted(groups.items()):
        print(f"  {clauses}")
        for one in survivors:
            before, after = one["change"]
            print(f"    {one['at']}\n      - {before}\n      + {after}")


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME", help=f"of {', '.join(GAMES)}")
    parser.add_argument("--sample", type=int, default=SAMPLE, metavar="N", help="mutants of each game")
    parser.add_argument("--files", default="*", metavar="PATTERN", help="only in these of the game, as decide/*")
    parser.add_argument("--seed", default="refold", help="another seed, another sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    asked = parser.parse_args()
    results = [
        score(game, sample=asked.sample, seed=asked.seed, files=asked.files, jobs=asked.jobs) for game in asked.games
    ]
    for result in results:
        tell(result)
    if asked.json:
        asked.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
