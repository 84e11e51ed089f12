"""Imports that need not search: what they take for known is so."""

import ast
import shutil

import pytest

from host_tools import on_pc
from host_tools.program import compile_program
from host_tools.vm import ROOT, unix_micropython

on_pc.install()

ON_BOARD = ("firmware", "shared_engine")
SOURCES = sorted(path for package in ON_BOARD for path in (ROOT / package).rglob("*.py"))


def packages():
    """The packages that firmware/imports.py names, read without running it: PCs have no `vfs`."""
    tree = ast.parse((ROOT / "firmware" / "imports.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "PACKAGES":
            return ast.literal_eval(node.value)
    raise AssertionError("no PACKAGES")


def test_every_folder_with_modules_is_a_package_that_is_known():
    folders = {"/" + path.parent.relative_to(ROOT).as_posix() for path in SOURCES}
    assert sorted(folders) == list(packages())


def test_nothing_is_in_a_package_s_own_file():
    for path in SOURCES:
        if path.name == "__init__.py":
            body = ast.parse(path.read_text(encoding="utf-8")).body
            assert all(isinstance(node, ast.Expr) for node in body), path


@pytest.mark.tier2
def test_every_module_is_found_without_a_search(tmp_path):
    program = compile_program()
    board = tmp_path / "board"
    for path, data in program.files.items():
        (board / path).parent.mkdir(parents=True, exist_ok=True)
        (board / path).write_bytes(data)
    # A stale source would win over the .mpy, were it looked for.
    (board / "firmware" / "kit.py").write_text("raise Exception('stale')")
    shutil.copy(ROOT / "tests" / "imports_script.py", board)
    said = unix_micropython(board / "imports_script.py", board, heapsize="2m")
    assert said.decode().splitlines() == ["known ok", "missing OSError", "outside ok"]


def test_the_start_of_the_program_uses_them():
    main = compile_program().files["main.py"].decode()
    assert main.index("imports.quicken()") < main.index("from firmware.main import main")
