"""The power goes at every piece of work while a payload is taken over: never a mixture, no loss."""

import hashlib
import re

import pytest

from host_tools import littlefs_image
from host_tools.image.payload import FIRST, pack
from host_tools.vm import ROOT, unix_micropython

SCRIPT = ROOT / "tests" / "power" / "unpack_script.py"
IMAGE_SCRIPT = ROOT / "tests" / "power" / "unpack_image_script.py"
NAMES = ("work", "cuts", "recovery cuts", "old", "new", "waiting", "made room")
ROOMY, TIGHT = 64, 29  # sectors; in TIGHT old and new do not fit beside each other


def version(word, pieces):
    """The files of a small program whose largest file has so many pieces."""
    files = {path: f"{path} {word}\n".encode() for path in FIRST}
    files["firmware/kit.mpy"] = b"the same in every version" * 20
    files["firmware/update.mpy"] = f"larger than what littlefs holds inline {word}".encode() * 20
    files["main.py"] = b"main()\n"
    files["program.txt"] = f"a list {word}\n".encode() * 30
    files["firmware/app.mpy"] = f"app {word} ".encode() * pieces
    files["firmware/same.mpy"] = b"same" * 300
    files["shared_engine/empty.mpy"] = b""
    return files


@pytest.fixture(scope="module")
def payloads(tmp_path_factory):
    """Paths of an old and a new payload."""
    old = version("old", 2500)
    old["shared_engine/games/gone.mpy"] = b"gone" * 200
    new = version("new", 2700)
    new["firmware/paint/brush.mpy"] = b"brush" * 60
    new["shared_engine/bare.mpy"] = b"bare"
    new["shared_engine/games/added.mpy"] = b"added" * 200
    folder = tmp_path_factory.mktemp("payloads")
    for name, files in (("old", old), ("new", new)):
        (folder / name).write_bytes(pack(files))
    return folder / "old", folder / "new"


def cut_everywhere(payloads, sectors, stride):
    """{name: number} of what the script prints."""
    printed = unix_micropython(SCRIPT, *payloads, sectors, stride, heapsize="8m", timeout=600)
    line = printed.decode().strip()
    print(f"{sectors} sectors: {line}")
    numbers = dict(zip(NAMES, map(int, re.findall(r"\d+", line)), strict=True))
    assert line == ", ".join(f"{name} {numbers[name]}" for name in NAMES)
    # Every cut ended in one of the three, and each of them was seen.
    found = [numbers[name] for name in ("old", "new", "waiting")]
    assert numbers["cuts"] == 3 * numbers["work"] == sum(found)
    assert all(found) and numbers["recovery cuts"] > 100
    return numbers


def test_no_cut_mixes_versions_or_loses_a_game(payloads):
    assert cut_everywhere(payloads, ROOMY, 211)["made room"] == 0


def test_nor_where_old_and_new_do_not_fit_together(payloads):
    assert cut_everywhere(payloads, TIGHT, 211)["made room"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("sectors", [ROOMY, TIGHT])
def test_nor_when_it_is_cut_again_anywhere(payloads, sectors):
    cut_everywhere(payloads, sectors, 3)


def test_micropython_mounts_an_image_from_a_pc_and_goes_on_with_it(tmp_path):
    files = version("new", 900) | {"firmware/screens/deep/folder/a.mpy": bytes(range(256)) * 40}
    (tmp_path / "image").write_bytes(littlefs_image.build(files, 64))
    paths = [tmp_path / "image", tmp_path / "changed"]
    printed = unix_micropython(IMAGE_SCRIPT, *paths, heapsize="2m").decode().split("\n")
    assert printed[0] == "0"
    hashes = [f"{hashlib.sha256(files[path]).hexdigest()}  {path}" for path in sorted(files)]
    assert printed[1:-1] == hashes
    changed = littlefs_image.read((tmp_path / "changed").read_bytes())
    assert changed == files | {"games/new": b"new" * 2000}
