"""What is built and installed: the four packages with their data, and nothing else."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email.parser import BytesParser
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("events", "kernel", "replay", "cli")
PLUGIN = "refold_pytest.py"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
TOOLS = [tool for group in PYPROJECT["dependency-groups"].values() for tool in group]


def names(requirements: list[str]) -> set[str]:
    """The bare project names of requirements such as `attrs>=25.1`."""
    return {re.split(r"[^\w.-]", requirement)[0] for requirement in requirements}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory):
    """A wheel built from a copy of the project, to which a game, a test and a fixture have been added."""
    source = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", PLUGIN):
        shutil.copy(ROOT / name, source)
    for name in (
        "kernel/games/probe/__init__.py",
        "kernel/games/probe/rules.json",
        "kernel/games/probe/content/house.json",
        "replay/probe.json",
        "tests/__init__.py",
        "tests/test_probe.py",
        "fixtures/probe/games/demo.game.json",
    ):
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}\n", encoding="utf-8")
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist"]
    pip = [sys.executable, "-m", "pip", "wheel", *options, "."]
    built = subprocess.run(pip, cwd=source, capture_output=True, text=True, check=False)

    assert built.returncode == 0, built.stdout + built.stderr

    (path,) = (source / "dist").iterdir()
    with zipfile.ZipFile(path) as archive:
        yield archive


@pytest.fixture(scope="module")
def shipped(wheel: zipfile.ZipFile) -> set[str]:
    """The names of the files in the wheel, without its own records."""
    return {name for name in wheel.namelist() if ".dist-info/" not in name}


def test_the_wheel_holds_the_four_packages_the_pytest_plugin_and_nothing_else(shipped: set[str]) -> None:
    assert {*PACKAGES, PLUGIN} == {name.split("/")[0] for name in shipped}


def test_every_module_is_shipped(shipped: set[str]) -> None:
    modules = {path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py")}

    assert set() == modules - shipped


def test_every_data_file_is_shipped(shipped: set[str]) -> None:
    data = {path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.json")}
    probes = {"kernel/games/probe/rules.json", "kernel/games/probe/content/house.json", "replay/probe.json"}

    assert set() == (data | probes) - shipped


def test_the_wheel_says_what_the_project_file_says(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    said = BytesParser().parsebytes(wheel.read(name))

    assert ("refold", PROJECT["version"], ">=3.11", "MIT") == (
        said["Name"],
        said["Version"],
        said["Requires-Python"],
        said["License-Expression"],
    )
    assert names(PROJECT["dependencies"]) == names(said.get_all("Requires-Dist", []))


def test_the_wheel_carries_the_licence(wheel: zipfile.ZipFile) -> None:
    assert any(name.endswith("/licenses/LICENSE") for name in wheel.namelist())


def test_the_installed_command_is_the_one_of_the_project_file() -> None:
    (command,) = metadata.entry_points(group="console_scripts", name="refold")

    assert PROJECT["scripts"]["refold"] == command.value
    assert callable(command.load())


def test_the_lock_holds_every_direct_dependency_with_hashes() -> None:
    """Run-time, tools and build backend, so that one hash-checked download sets everything up."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = re.split(r"^(?=\w)", lock, flags=re.MULTILINE)[1:]
    wanted = names(PROJECT["dependencies"]) | names(PYPROJECT["dependency-groups"]["dev"])
    wanted |= names(PYPROJECT["build-system"]["requires"])

    assert set() == wanted - {pin.split("==")[0] for pin in pins}
    assert [] == [pin for pin in pins if "--hash=sha256:" not in pin]
    assert "://" not in lock


def explained() -> dict[str, str]:
    """What docs/dependencies.md says: each package, and the last column, where it is used."""
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([\w.-]+)` \|.*\| ([^|]+) \|$", page, flags=re.MULTILINE))


def test_every_direct_dependency_is_explained() -> None:
    assert names(PROJECT["dependencies"]) | names(TOOLS) == set(explained())


def foreign_imports(package: str) -> set[str]:
    """The packages from outside that a package of ours imports, at the top of a module or later."""
    found: set[str] = set()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.split(".")[0])
    return found - set(PACKAGES) - sys.stdlib_module_names


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_what_is_declared_and_explained_for_it(package: str) -> None:
    """A tool, or something another dependency happens to bring, is not there for those who install refold."""
    allowed = {name for name in names(PROJECT["dependencies"]) if package in explained()[name].split(", ")}

    assert set() == foreign_imports(package) - allowed
