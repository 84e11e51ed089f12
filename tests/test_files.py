"""Files on this PC's own file system, and the files in memory that stand in for them."""

import errno
import os

import pytest

import host_tools.on_pc  # noqa: F401
from firmware.drivers.files import Files
from host_tools.memory_files import MemoryFiles
from tests.power.files_checks import CHECKS, REFUSALS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("kind", ("disk", "memory"))
def test_every_kind_of_files(kind, check, tmp_path):
    check(Files(str(tmp_path)) if kind == "disk" else MemoryFiles())


@pytest.mark.parametrize("check", REFUSALS, ids=lambda check: check.__name__)
def test_refusals(check, tmp_path):
    check(Files(str(tmp_path)))


def test_the_top_is_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = Files()
    files.write("folder/a", b"1")
    assert (tmp_path / "folder" / "a").read_bytes() == b"1"
    assert files.names("folder") == ["a"]
    files.remove_folder("folder")
    assert not (tmp_path / "folder").exists()


def test_nothing_is_left_beside_what_was_written(tmp_path):
    files = Files(str(tmp_path))
    files.write("a", b"1")
    files.append("a", b"2")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_new_content_is_whole_before_it_takes_the_place(tmp_path, monkeypatch):
    files = Files(str(tmp_path))
    files.write("a", b"old")
    seen = []
    rename = os.rename

    def watched(path, other):
        seen.append(((tmp_path / "a").read_bytes(), (tmp_path / "a.new").read_bytes()))
        rename(path, other)

    monkeypatch.setattr(os, "rename", watched)
    files.write("a", b"new")
    assert seen == [(b"old", b"new")]
    assert files.read("a") == b"new"


class Full:
    """A file that takes nothing any more."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def write(self, _):
        raise OSError(errno.ENOSPC, "full")


def test_a_full_storage_keeps_the_old_content(tmp_path, monkeypatch):
    files = Files(str(tmp_path))
    files.write("a", b"old")

    def full(path, mode):
        with open(path, mode) as file:
            file.write(b"n")
        return Full()

    monkeypatch.setattr("firmware.drivers.files.open", full, raising=False)
    for act in (files.write, files.append):
        with pytest.raises(OSError):
            act("a", b"new")
    monkeypatch.delattr("firmware.drivers.files.open")
    # What an append had got through stays, as on any disk; on littlefs that too is all or nothing.
    assert files.read("a") == b"oldn"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_storage_that_fails_is_not_an_empty_one(tmp_path, monkeypatch):
    files = Files(str(tmp_path))
    files.write("folder/a", b"1")

    def failing(*_):
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr("firmware.drivers.files.open", failing, raising=False)
    for name in ("stat", "listdir"):
        monkeypatch.setattr(os, name, failing)
    with pytest.raises(OSError):
        files.read("folder/a")
    with pytest.raises(OSError):
        files.names("folder")
    with pytest.raises(OSError):
        files.remove("folder/a")


def test_a_file_is_no_folder(tmp_path):
    files = Files(str(tmp_path))
    files.write("a", b"1")
    with pytest.raises(OSError):
        files.names("a")
    with pytest.raises(OSError):
        files.write("a/b", b"2")
    assert files.read("a") == b"1"


@pytest.mark.parametrize("act", ("write", "append"))
def test_files_in_memory_have_faults_on_demand(act):
    files = MemoryFiles(room=10)
    getattr(files, act)("a", b"12345")
    with pytest.raises(OSError):
        getattr(files, act)("b", b"123456")
    assert files.held == {"a": b"12345"}
    files.failing = True
    with pytest.raises(OSError):
        getattr(files, act)("a", b"1")
    assert files.held == {"a": b"12345"}
    files.failing = False
    getattr(files, act)("b", b"12345")
    assert MemoryFiles(files.held).read("b") == b"12345"
