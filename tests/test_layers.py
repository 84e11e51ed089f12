"""The layers: imports point down only and never in circles, and what runs on the device is written
in the Python that MicroPython reads.

    tests, host_tools -> firmware -> shared_engine
"""

import ast
import io
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("shared_engine", "firmware", "host_tools", "tests")
ON_DEVICE = ("shared_engine", "firmware")

# Modules of MicroPython that know nothing of hardware, clock, chance or files.
PURE = {"array", "binascii", "collections", "errno", "gc", "json", "math", "micropython"}
PURE |= {"struct", "sys"}
# All that firmware may use of the board's MicroPython.
BOARD = PURE | {"asyncio", "framebuf", "io", "machine", "neopixel", "os", "random", "re", "rp2"}
BOARD |= {"hashlib", "time", "uctypes", "vfs"}
PINS = {"machine", "neopixel", "rp2"}
MAY_TOUCH_PINS = ("firmware/drivers/", "firmware/main.py", "firmware/boot.py")
MAY_TOUCH_PINS += ("firmware/payload.py",)  # asks rp2 how large the file system is

# Missing on MicroPython, whatever they are called on.
MISSING_METHODS = {"bit_length", "ljust", "removeprefix", "removesuffix", "rjust", "zfill"}
BUILTIN_TYPES = {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list"}
BUILTIN_TYPES |= {"object", "set", "str", "tuple"}


class Module:
    """One source file: its dotted name, path below the root, syntax tree and text."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        parts = list(path.relative_to(root).with_suffix("").parts)
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.layer = parts[0]
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text, self.path)


def read_tree(root):
    """{dotted name: Module} of all source files of the project's packages under `root`."""
    found = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            module = Module(root, path)
            found[module.name] = module
    return found


def imports_of(module, modules, deep=True):
    """[(line, dotted name)] of what a module imports; names of our own files in full.

    deep=False leaves out what is imported inside functions, that is: not while loading.
    """
    found = []
    waiting = [module.tree]
    while waiting:
        node = waiting.pop()
        if not deep and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = module.name.split(".")
                up = up[: len(up) - node.level + (1 if module.is_package else 0)]
                base = ".".join(up + ([base] if base else []))
            for alias in node.names:
                whole = base + "." + alias.name
                found.append((node.lineno, whole if whole in modules else base))
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("__import__", "importlib.import_module", "import_module"):
                name = node.args[0] if node.args else None
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    found.append((node.lineno, name.value))
    return sorted(found)


def layer_faults(modules):
    """Lines about imports that point up, or at what a layer must not know."""
    faults = []
    for module in modules.values():
        for line, target in imports_of(module, modules):
            top = target.split(".")[0]
            where = f"{module.path}:{line}: imports {target}"
            if module.layer == "shared_engine" and top != "shared_engine" and top not in PURE:
                faults.append(where + ", not allowed in shared_engine")
            if module.layer == "firmware" and top not in ("firmware", "shared_engine"):
                if top not in BOARD:
                    faults.append(where + ", which the board does not have")
                elif top in PINS and not module.path.startswith(MAY_TOUCH_PINS):
                    faults.append(where + ", which only drivers and main may")
            if module.layer == "host_tools" and top == "tests":
                faults.append(where + ", which is above it")
    return faults


def loads(module, modules):
    """Names of the modules that loading `module` loads, packages on the way to them included."""
    targets = set()
    for _, target in imports_of(module, modules, deep=False):
        parts = target.split(".")
        for count in range(1, len(parts) + 1):
            name = ".".join(parts[:count])
            # A package is loaded before its own parts: that is no circle.
            if name in modules and not (module.name + ".").startswith(name + "."):
                targets.add(name)
            elif name == target and name in modules and name != module.name:
                targets.add(name)
    return targets


def circles(modules):
    """Lists of module names that load each other; each begins and ends with the same one."""
    graph = {name: sorted(loads(module, modules)) for name, module in modules.items()}
    found = []
    done = set()
    for start in sorted(graph):
        if start in done:
            continue
        way, branches = [start], [iter(graph[start])]
        while way:
            following = next(branches[-1], None)
            if following is None:
                done.add(way.pop())
                branches.pop()
            elif following in way:
                found.append(way[way.index(following) :] + [following])
            elif following not in done:
                way.append(following)
                branches.append(iter(graph[following]))
    return found


def _annotations(tree):
    """Ids of all nodes inside annotations, which MicroPython never evaluates."""
    inside = set()
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            note = getattr(node, field, None)
            if isinstance(note, ast.AST):
                inside.update(id(part) for part in ast.walk(note))
    return inside


def _is_type(node):
    named = isinstance(node, ast.Name) and node.id in BUILTIN_TYPES
    return named or (isinstance(node, ast.Constant) and node.value is None)


def _refusal(node):
    """Why MicroPython refuses this node of a syntax tree, or ""."""
    if isinstance(node, ast.Match):
        return "match"
    if isinstance(node, ast.TryStar):
        return "except*"
    if isinstance(node, ast.arguments) and node.posonlyargs:
        return "positional-only arguments"
    if isinstance(node, ast.Dict) and None in node.keys:
        return "** in a dict display"
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        stars = any(isinstance(item, ast.Starred) for item in node.elts)
        if stars and not isinstance(getattr(node, "ctx", None), ast.Store):
            return "* in a display"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        if _is_type(node.left) or _is_type(node.right):
            return "a union of types at run time"
    if isinstance(node, ast.Subscript) and _is_type(node.value):
        return "a generic type at run time"
    if isinstance(node, ast.ClassDef) and len(node.bases) > 1:
        return "more than one base class"
    if isinstance(node, ast.Attribute) and node.attr in MISSING_METHODS:
        return f"the method {node.attr}"
    return ""


def _string_run(tokens, index):
    """The string literal at `index`: (index after it, is it an f-string); (index, None) if none."""
    token = tokens[index]
    if token.type == tokenize.STRING:
        prefix = token.string[: min(token.string.find(q) for q in "'\"" if q in token.string)]
        return index + 1, "f" in prefix.lower()
    # From Python 3.12 on an f-string comes in parts, and they nest.
    if tokenize.tok_name[token.type] != "FSTRING_START":
        return index, None
    depth = 0
    while True:
        name = tokenize.tok_name[tokens[index].type]
        depth += (name == "FSTRING_START") - (name == "FSTRING_END")
        index += 1
        if not depth:
            return index, True


def _token_refusals(text):
    """(line, why) of what only shows in the text: f-strings side by side, `with (...):`."""
    skip = (tokenize.NL, tokenize.COMMENT)
    tokens = [
        token for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in skip
    ]
    found = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        after, is_f = _string_run(tokens, index)
        if is_f is not None:
            pieces = [is_f]
            while True:
                after, is_f = _string_run(tokens, after)
                if is_f is None:
                    break
                pieces.append(is_f)
            if len(pieces) > 1 and any(pieces):
                found.append((token.start[0], "adjacent f-strings"))
            index = after
            continue
        if token.string == "with" and tokens[index + 1].string == "(":
            depth, at, several = 0, index + 1, False
            while True:
                string = tokens[at].string
                depth += (string in "([{") - (string in ")]}") if len(string) == 1 else 0
                several = several or (depth == 1 and string in ("as", ","))
                at += 1
                if not depth:
                    break
            if several and tokens[at].string == ":":
                found.append((token.start[0], "with in parentheses"))
        index += 1
    return found


def syntax_faults(modules):
    """Lines about what MicroPython would refuse in the modules that run on the device."""
    faults = []
    for module in modules.values():
        if module.layer not in ON_DEVICE:
            continue
        notes = _annotations(module.tree)
        found = _token_refusals(module.text)
        for node in ast.walk(module.tree):
            why = _refusal(node) if id(node) not in notes else ""
            if why:
                line = getattr(node, "lineno", None)
                found.append((line or node.posonlyargs[0].lineno, why))
        faults += [f"{module.path}:{line}: {why}" for line, why in sorted(found)]
    return faults


# The project itself.


@pytest.fixture(scope="module")
def project():
    return read_tree(ROOT)


def test_all_layers_are_there(project):
    assert {module.layer for module in project.values()} == set(PACKAGES)


def test_imports_point_down(project):
    assert layer_faults(project) == []


def test_no_circles(project):
    assert circles(project) == []


def test_only_what_micropython_reads(project):
    assert syntax_faults(project) == []


# The checks, on small trees made up for them.


@pytest.fixture
def tree(tmp_path):
    def write(files):
        for name, text in files.items():
            path = tmp_path / (name + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return read_tree(tmp_path)

    return write


@pytest.mark.parametrize(
    ("name", "text", "allowed"),
    [
        ("shared_engine/rules", "import json\nfrom shared_engine import words\n", True),
        ("shared_engine/rules", "import time\n", False),
        ("shared_engine/rules", "import random\n", False),
        ("shared_engine/rules", "import os\n", False),
        ("shared_engine/rules", "from machine import Pin\n", False),
        ("shared_engine/rules", "def late():\n    import io\n", False),
        ("shared_engine/rules", "__import__('random')\n", False),
        ("shared_engine/rules", "from firmware import app\n", False),
        ("shared_engine/rules", "from ..firmware import app\n", False),
        ("firmware/app", "import time\nimport shared_engine.rules\nfrom . import frame\n", True),
        ("firmware/app", "def late():\n    from host_tools import vm\n", False),
        ("firmware/app", "import tests.conftest\n", False),
        ("firmware/app", "import dataclasses\n", False),
        ("firmware/app", "import machine\n", False),
        ("firmware/app", "def late():\n    import neopixel\n", False),
        ("firmware/drivers/pico", "def build():\n    import machine, neopixel\n", True),
        ("firmware/main", "import machine\n", True),
        ("host_tools/vm", "import os\nfrom firmware import app\n", True),
        ("host_tools/vm", "from tests import conftest\n", False),
        ("tests/test_app", "import host_tools.vm\nimport firmware.app\n", True),
    ],
)
def test_layer_check(tree, name, text, allowed):
    faults = layer_faults(tree({name: text}))
    assert (faults == []) == allowed
    assert all(name in fault for fault in faults)


@pytest.mark.parametrize(
    ("files", "circle"),
    [
        ({"a": "import firmware.b", "b": "import firmware.c", "c": ""}, None),
        (
            {"a": "import firmware.b", "b": "from firmware import c", "c": "from . import a"},
            ["firmware.a", "firmware.b", "firmware.c", "firmware.a"],
        ),
        ({"a": "import firmware.b", "b": "def late():\n    import firmware.a"}, None),
        (
            {"a": "try:\n    import firmware.b\nexcept ImportError:\n    pass",
             "b": "class C:\n    from firmware import a"},
            ["firmware.a", "firmware.b", "firmware.a"],
        ),
        ({"g/__init__": "from firmware.g import x", "g/x": "import firmware.a", "a": ""}, None),
        (
            {"g/__init__": "from firmware.g import x", "g/x": "import firmware.a",
             "a": "from firmware.g import y", "g/y": ""},
            ["firmware.a", "firmware.g", "firmware.g.x", "firmware.a"],
        ),
        (
            {"g/__init__": "from firmware.g import x\nfour = 4", "g/x": "from . import four"},
            ["firmware.g", "firmware.g.x", "firmware.g"],
        ),
    ],
)
def test_circle_check(tree, files, circle):
    found = circles(tree({"firmware/" + name: text for name, text in files.items()}))
    assert found == ([circle] if circle else [])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("match x:\n    case 1:\n        pass\n", "match"),
        ("def f(a, /, b):\n    pass\n", "positional-only"),
        ("f = lambda a, /: a\n", "positional-only"),
        ("d = {**a, 'b': 1}\n", "dict display"),
        ("t = [*a, 1]\n", "* in a display"),
        ("t = 1, *a\n", "* in a display"),
        ("with (open(a) as x, open(b) as y):\n    pass\n", "with in parentheses"),
        ("with (\n    open(a) as x\n):\n    pass\n", "with in parentheses"),
        ("s = f'{a}' f'{b}'\n", "adjacent f-strings"),
        ("s = ('a'\n     f'{b}')\n", "adjacent f-strings"),
        ("s = (f'{b}'  # why\n     'a')\n", "adjacent f-strings"),
        ("ok = isinstance(a, int | str)\n", "union of types"),
        ("Maybe = str | None\n", "union of types"),
        ("Row = list[int]\n", "generic type"),
        ("class A(B, C):\n    pass\n", "base class"),
        ("s = str(4).zfill(2)\n", "zfill"),
        ("try:\n    pass\nexcept* OSError:\n    pass\n", "except*"),
    ],
)
def test_syntax_check_refuses(tree, text, why):
    faults = syntax_faults(tree({"firmware/app": text}))
    assert len(faults) == 1
    assert faults[0].startswith("firmware/app.py:1: ") and why in faults[0]
    assert syntax_faults(tree({"firmware/app": "", "host_tools/app": text})) == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(a, *, b: int | None = None) -> list[int]:\n    return [a, b]\n",
        "a, *b = f(*c, **d)\n",
        "with (open(a)) as x:\n    pass\n",
        "with open(a) as x, open(b) as y:\n    pass\n",
        "s = ('a'\n     'b')\n",
        "s = f'{a}' + f'{b}', f'{c}'\n",
        "flags = KEEP | 4\n",
        "x = [4][0]\n",
    ],
)
def test_syntax_check_accepts(tree, text):
    assert syntax_faults(tree({"shared_engine/rules": text})) == []
