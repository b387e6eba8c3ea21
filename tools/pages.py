"""Pages with real output: runs the commands that a page shows and writes what they print, or checks that it is so.

    python tools/pages.py README.md            writes
    python tools/pages.py --check README.md    says what differs; exit code 1

A block marked ``console`` holds commands after ``$ `` and what they print. A page's commands run one after another in
an empty folder in which ``fixtures`` lies. Digests differ with every change of the rules' source: they do not count. A
line ``...`` at the end of what a command prints stands for the rest.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.DOTALL)
DIGEST = re.compile(r"\b[0-9a-f]{12,}\b")
REST = "..."


def rewritten(page: str, folder: Path) -> str:
    """Return a page with its commands run anew in `folder`."""
    return BLOCK.sub(lambda block: _rerun(block.group(), folder), page)


def _rerun(block: str, folder: Path) -> str:
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return "".join(_with_output(part, folder) for part in parts)


def _with_output(part: str, folder: Path) -> str:
    lines = part.splitlines()
    typed = [lines[0]]
    while typed[-1].endswith("\\"):
        typed.append(lines[len(typed)])
    shown = lines[len(typed) :]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    done = subprocess.run(
        ["/bin/sh", "-c", "\n".join(typed)],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
    )
    told = done.stdout.splitlines()
    if shown and shown[-1] == REST and len(told) >= len(shown):
        told = [*told[: len(shown) - 1], REST]
    # A digest stays as the page has it when nothing else of its line is new.
    told = [
        old if DIGEST.sub("", old) == DIGEST.sub("", new) else new
        for new, old in zip(told, [*shown, *told[len(shown) :]], strict=False)
    ]
    return "$ " + "\n".join([*typed, *told]) + "\n"


def main() -> int:
    """Go through the pages."""
    check = "--check" in sys.argv
    wrong = 0
    for name in (word for word in sys.argv[1:] if word != "--check"):
        path = ROOT / name
        page = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "fixtures").symlink_to(ROOT / "fixtures")
            anew = rewritten(page, Path(folder))
        if anew == page:
            continue
        wrong += 1
        if check:
            print(f"{name}: the output shown is not what the commands print")
            print("\n".join(_differences(page, anew)))
        else:
            path.write_text(anew, encoding="utf-8")
    return 1 if check and wrong else 0


def _differences(page: str, anew: str) -> list[str]:
    from difflib import unified_diff

    return list(unified_diff(page.splitlines(), anew.splitlines(), "page", "printed", lineterm="", n=1))


if __name__ == "__main__":
    sys.exit(main())
